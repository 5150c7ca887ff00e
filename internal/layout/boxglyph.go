package layout

import (
	"strings"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/engine"
)

// boxGlyphs writes characters that are check boxes as such. Hollow squares are bullets as well; beside ticked ones they
// are not.
func (t *Text) boxGlyphs(p *engine.Page) {
	ticked := false
	fonts := make([]bool, len(p.Fonts))
	for i := range p.Fonts {
		fonts[i] = pictorial(&p.Fonts[i])
	}
	each := func(take func(w *Word, glyph rune)) {
		for i := range t.Lines {
			for k := range t.Lines[i].Words {
				w := &t.Lines[i].Words[k]
				if r, _ := utf8.DecodeRuneInString(w.Text); picture(r) || w.Font >= 0 && int(w.Font) < len(fonts) && fonts[w.Font] {
					take(w, r)
				}
			}
		}
	}
	each(func(w *Word, r rune) { ticked = ticked || boxState(p, w, r) == ticking })
	each(func(w *Word, r rune) {
		text := ""
		switch boxState(p, w, r) {
		case ticking:
			text = Checked
		case empty:
			text = Unchecked
		case hollow:
			if !ticked {
				return
			}
			text = Unchecked
		default:
			return
		}
		if rest := w.Text[utf8.RuneLen(r):]; rest != "" {
			text += " " + rest
		}
		w.Text = text
	})
}

// pictorial reports whether a font has pictures in the places of letters.
func pictorial(f *engine.Font) bool { return strings.Contains(strings.ToLower(f.Name), "wingdings") }

// picture reports whether a character may be a picture by its code.
func picture(r rune) bool { return r >= 0x2000 && r < 0xE000 || r > 0xFFFF }

// state is what a glyph says about a box.
type state uint8

const (
	noBox state = iota
	empty
	ticking
	hollow // empty, or a bullet
)

// boxState reads a glyph as a check box.
func boxState(p *engine.Page, w *Word, r rune) state {
	switch r {
	case '☐', '🗆', '⬜':
		return empty
	case '☑', '☒', '🗹', '🗷', '🗵', '⊠', '⌧', '🗸':
		return ticking
	case '□', '◻', '▢', '❏', '❐', '❑', '❒':
		return hollow
	}
	if w.Font < 0 || r < 0xF000 && r > 0xFF || r > 0xF0FF {
		return noBox
	}
	second := strings.Contains(strings.ToLower(p.Fonts[w.Font].Name), "2")
	switch code := r & 0xFF; {
	case !second && (code == 0xFE || code == 0xFD || code == 'x'), second && (code == 'R' || code == 'S' || code == 'Q' || code == 'T'):
		return ticking
	case !second && (code == 0xA8 || code == 'o'), second && code == 0xA3:
		return hollow
	}
	return noBox
}
