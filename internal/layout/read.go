package layout

import (
	"cmp"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
)

// Read finds the words and lines of a page.
func Read(p *engine.Page) *Text {
	glyphs := glyphsOf(p)
	w := &writer{page: p, words: make([]Word, 0, len(glyphs)/4+1), text: make([]byte, 0, len(glyphs)+len(glyphs)/4)}
	t := &Text{}
	row := int32(0)
	for len(glyphs) > 0 {
		n := 1
		for n < len(glyphs) && glyphs[n].group == glyphs[0].group {
			n++
		}
		for _, r := range rowsOf(glyphs[:n]) {
			t.add(w, r, row)
			row++
		}
		glyphs = glyphs[n:]
	}
	w.finish(t)
	return t
}

// add cuts a row at wide gaps and writes its lines.
func (t *Text) add(w *writer, row []glyph, number int32) {
	row = once(row)
	for len(row) > 0 {
		n := 1
		end := row[0].u1
		last := &row[0]
		for n < len(row) {
			g := &row[n]
			if !g.space {
				if g.u0-end > wideGap*max(g.size, last.size) {
					break
				}
				last = g
				end = max(end, g.u1)
			}
			n++
		}
		if line, ok := w.line(row[:n]); ok {
			line.Row = number
			if line.Hidden == Seen {
				t.Lines = append(t.Lines, line)
				if line.Unsound {
					t.Unsound = append(t.Unsound, line.Box)
				} else {
					t.Unsound = append(t.Unsound, w.torn...)
				}
			} else {
				t.Hidden = append(t.Hidden, line)
			}
		}
		row = row[n:]
	}
}

// wideGap, in sizes of the font, separates lines on one baseline. Justified text stretches its spaces to about one.
const wideGap = 1.2

// once drops characters that are drawn again on the same place to look bold. Pieces of a ligature also share a place,
// but are neighbours in the file.
func once(row []glyph) []glyph {
	kept := row[:0]
	for at := range row {
		g := &row[at]
		twice := false
		for i := len(kept) - 1; i >= 0 && i >= len(kept)-3 && !twice; i-- {
			k := &kept[i]
			twice = k.r == g.r && k.object != g.object && k.hidden == g.hidden && !g.space &&
				abs(k.u0-g.u0) < 0.1*g.size && abs(k.v-g.v) < 0.1*g.size && abs(k.size-g.size) < 0.05*g.size
		}
		if twice {
			continue
		}
		if at == len(kept) {
			kept = row[:at+1]
		} else {
			kept = append(kept, *g)
		}
	}
	return kept
}

// run is a stretch of glyphs, as they were drawn, with one baseline and size.
type run struct {
	v, size  float32
	from, to int32
}

// rowsOf gathers the glyphs of one group by their baselines, each row in the order of writing.
func rowsOf(glyphs []glyph) [][]glyph {
	runs := make([]run, 0, len(glyphs)/16+8)
	for i := range glyphs {
		g := &glyphs[i]
		if n := len(runs) - 1; n >= 0 && runs[n].v == g.v && runs[n].size == g.size {
			runs[n].to++
		} else {
			runs = append(runs, run{g.v, g.size, int32(i), int32(i) + 1})
		}
	}
	slices.SortFunc(runs, func(a, b run) int {
		return cmp.Or(cmp.Compare(a.v, b.v), cmp.Compare(b.size, a.size), cmp.Compare(a.from, b.from))
	})
	sorted := make([]glyph, 0, len(glyphs))
	rows := make([][]glyph, 0, 64)
	for i := 0; i < len(runs); {
		first, start := runs[i], len(sorted)
		for i < len(runs) && runs[i].v-first.v <= sameBaseline*min(runs[i].size, first.size) {
			sorted = append(sorted, glyphs[runs[i].from:runs[i].to]...)
			i++
		}
		rows = append(rows, sorted[start:len(sorted):len(sorted)])
	}
	rows = attachScripts(rows)
	for _, r := range rows {
		if !slices.IsSortedFunc(r, leftmost) {
			slices.SortFunc(r, leftmost)
		}
	}
	return rows
}

func leftmost(a, b glyph) int {
	switch {
	case a.u0 < b.u0:
		return -1
	case a.u0 > b.u0:
		return 1
	}
	return int(a.char - b.char)
}

// sameBaseline, in sizes of the smaller font, is how far baselines of one row may lie apart.
const sameBaseline = 0.25

// Raised and lowered characters are this much smaller than what they stand beside.
const (
	largestScript  = 0.85
	smallestScript = 0.4
)

// attachScripts moves raised and lowered characters into the row of what they stand beside.
func attachScripts(rows [][]glyph) [][]glyph {
	sizes := make([]float32, len(rows))
	for i, r := range rows {
		for j := range r {
			sizes[i] = max(sizes[i], r[j].size)
		}
	}
	for moved := true; moved; { // the second digit of a number stands beside the first
		moved = false
		for i := range rows {
			if !largerNear(rows, sizes, i) {
				continue
			}
			kept := rows[i][:0]
			for _, g := range rows[i] {
				host := scriptHost(rows, sizes, i, &g)
				if host < 0 {
					kept = append(kept, g)
					continue
				}
				moved = true
				g.script = Super
				if host < i {
					g.script = Sub
				}
				rows[host] = append(rows[host], g)
			}
			rows[i] = kept
		}
	}
	return slices.DeleteFunc(rows, func(r []glyph) bool { return len(r) == 0 })
}

// largerNear reports whether a row near another has characters large enough to be hosts of the smallest there.
func largerNear(rows [][]glyph, sizes []float32, at int) bool {
	if len(rows[at]) == 0 {
		return false
	}
	least := sizes[at]
	for i := range rows[at] {
		least = min(least, rows[at][i].size)
	}
	for _, step := range [...]int{1, -1} {
		for i := at + step; i >= 0 && i < len(rows); i += step {
			if len(rows[i]) == 0 {
				continue
			}
			if abs(rows[i][0].v-rows[at][0].v) > 2*sizes[at]+sameBaseline*sizes[at] {
				break
			}
			if least <= largestScript*sizes[i] {
				return true
			}
		}
	}
	return false
}

// scriptHost is the neighbouring row with a larger character right beside the glyph, or -1.
func scriptHost(rows [][]glyph, sizes []float32, at int, g *glyph) int {
	if g.space || g.script != None {
		return -1
	}
	for _, step := range [...]int{1, -1} {
		for i := at + step; i >= 0 && i < len(rows); i += step {
			if len(rows[i]) == 0 {
				continue
			}
			if abs(rows[i][0].v-g.v) > 2*g.size {
				break
			}
			if g.size <= largestScript*sizes[i] && slices.ContainsFunc(rows[i], g.beside) {
				return i
			}
		}
	}
	return -1
}

// beside reports whether the glyph is a script of a larger one.
func (g *glyph) beside(h glyph) bool {
	if g.u0-h.u1 > 0.3*h.size || h.u0-g.u1 > 0.3*h.size || h.space {
		return false
	}
	if h.script != None {
		return h.v == g.v && h.size == g.size
	}
	shift := abs(h.v - g.v)
	return g.size <= largestScript*h.size && g.size >= smallestScript*h.size && shift >= 0.12*h.size && shift <= 0.6*h.size
}
