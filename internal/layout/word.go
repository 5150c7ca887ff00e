package layout

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/octavo-dev/octavo/internal/engine"
)

// writer collects words. Their texts share one string, which is made at the end.
type writer struct {
	page  *engine.Page
	words []Word
	ends  []int // of each word's text
	lines []int // of each line's words
	text  []byte
	gaps  []float32
	torn  []engine.Box // words of the line with some characters that are no letters, such as unmapped ligatures
}

// line writes the words of the glyphs, which are in visual order; there may be none.
func (w *writer) line(row []glyph) (Line, bool) {
	marks(row)
	w.torn = w.torn[:0]
	limit := w.limit(row)
	from := len(w.words)
	bad, all := 0, 0
	rtl := false
	start := -1
	var end float32
	for i := range row {
		g := &row[i]
		if g.space {
			continue
		}
		all++
		if g.undecodable {
			bad++
		}
		rtl = rtl || rightToLeft(g.r)
		if start >= 0 && limit.parts(row, start, i, end) {
			w.word(row[start:lastInk(row, i)])
			start = -1
		}
		if start < 0 {
			start, end = i, g.u1
		}
		end = max(end, g.u1)
	}
	if start < 0 {
		return Line{}, false
	}
	w.word(row[start:lastInk(row, len(row))])
	words := w.words[from:]
	if rtl {
		w.logical(from)
	}
	c := &w.page.Chars[row[0].char]
	l := Line{Box: words[0].Box, Angle: c.Angle, Hidden: row[0].hidden, Unsound: bad >= 3 && bad*3 >= all, Size: words[0].Size}
	longest := 0
	for i := range words {
		l.Box = union(l.Box, words[i].Box)
		if n := int(words[i].Last - words[i].First); words[i].Script == None && n >= longest {
			longest, l.Size = n, words[i].Size
		}
	}
	for i := range row {
		if row[i].script == None && !row[i].space {
			l.Baseline = row[i].v
			break
		}
	}
	w.lines = append(w.lines, len(w.words))
	return l, true
}

// lastInk is the end of the glyphs before i without the spaces at their end.
func lastInk(row []glyph, i int) int {
	for i > 0 && row[i-1].space {
		i--
	}
	return i
}

// limits say how wide a gap between words is on one line, in sizes of the font.
type limits struct {
	gap     float32
	tracked bool // letters are spaced: a single space character is no word space
}

func (l limits) parts(row []glyph, start, i int, end float32) bool {
	g := &row[i]
	gap := (g.u0 - end) / max(g.size, 0.1)
	if leads(row, i) {
		return true
	}
	if row[i-1].space && i-1 >= start && !l.tracked {
		return gap > 0.05
	}
	if wide(g.r) || wide(row[lastInk(row, i)-1].r) {
		return gap > 0.5
	}
	return gap > l.gap
}

// leads reports whether a line of dots that leads to a page number begins at i, or ends before it.
func leads(row []glyph, i int) bool {
	dots := func(from, to int) bool {
		if from < 0 || to > len(row) {
			return false
		}
		for _, g := range row[from:to] {
			if g.r != '.' {
				return false
			}
		}
		return true
	}
	const run = 4
	if row[i].r == '.' {
		return row[i-1].r != '.' && dots(i, i+run)
	}
	return row[i-1].r == '.' && dots(i-run, i)
}

// limit looks at all gaps of a line. Where they fall into two classes the limit lies between them, so that spaced
// letters stay together; else a fifth of the font's size is a space.
func (w *writer) limit(row []glyph) limits {
	const usual = 0.18
	w.gaps = w.gaps[:0]
	prev, spaces, single, tokens := -1, 0, 0, 0
	length := 0
	for i := range row {
		if row[i].space {
			continue
		}
		if prev >= 0 {
			gap := (row[i].u0 - row[prev].u1) / max(row[i].size, 0.1)
			w.gaps = append(w.gaps, gap)
			if i-prev > 1 || gap > usual {
				spaces++
				tokens++
				if length == 1 {
					single++
				}
				length = 0
			}
		}
		length++
		prev = i
	}
	tokens++
	if length == 1 {
		single++
	}
	if spaces == 0 || tokens < 5 || single*10 < tokens*7 || !letters(row) {
		return limits{gap: usual}
	}
	slices.Sort(w.gaps)
	tracking := w.gaps[len(w.gaps)/2]
	return limits{gap: tracking*1.6 + 0.1, tracked: true}
}

// letters reports whether most of a line is letters: digits that stand apart are the columns of a table.
func letters(row []glyph) bool {
	yes, no := 0, 0
	for i := range row {
		if unicode.IsLetter(row[i].r) && !wide(row[i].r) {
			yes++
		} else if !row[i].space {
			no++
		}
	}
	return yes > 3*no
}

// wide are scripts that put no spaces between words.
func wide(r rune) bool {
	return r >= 0x2E80 && r < 0xD7B0 && (r < 0xAC00) || r >= 0xF900 && r < 0xFB00 || r >= 0xFF00 && r < 0xFFF0 ||
		r >= 0x20000 && r < 0x32000 || r >= 0x0E00 && r < 0x0E80
}

func (w *writer) word(glyphs []glyph) {
	first := &w.page.Chars[glyphs[0].char]
	word := Word{
		Font: first.Font, Color: first.Fill, Angle: first.Angle, Confidence: 1, Object: first.Object, Size: first.Size,
		First: glyphs[0].char, Last: glyphs[0].char, Box: boxOf(first), Script: glyphs[0].script,
		Italic: first.Flags&engine.CharSlanted != 0,
	}
	if f := first.Font; f >= 0 && int(f) < len(w.page.Fonts) {
		word.Bold = w.page.Fonts[f].Bold
		word.Italic = word.Italic || w.page.Fonts[f].Italic
	}
	at := len(w.text)
	combining, bad, sound := false, false, false
	if rightToLeft(glyphs[0].r) || rightToLeft(glyphs[len(glyphs)-1].r) {
		turn(glyphs)
	}
	for i := range glyphs {
		g := &glyphs[i]
		if g.space {
			continue
		}
		c := &w.page.Chars[g.char]
		word.First, word.Last = min(word.First, g.char), max(word.Last, g.char)
		word.Box = union(word.Box, boxOf(c))
		word.Size = max(word.Size, c.Size)
		if g.script != word.Script {
			word.Script = None
		}
		bad = bad || g.undecodable
		sound = sound || unicode.IsLetter(g.r)
		combining = combining || unicode.Is(unicode.Mn, g.r)
		w.text = appendRune(w.text, g.r)
	}
	if combining {
		w.text = append(w.text[:at], norm.NFC.Bytes(w.text[at:])...)
	}
	if bad && sound {
		w.torn = append(w.torn, word.Box)
	}
	w.words = append(w.words, word)
	w.ends = append(w.ends, len(w.text))
}

// appendRune writes ligatures and presentation forms as the letters they stand for.
func appendRune(to []byte, r rune) []byte {
	switch {
	case r == 0xAD:
		return append(to, '-')
	case r >= 0xFB00 && r < 0xFE00 || r >= 0xFE70 && r < 0xFEFF:
		return norm.NFKC.AppendString(to, string(r))
	case r < ' ':
		r = unicode.ReplacementChar
	}
	return append(to, string(r)...)
}

// finish gives words their texts and lines their words.
func (w *writer) finish(t *Text) {
	text, from := string(w.text), 0
	for i := range w.words {
		w.words[i].Text = text[from:w.ends[i]]
		from = w.ends[i]
	}
	// Lines were written group by group: what is seen first, then what is hidden.
	from = 0
	for i, to := range w.lines {
		words := w.words[from:to:to]
		if i < len(t.Lines) {
			t.Lines[i].Words = words
		} else {
			t.Hidden[i-len(t.Lines)].Words = words
		}
		from = to
	}
}

// String is the text of a line with spaces between its words.
func (l *Line) String() string {
	var b strings.Builder
	for i := range l.Words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(l.Words[i].Text)
	}
	return b.String()
}

func boxOf(c *engine.Char) engine.Box {
	if c.Loose.X1 <= c.Loose.X0 || c.Loose.Y1 <= c.Loose.Y0 {
		return c.Box
	}
	return c.Loose
}

func union(a, b engine.Box) engine.Box {
	return engine.Box{X0: min(a.X0, b.X0), Y0: min(a.Y0, b.Y0), X1: max(a.X1, b.X1), Y1: max(a.Y1, b.Y1)}
}
