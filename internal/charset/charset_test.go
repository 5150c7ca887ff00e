package charset_test

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/charset"
)

func decode(t interface{ Fatal(...any) }, b []byte) string {
	r, err := charset.NewReader(iotest.OneByteReader(bytes.NewReader(b)))
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestDecode(t *testing.T) {
	const text = "Größe: 5 €\nnaïve – “quoted”\n"
	encoded := func(e interface {
		Bytes([]byte) ([]byte, error)
	}) []byte {
		b, err := e.Bytes([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for _, c := range []struct {
		name string
		in   []byte
		want string
	}{
		{"UTF8", []byte(text), text},
		{"UTF8WithMark", []byte("\xef\xbb\xbf" + text), text},
		{"UTF16LittleWithMark", encoded(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder()), text},
		{"UTF16BigWithMark", encoded(unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewEncoder()), text},
		{"UTF16LittleBare", encoded(unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewEncoder()), text},
		{"UTF16BigBare", encoded(unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewEncoder()), text},
		{"UTF32WithMark", encoded(utf32.UTF32(utf32.LittleEndian, utf32.UseBOM).NewEncoder()), text},
		{"Windows1252", encoded(charmap.Windows1252.NewEncoder()), text},
		{"StrayByteInUTF8", []byte("Größe \xe9t\xe9"), "Größe été"},
		{"LineEnds", []byte("a\r\nb\rc\nd\r\r\ne"), "a\nb\nc\nd\n\ne"},
		{"UnicodeLineEnds", []byte("a\u2028b\u0085c"), "a\nb\nc"},
		{"Controls", []byte("a\x00b\x07c\x1bd\te\ff"), "abcd\te\ff"},
		{"OddTail", []byte("\xff\xfea\x00b"), "a\ufffd"},
		{"Empty", nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := decode(t, c.in); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestDecodeIsAlwaysClean(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		out := decode(t, rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"))
		if !utf8.ValidString(out) {
			t.Fatalf("not UTF-8: %q", out)
		}
		if strings.ContainsAny(out, "\x00\r\x7f") {
			t.Fatalf("control characters left: %q", out)
		}
	})
}

func TestIsText(t *testing.T) {
	random := make([]byte, 4096)
	x := uint32(1)
	for i := range random {
		x = x*1664525 + 1013904223
		random[i] = byte(x >> 24)
	}
	for _, c := range []struct {
		name string
		in   []byte
		want bool
	}{
		{"ASCII", []byte("plain words\n"), true},
		{"Latin1", []byte("caf\xe9 cr\xe8me"), true},
		{"UTF16", []byte("\xff\xfea\x00b\x00"), true},
		{"FewNULs", []byte("some text with one \x00 in it"), true},
		{"Program", append([]byte("\x7fELF\x02\x01\x01"), make([]byte, 200)...), false},
		{"Movie", []byte("\x00\x00\x00\x20ftypisom\x00\x00\x02\x00isomiso2avc1mp41"), false},
		{"Random", random, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := charset.IsText(c.in); got != c.want {
				t.Errorf("got %v", got)
			}
		})
	}
}
