package layout

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/octavo-dev/octavo/internal/engine"
)

// writer collects words and lines. Their texts share one string, which is made at the end.
type writer struct {
	page    *engine.Page
	words   []Word
	ends    []int32 // of each word's text
	lines   []int32 // of each line's words
	text    []byte
	gaps    []float32
	drawn   []float32 // gaps with a space in them
	classes class     // of all characters of the line
	tallies []tally
	spaces  []float32 // width of each font's space, in sizes of the font; 0 where it draws none
	shifted map[int32][]Shift
}

func (w *writer) begin(p *engine.Page) {
	w.page, w.shifted = p, nil
	w.words, w.ends, w.lines, w.text = w.words[:0], w.ends[:0], w.lines[:0], w.text[:0]
	w.spaces = append(w.spaces[:0], make([]float32, len(p.Fonts))...)
}

// noteSpace learns from a space how wide those of its font are.
func (w *writer) noteSpace(c *engine.Char, g *glyph) {
	if c.Font >= 0 && int(c.Font) < len(w.spaces) && g.u1 > g.u0 && c.Size > 0 {
		w.spaces[c.Font] = (g.u1 - g.u0) / c.Size
	}
}

func (w *writer) spaceOf(g *glyph) float32 {
	if f := w.page.Chars[g.char].Font; f >= 0 && int(f) < len(w.spaces) {
		return w.spaces[f]
	}
	return 0
}

// line writes the words of the glyphs, which are in visual order; there may be none.
func (w *writer) line(row []glyph) (Line, bool) {
	w.classes = 0
	for i := range row {
		w.classes |= row[i].class
	}
	if w.classes&accent != 0 {
		marks(row)
	}
	limit := w.limit(row)
	from := len(w.words)
	bad, all, start := 0, 0, -1
	var end float32
	for i := range row {
		g := &row[i]
		if g.is(space) {
			continue
		}
		all++
		if g.is(none) {
			bad++
		}
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
	if w.classes&backward != 0 {
		w.logical(from)
	}
	l := w.measure(from)
	l.Angle, l.Hidden, l.Unsound = w.page.Chars[row[0].char].Angle, row[0].hidden, bad >= 3 && bad*3 >= all
	l.Baseline = baseline(row, l.Size)
	w.lines = append(w.lines, int32(len(w.words)))
	return l, true
}

// measure finds the box of the words from one on, and the size of most of their characters.
func (w *writer) measure(from int) Line {
	l := Line{Box: w.words[from].Box, Size: w.words[from].Size}
	longest, begin := int32(0), int32(0)
	if from > 0 {
		begin = w.ends[from-1]
	}
	for i := from; i < len(w.words); i++ {
		word := &w.words[i]
		l.Box = union(l.Box, word.Box)
		if n := w.ends[i] - begin; word.Script == None && n > longest {
			longest, l.Size = n, word.Size
		}
		begin = w.ends[i]
	}
	return l
}

// baseline is that of the first character in the size of the line, which is none that hangs over several lines.
func baseline(row []glyph, size float32) float32 {
	for i := range row {
		if g := &row[i]; g.script == None && !g.is(space) && g.size == size {
			return g.v
		}
	}
	return row[0].v
}

// lastInk is the end of the glyphs before i without the spaces at their end.
func lastInk(row []glyph, i int) int {
	for i > 0 && row[i-1].is(space) {
		i--
	}
	return i
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
	if w.classes&backward != 0 && slices.ContainsFunc(glyphs, func(g glyph) bool { return g.is(backward) }) {
		turn(glyphs)
	}
	at := len(w.text)
	var classes class
	var shifted []Shift
	for i := range glyphs {
		g := &glyphs[i]
		if g.is(space) {
			continue
		}
		c := &w.page.Chars[g.char]
		word.First, word.Last = min(word.First, g.char), max(word.Last, g.char)
		word.Box = union(word.Box, boxOf(c))
		if word.Size = max(word.Size, c.Size); i > 0 && glyphs[0].size >= leastCapital*c.Size {
			word.Size = c.Size // of what a hanging capital begins
		}
		if g.script != word.Script {
			word.Script = None
		}
		classes |= g.class
		from := len(w.text) - at
		w.text = appendRune(w.text, g.r)
		if g.script != None {
			shifted = appendShift(shifted, Shift{from, len(w.text) - at, g.script})
		}
	}
	if shifted != nil && word.Script == None && classes&accent == 0 {
		if w.shifted == nil {
			w.shifted = map[int32][]Shift{}
		}
		w.shifted[word.First] = shifted
	}
	if classes&accent != 0 {
		w.text = append(w.text[:at], norm.NFC.Bytes(w.text[at:])...)
	}
	word.torn = classes&none != 0 && classes&letter != 0
	w.words = append(w.words, word)
	w.ends = append(w.ends, int32(len(w.text)))
}

// appendShift adds a character to the stretches.
func appendShift(to []Shift, s Shift) []Shift {
	if n := len(to) - 1; n >= 0 && to[n].Script == s.Script && to[n].To == s.From {
		to[n].To = s.To
		return to
	}
	return append(to, s)
}

// appendRune writes ligatures and presentation forms as the letters they stand for.
func appendRune(to []byte, r rune) []byte {
	switch {
	case r >= ' ' && r < 0x80:
		return append(to, byte(r))
	case r == 0xAD:
		return append(to, '-')
	case r >= 0xFB00 && r < 0xFE00 || r >= 0xFE70 && r < 0xFEFF:
		return norm.NFKC.AppendString(to, string(r))
	case r < ' ':
		r = unicode.ReplacementChar
	}
	return append(to, string(r)...)
}

// finish gives words their texts and lines their words, and lists the places that are unsound.
func (w *writer) finish(t *Text) {
	t.Shifted = w.shifted
	words := make([]Word, len(w.words))
	copy(words, w.words)
	text, from := string(w.text), int32(0)
	for i := range words {
		words[i].Text = text[from:w.ends[i]]
		from = w.ends[i]
	}
	// Lines were written group by group: what is seen first, then what is hidden.
	from = 0
	for i, to := range w.lines {
		if i < len(t.Lines) {
			t.Lines[i].Words = words[from:to:to]
		} else {
			t.Hidden[i-len(t.Lines)].Words = words[from:to:to]
		}
		from = to
	}
	w.doubt(t.Lines)
	for i := range t.Lines {
		t.Lines[i].unsound(t)
	}
}

// unsound lists a line, or those of its words that have characters which are no letters, such as unmapped ligatures.
func (l *Line) unsound(t *Text) {
	if l.Unsound {
		t.Unsound = append(t.Unsound, l.Box)
		return
	}
	for i := range l.Words {
		if l.Words[i].torn {
			t.Unsound = append(t.Unsound, l.Words[i].Box)
		}
	}
}

// String is the text of a line with spaces between its words.
func (l *Line) String() string {
	if len(l.Words) == 1 {
		return l.Words[0].Text
	}
	n := len(l.Words)
	for i := range l.Words {
		n += len(l.Words[i].Text)
	}
	var b strings.Builder
	b.Grow(n)
	for i := range l.Words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(l.Words[i].Text)
	}
	return b.String()
}

// Some fonts claim to be many lines high. What no ink needs of that is left out, in sizes of the font.
const (
	highest = 1.1 // above the baseline
	deepest = 0.4
)

// boxOf is the place of a character: the height of its font and its advance.
func boxOf(c *engine.Char) engine.Box {
	b := c.Loose
	if b.X1 <= b.X0 || b.Y1 <= b.Y0 {
		return c.Box
	}
	if c.Angle == 0 && b.Y1-b.Y0 > (highest+deepest)*c.Size {
		b.Y0 = max(b.Y0, min(c.Box.Y0, c.Origin.Y-highest*c.Size))
		b.Y1 = min(b.Y1, max(c.Box.Y1, c.Origin.Y+deepest*c.Size))
	}
	return b
}

func union(a, b engine.Box) engine.Box {
	return engine.Box{X0: min(a.X0, b.X0), Y0: min(a.Y0, b.Y0), X1: max(a.X1, b.X1), Y1: max(a.Y1, b.Y1)}
}
