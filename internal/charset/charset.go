// Package charset turns text of unknown encoding into clean UTF-8.
package charset

import (
	"bytes"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
	"golang.org/x/text/transform"
)

// SampleSize is how many bytes NewReader looks at before it decides.
const SampleSize = 64 << 10

// NewReader decodes r. UTF-16 and UTF-32 are known by their byte order mark or the places of their zero bytes, East
// Asian and Cyrillic encodings by their characters; everything else is UTF-8 in which a byte that cannot be UTF-8 is
// windows-1252, so that mixed files read well. Line ends become line feeds; NUL and other control characters go.
func NewReader(r io.Reader) (io.Reader, error) {
	sample := make([]byte, SampleSize)
	n, err := io.ReadFull(r, sample)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, err
	}
	sample = sample[:n]
	return transform.NewReader(io.MultiReader(bytes.NewReader(sample), r), decoder(sample)), nil
}

func decoder(sample []byte) transform.Transformer {
	if wide := wideDecoder(sample); wide != nil {
		return transform.Chain(wide, &cleaner{})
	}
	if other := guess(sample); other != nil {
		return transform.Chain(other.NewDecoder(), &cleaner{})
	}
	return &cleaner{}
}

func wideDecoder(sample []byte) transform.Transformer {
	switch {
	case bytes.HasPrefix(sample, []byte("\xff\xfe\x00\x00")), bytes.HasPrefix(sample, []byte("\x00\x00\xfe\xff")):
		return utf32.UTF32(utf32.BigEndian, utf32.ExpectBOM).NewDecoder()
	case bytes.HasPrefix(sample, []byte("\xff\xfe")), bytes.HasPrefix(sample, []byte("\xfe\xff")):
		return unicode.UTF16(unicode.BigEndian, unicode.ExpectBOM).NewDecoder()
	}
	even, odd := zeros(sample)
	half := len(sample) / 2
	switch {
	case half < 2:
	case odd*10 >= half*4 && even*20 <= half:
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewDecoder()
	case even*10 >= half*4 && odd*20 <= half:
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewDecoder()
	}
	return nil
}

func zeros(b []byte) (even, odd int) {
	for i, c := range b {
		if c != 0 {
			continue
		}
		if i%2 == 0 {
			even++
		} else {
			odd++
		}
	}
	return even, odd
}

// IsText reports whether a file that begins with head is text: nearly free of control characters once decoded.
func IsText(head []byte) bool {
	wide := wideDecoder(head)
	if wide != nil {
		decoded, _, err := transform.Bytes(wide, head)
		if err != nil && len(decoded) == 0 {
			return false
		}
		head = decoded
	}
	var all, controls, nuls int
	for len(head) > 0 {
		r, n := utf8.DecodeRune(head)
		head = head[n:]
		all++
		switch {
		case r == 0:
			nuls++
		case isControl(r), wide != nil && r == utf8.RuneError:
			controls++
		}
	}
	return nuls*10 <= all && controls*100 <= all
}

// isControl reports the characters no text needs: those of C0 that are neither white space, back space (overstriking
// manuals) nor escape (coloured logs).
func isControl(r rune) bool {
	switch r {
	case '\t', '\n', '\v', '\f', '\r', '\b', 0x1b:
		return false
	}
	return r < 0x20 || r == 0x7f
}

// NewReaderOf decodes r from a known encoding and cleans the text as NewReader does.
func NewReaderOf(r io.Reader, e encoding.Encoding) io.Reader {
	return transform.NewReader(r, transform.Chain(e.NewDecoder(), &cleaner{}))
}
