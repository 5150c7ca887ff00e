package edit

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Finder finds a text that an instruction names. White space, quotation marks and dashes count as equal among themselves:
// nobody types those of a document.
type Finder struct {
	folded []rune
	loose  bool // without regard to case
}

// NewFinder finds a text, with or without regard to case.
func NewFinder(find string, loose bool) *Finder {
	f := &Finder{loose: loose}
	f.folded, _ = f.fold(strings.TrimSpace(find))
	return f
}

// Found is a piece of a text in bytes.
type Found struct{ From, To int }

// In lists where the text stands in another, pieces that do not overlap.
func (f *Finder) In(text string) []Found {
	if len(f.folded) == 0 {
		return nil
	}
	runes, at := f.fold(text)
	var out []Found
	for i := 0; i+len(f.folded) <= len(runes); i++ {
		if !f.here(runes[i:]) {
			continue
		}
		out = append(out, Found{at[i], at[i+len(f.folded)]})
		i += len(f.folded) - 1
	}
	return out
}

func (f *Finder) here(runes []rune) bool {
	for i, r := range f.folded {
		if runes[i] != r {
			return false
		}
	}
	return true
}

// fold gives the signs of a text as they are compared, each with its place, and the place behind the last.
func (f *Finder) fold(text string) ([]rune, []int) {
	runes, at := make([]rune, 0, len(text)), make([]int, 0, len(text)+1)
	space := false
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		r = f.sign(r)
		if r == softHyphen || r == ' ' && space {
			i += size
			continue
		}
		space = r == ' '
		runes, at = append(runes, r), append(at, i)
		i += size
	}
	return runes, append(at, len(text))
}

const softHyphen = '\u00ad'

func (f *Finder) sign(r rune) rune {
	switch {
	case unicode.IsSpace(r):
		return ' '
	case strings.ContainsRune("‘’‚‛′`´", r):
		return '\''
	case strings.ContainsRune("“”„‟″", r):
		return '"'
	case strings.ContainsRune("‐‑‒–—−", r):
		return '-'
	case f.loose:
		return unicode.ToLower(r)
	}
	return r
}
