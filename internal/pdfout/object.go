package pdfout

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strconv"
	"strings"
)

// next gives the number of a new object.
func (w *Writer) next() int {
	w.offsets = append(w.offsets, 0)
	return len(w.offsets)
}

// object writes a body under a number and returns the number.
func (w *Writer) object(n int, body string) int {
	w.offsets[n-1] = w.at
	w.printf("%d 0 obj\n%s\nendobj\n", n, body)
	return n
}

func (w *Writer) stream(n int, entries string, data []byte) int {
	w.offsets[n-1] = w.at
	w.printf("%d 0 obj\n<<%s/Length %d>>\nstream\n", n, entries, len(data))
	w.write(data)
	w.printf("\nendstream\nendobj\n")
	return n
}

func (w *Writer) deflated(n int, entries string, data []byte) int {
	return w.stream(n, entries+"/Filter/FlateDecode", deflate(data))
}

func deflate(data []byte) []byte {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	_, _ = z.Write(data) // a buffer takes everything
	_ = z.Close()
	return b.Bytes()
}

func (w *Writer) printf(format string, args ...any) { w.write(fmt.Appendf(nil, format, args...)) }

func (w *Writer) write(data []byte) {
	if w.err != nil {
		return
	}
	n, err := w.out.Write(data)
	w.at += int64(n)
	if err != nil {
		w.err = fmt.Errorf("write document: %w", err)
	}
}

// fail keeps the first error.
func (w *Writer) fail(err error) error {
	if w.err == nil {
		w.err = err
	}
	return w.err
}

// number spells a value as PDF wants it: never with an exponent.
func number(v float64) string {
	s := strconv.FormatFloat(v, 'f', 4, 64)
	return strings.TrimRight(strings.TrimRight(s, "0"), ".")
}
