package sandbox

import (
	"io"
	"strings"
)

// tailSize is how much of a program's standard error is kept.
const tailSize = 4 << 10

// readTail reads all there is and returns the end of it.
func readTail(r io.Reader) string {
	var kept []byte
	buf := make([]byte, 32<<10)
	for {
		n, err := r.Read(buf)
		kept = append(kept, buf[max(0, n-tailSize):n]...)
		if len(kept) > tailSize {
			kept = append(kept[:0], kept[len(kept)-tailSize:]...)
		}
		if err != nil {
			return strings.TrimSpace(string(kept))
		}
	}
}
