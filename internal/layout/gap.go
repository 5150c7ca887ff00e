package layout

import "slices"

// limits say how wide a gap between words is on one line, in sizes of the font.
type limits struct {
	gap     float32
	tracked bool // letters are spaced: a single space character is no word space
}

// Gaps that part words, in sizes of the font.
const (
	usualGap = 0.18 // where nothing else is known
	leastGap = 0.1  // letters may stand as far apart
	mostGap  = 0.25
)

// limit looks at all gaps of a line. Spaces that are drawn there show how wide one is. Where there are none, gaps that
// fall into two classes have the limit between them; else half a space of the font is one.
func (w *writer) limit(row []glyph) limits {
	w.gaps, w.drawn = w.gaps[:0], w.drawn[:0]
	prev, single, tokens, length := -1, 0, 1, 0
	for i := range row {
		if row[i].is(space) {
			continue
		}
		if prev >= 0 {
			gap := (row[i].u0 - row[prev].u1) / max(row[i].size, 0.1)
			w.gaps = append(w.gaps, gap)
			if i-prev > 1 && gap > 0 {
				w.drawn = append(w.drawn, gap)
			}
			if i-prev > 1 || gap > usualGap {
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
	if length == 1 {
		single++
	}
	if tokens >= 5 && single*10 >= tokens*7 && mostlyLetters(row) {
		slices.Sort(w.gaps)
		tracking := w.gaps[len(w.gaps)/2]
		return limits{gap: tracking*1.6 + 0.1, tracked: true}
	}
	if len(w.drawn) > 0 {
		slices.Sort(w.drawn)
		return limits{gap: between(0.6*w.drawn[len(w.drawn)/2], leastGap, mostGap)}
	}
	if gap, ok := valley(w.gaps); ok {
		return limits{gap: gap}
	}
	if space := w.spaceOf(&row[0]); space > 0 {
		return limits{gap: between(space/2, leastGap, mostGap)}
	}
	return limits{gap: usualGap}
}

func between(x, least, most float32) float32 { return min(max(x, least), most) }

// valley finds the widest range without gaps between those of letters and those of words.
func valley(gaps []float32) (float32, bool) {
	const (
		step    = 0.02
		steps   = 18
		fewest  = 6 // gaps that are enough to tell
		widest  = 3 // steps, at least
		letters = 5 // steps: gaps up to here may be between letters
	)
	if len(gaps) < fewest {
		return 0, false
	}
	var seen [steps]bool
	for _, gap := range gaps {
		seen[int(between(gap/step, 0, steps-1))] = true
	}
	best, at, low := widest-1, 0, -1
	for i, yes := range seen {
		if !yes {
			continue
		}
		if low >= 0 && low <= letters && i-low-1 > best {
			best, at = i-low-1, low
		}
		low = i
	}
	if best < widest {
		return 0, false
	}
	return between((float32(at)+1+float32(best)/2)*step, leastGap, mostGap), true
}

// parts reports whether a word ends between the glyph at i and what stands before it, which began at start and reaches
// to end.
func (l limits) parts(row []glyph, start, i int, end float32) bool {
	g, before := &row[i], &row[i-1]
	gap := (g.u0 - end) / max(g.size, 0.1)
	spaced := before.is(space)
	if spaced {
		before = &row[lastInk(row, i)-1]
	}
	if (g.r == '.') != (before.r == '.') && leads(row, i) || notes(row, start, i) {
		return true
	}
	switch {
	case spaced && !l.tracked:
		return gap > 0.05
	case (g.class|before.class)&wide != 0:
		return gap > 0.5
	case g.is(apart):
		return gap > l.gap/2
	}
	return gap > l.gap
}

// notes reports whether a raised mark at the beginning of a line, as of a footnote, ends before i.
func notes(row []glyph, start, i int) bool {
	return start == 0 && row[0].script == Super && row[i].script == None && row[i].is(letter)
}

// leads reports whether a line of dots that leads to a page number begins at i, or ends before it: a dot stands on one
// side, and none on the other. Dots may stand apart.
func leads(row []glyph, i int) bool {
	const run = 4
	step := 1
	if row[i].r != '.' {
		step, i = -1, i-1
	}
	dots := 0
	for ; i >= 0 && i < len(row) && dots < run && (row[i].r == '.' || row[i].is(space)); i += step {
		if row[i].r == '.' {
			dots++
		}
	}
	return dots == run
}

// mostlyLetters reports whether most of a line is letters: digits that stand apart are the columns of a table.
func mostlyLetters(row []glyph) bool {
	yes, no := 0, 0
	for i := range row {
		switch {
		case row[i].is(letter) && !row[i].is(wide):
			yes++
		case !row[i].is(space):
			no++
		}
	}
	return yes > 3*no
}
