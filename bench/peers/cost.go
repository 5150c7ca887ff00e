package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"time"
	"unicode"

	"github.com/octavo-dev/octavo/bench/tree"
)

// cost is what it took a peer to read some files, in all its processes.
type cost struct {
	cpu  time.Duration
	size float64 // MiB at most, together
}

// work lets a peer read files into a folder. A file that it cannot read is missing there; it is an error when all are.
func (p *peer) work(ctx context.Context, out string, files []string) (cost, error) {
	var sum cost
	var complaints error
	for _, cmd := range p.commands(ctx, out, files) {
		c, err := watched(cmd)
		complaints = errors.Join(complaints, err)
		sum.cpu += c.cpu
		sum.size = max(sum.size, c.size)
	}
	if err := ctx.Err(); err != nil {
		return sum, err
	}
	if _, missing := words(out, files); missing == len(files) {
		return sum, fmt.Errorf("%s has read nothing: %w", p.name, complaints)
	}
	return sum, nil
}

// watched runs a command to its end.
func watched(cmd *exec.Cmd) (cost, error) {
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		return cost{}, err
	}
	end := tree.Watch(cmd.Process.Pid)
	err := cmd.Wait()
	c := cost{cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), tree.Largest(end()).Size}
	if err != nil || said.Len() > 0 {
		err = fmt.Errorf("%s: %v: %.500s", cmd.Args[0], err, said.Bytes())
	}
	return c, err
}

// words counts what was written for the files, and how many of them have nothing.
func words(out string, files []string) (found, missing int) {
	for _, f := range files {
		text, err := os.ReadFile(outputOf(out, f))
		if err != nil || len(bytes.TrimSpace(text)) == 0 {
			missing++
			continue
		}
		found += wordsOf(string(text))
	}
	return found, missing
}

var tag = regexp.MustCompile(`<[^<>]*>`)

// wordsOf counts the words of Markdown, without what marks it up.
func wordsOf(text string) int {
	n := 0
	for word := range strings.FieldsSeq(tag.ReplaceAllString(text, " ")) {
		if strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			n++
		}
	}
	return n
}
