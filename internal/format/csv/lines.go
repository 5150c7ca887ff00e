package csv

import (
	"bufio"
	"errors"
	"io"
	"strings"
)

// lines hands out lines and takes them back.
type lines struct {
	in     *bufio.Reader
	undone []string // to be handed out again, last first
}

func newLines(r io.Reader) *lines { return &lines{in: bufio.NewReaderSize(r, 64<<10)} }

// next returns a line without its line feed, io.EOF after the last.
func (l *lines) next() (string, error) {
	if n := len(l.undone); n > 0 {
		line := l.undone[n-1]
		l.undone = l.undone[:n-1]
		return line, nil
	}
	line, err := l.in.ReadString('\n')
	if errors.Is(err, io.EOF) && line != "" {
		err = nil
	}
	return strings.TrimSuffix(line, "\n"), err
}

// undo hands lines out again, the first of them first.
func (l *lines) undo(back []string) {
	for i := len(back) - 1; i >= 0; i-- {
		l.undone = append(l.undone, back[i])
	}
}

// peek returns up to n of the next lines without taking them.
func (l *lines) peek(n int) ([]string, error) {
	var seen []string
	for len(seen) < n {
		line, err := l.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		seen = append(seen, line)
	}
	l.undo(seen)
	return seen, nil
}
