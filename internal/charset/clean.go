package charset

import (
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/transform"
)

// cleaner writes valid UTF-8 with line feeds as the only line ends and without control characters.
type cleaner struct {
	begun   bool
	afterCR bool
}

// Reset forgets what was read.
func (c *cleaner) Reset() { *c = cleaner{} }

// Transform implements transform.Transformer.
func (c *cleaner) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	for nSrc < len(src) {
		if !atEOF && !utf8.FullRune(src[nSrc:]) {
			return nDst, nSrc, transform.ErrShortSrc
		}
		if len(dst)-nDst < utf8.UTFMax {
			return nDst, nSrc, transform.ErrShortDst
		}
		r, n := utf8.DecodeRune(src[nSrc:])
		if r == utf8.RuneError && n == 1 {
			r = charmap.Windows1252.DecodeByte(src[nSrc])
		}
		nSrc += n
		if r, ok := c.keep(r); ok {
			nDst += utf8.EncodeRune(dst[nDst:], r)
		}
	}
	return nDst, nSrc, nil
}

// keep decides what becomes of a character.
func (c *cleaner) keep(r rune) (rune, bool) {
	begun, afterCR := c.begun, c.afterCR
	c.begun, c.afterCR = true, r == '\r'
	switch {
	case r == '\ufeff':
		return r, begun
	case r == '\r', r == '\u0085', r == '\u2028', r == '\u2029':
		return '\n', true
	case r == '\n':
		return r, !afterCR
	case r == '\b', r == 0x1b, isControl(r), r > 0x7f && r < 0xa0:
		return 0, false
	}
	return r, true
}
