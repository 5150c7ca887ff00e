package sandbox

import (
	"io"
	"strings"
)

// How much of a program's standard error is kept: a Go program says first why it died, most others last.
const (
	headSize = 1 << 10
	tailSize = 3 << 10
)

// readEnds reads all there is and returns its beginning and its end.
func readEnds(r io.Reader) string {
	var head, tail []byte
	cut := false
	buf := make([]byte, 32<<10)
	for {
		n, err := r.Read(buf)
		rest := buf[:n]
		if room := min(headSize-len(head), n); room > 0 {
			head = append(head, rest[:room]...)
			rest = rest[room:]
		}
		tail = append(tail, rest...)
		if over := len(tail) - tailSize; over > 0 {
			cut = true
			tail = append(tail[:0], tail[over:]...)
		}
		if err == nil {
			continue
		}
		if cut {
			head = append(head, " … "...)
		}
		return strings.TrimSpace(string(head) + string(tail))
	}
}
