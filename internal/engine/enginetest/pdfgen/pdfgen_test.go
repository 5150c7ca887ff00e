package pdfgen

import (
	"bytes"
	"compress/zlib"
	"io"
	"maps"
	"testing"
)

func TestRepeated(t *testing.T) {
	for _, times := range []int{0, 1, 7, 100} {
		piece := []byte("some words, and some more words\n")
		z, err := zlib.NewReader(bytes.NewReader(repeated(piece, times)))
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(z)
		if err != nil || !bytes.Equal(got, bytes.Repeat(piece, times)) {
			t.Errorf("%d times: %d bytes, %v", times, len(got), err)
		}
	}
}

func TestHostileIsSmall(t *testing.T) {
	all := Hostile()
	maps.Copy(all, Bombs())
	for name, data := range all {
		if len(data) < 500 || len(data) > 4<<20 {
			t.Errorf("%s: %d bytes", name, len(data))
		}
	}
}
