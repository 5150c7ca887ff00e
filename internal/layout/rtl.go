package layout

import (
	"slices"
	"unicode"
)

// turn puts the glyphs of a word of a right-to-left script, which are in visual order, into the order of reading;
// numbers inside keep theirs.
func turn(glyphs []glyph) {
	slices.Reverse(glyphs)
	for i := 0; i < len(glyphs); {
		n := i
		for n < len(glyphs) && (unicode.IsDigit(glyphs[n].r) || unicode.Is(unicode.Latin, glyphs[n].r)) {
			n++
		}
		slices.Reverse(glyphs[i:n])
		i = max(n, i+1)
	}
	// A mark follows its letter in both orders.
	for i := 0; i+1 < len(glyphs); i++ {
		a, b := &glyphs[i], &glyphs[i+1]
		mark := unicode.Is(unicode.Mn, a.r) && b.is(backward) && over((a.u0+a.u1)/2, b)
		if mark || a.u0 == b.u0 && alef(a.r) && b.r == lam {
			*a, *b = *b, *a
		}
	}
}

// Lam and alef share one glyph, whose parts come in either order. Only lam joins what follows.
const lam = 'ل'

func alef(r rune) bool { return r == 'ا' || r == 'أ' || r == 'إ' || r == 'آ' }

// logical puts the words of a line that were written last into the order of reading. Runs of words of a left-to-right
// script keep theirs inside a line that mostly runs the other way, and the reverse.
func (w *writer) logical(from int) {
	n := len(w.words) - from
	type piece struct {
		word Word
		text string
		rtl  bool
	}
	pieces := make([]piece, n)
	at, count := int32(0), 0
	if from > 0 {
		at = w.ends[from-1]
	}
	begin := at
	for i := range pieces {
		text := string(w.text[at:w.ends[from+i]])
		at = w.ends[from+i]
		pieces[i] = piece{word: w.words[from+i], text: text}
		for _, r := range text {
			pieces[i].rtl = pieces[i].rtl || RightToLeft(r)
		}
		if pieces[i].rtl {
			count++
		}
	}
	base := count*2 >= n
	if base {
		slices.Reverse(pieces)
	}
	for i := 0; i < n; {
		j := i
		for j < n && pieces[j].rtl != base {
			j++
		}
		slices.Reverse(pieces[i:j])
		i = max(j, i+1)
	}
	w.text = w.text[:begin]
	for i, p := range pieces {
		w.text = append(w.text, p.text...)
		w.words[from+i], w.ends[from+i] = p.word, int32(len(w.text))
	}
}
