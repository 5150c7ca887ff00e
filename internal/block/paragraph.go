package block

import "strings"

// Weights of the decision that a new paragraph begins between two rows.
var breakWeights = struct {
	bias, gap, indent, outdent, fits, full, sentence, open, hyphen, lower, size, bold, term, italic, color, caps, mark, rule, tag, sameTag float64
}{
	bias: -1.0, gap: 1.7, indent: 1.5, outdent: 1.1, fits: 1.6, full: -0.9, sentence: 0.7, open: -0.4, hyphen: -4, lower: -2,
	size: 3.5, bold: 3, term: 3, italic: 0.9, color: 1.6, caps: 1.2, mark: 6, rule: 2.5, tag: 2, sameTag: -3,
}

// paragraphs gives the places where paragraphs begin, and the end.
func (s *sheet) paragraphs(rows []row) []int {
	starts := []int{0}
	pitch := s.leafPitch(rows)
	for i := 1; i < len(rows); i++ {
		first := starts[len(starts)-1]
		if rows[i].group != nil || rows[i-1].group != nil || s.breaks(rows, first, i, pitch) {
			starts = append(starts, i)
		}
	}
	return append(starts, len(rows))
}

// leafPitch is the usual distance of baselines in a leaf, in sizes of the font.
func (s *sheet) leafPitch(rows []row) float32 {
	const fewest = 3
	var distances tally
	for i := 1; i < len(rows); i++ {
		a, b := &rows[i-1], &rows[i]
		if a.group != nil || b.group != nil || !near(a.size, b.size, 0.06) {
			continue
		}
		if d := (b.baseline - a.baseline) / b.size; d > 0.8 && d < 3.2 {
			distances.add(float64(d), len(b.text))
		}
	}
	usual := s.pitch / s.em
	if len(distances) < fewest {
		return usual
	}
	return float32(distances.usual(samePitch, float64(usual)))
}

// breaks decides between row i and the one before it; first is where the paragraph begins that may go on.
func (s *sheet) breaks(rows []row, first, i int, pitch float32) bool {
	w := breakWeights
	a, b := &rows[i-1], &rows[i]
	if a.contents != b.contents || a.contents && b.contents {
		return !(a.contents && b.contents)
	}
	em := max(a.size, b.size)
	gap := (b.baseline - a.baseline) / min(a.size, b.size)
	score := w.bias + patchBreak(a, b) + w.gap*clip(float64((gap/pitch-1)/0.25), -1, 3)
	left, right := s.local(rows, i)
	shift := (b.box.X0 - a.start) / em
	opened := i-1 == first // the row before is the first of its paragraph
	switch {
	case opened && a.mark.kind != none && absolute(b.box.X0-a.start) < 0.7*em:
		// the second line of a list item hangs below the first word
	case (b.box.X0-a.box.X0)/em > 0.7 && b.box.X0-left > 0.7*em && shift < 8:
		score += w.indent
	case (b.box.X0-a.box.X0)/em < -0.7 && !opened:
		score += w.outdent
		if b.first.Bold && !b.look.bold && !a.last.Bold { // an entry hangs from its head word
			score += w.term
		}
	}
	if s.room(a, b, left, right) {
		score += w.fits
	} else {
		score += w.full
	}
	_, hyphen := divided(a.text)
	switch {
	case hyphen && startsLower(b.text):
		score += w.hyphen
	case startsLower(b.text):
		score += w.lower
	case endsSentence(a.text):
		score += w.sentence
	default:
		score += w.open
	}
	if !near(a.size, b.size, 0.06) {
		score += w.size
	}
	if a.last.Bold != b.first.Bold && a.look.bold != b.look.bold {
		score += w.bold
	}
	if a.last.Italic != b.first.Italic && a.look.italic != b.look.italic {
		score += w.italic
	}
	if a.look.color != b.look.color && a.last.Color != b.first.Color {
		score += w.color
	}
	if a.look.caps != b.look.caps && len(a.text) > 3 && len(b.text) > 3 {
		score += w.caps
	}
	if s.listed(b) {
		score += w.mark
	}
	if s.ruled(a, b) {
		score += w.rule
	}
	if x, y := s.element(a.last), s.element(b.first); x > 0 && y > 0 {
		if x == y {
			score += w.sameTag
		} else {
			score += w.tag
		}
	}
	return score > 0
}

// local are the edges of the text around row i: of rows of the same size that stand close.
func (s *sheet) local(rows []row, i int) (left, right float32) {
	left, right = rows[i-1].box.X0, rows[i-1].box.X1
	const far = 4
	take := func(j int, from *row) bool {
		r := &rows[j]
		if r.group != nil || !near(r.size, rows[i-1].size, 0.06) || absolute(r.baseline-from.baseline) > 2.2*r.size {
			return false
		}
		left, right = min(left, r.box.X0), max(right, r.box.X1)
		return true
	}
	for j := i - 2; j >= 0 && j >= i-far && take(j, &rows[j+1]); j-- {
	}
	for j := i; j < len(rows) && j < i+far && take(j, &rows[j-1]); j++ {
	}
	return left, right
}

// room reports whether the first word of b would have fitted behind a: the typesetter had the space and did not use it.
func (s *sheet) room(a, b *row, left, right float32) bool {
	word := s.level(b.first.Box)
	need := word.X1 - word.X0 + 0.3*b.size
	if b.mark.kind != none {
		need = b.start - b.box.X0
	}
	slack := right - a.box.X1
	if middle := (left + right) / 2; absolute((a.box.X0+a.box.X1)/2-middle) < 0.6*a.size && a.box.X0 > left+a.size {
		slack = (right - left) - (a.box.X1 - a.box.X0)
	}
	return slack > need
}

// ruled reports whether a rule divides two rows.
func (s *sheet) ruled(a, b *row) bool {
	for _, r := range s.rules {
		if y := (r.Y0 + r.Y1) / 2; y > a.baseline+0.35*a.size && y < b.box.Y0+0.1*b.size && r.X0 < min(a.box.X1, b.box.X1) && r.X1 > max(a.box.X0, b.box.X0) {
			return true
		}
	}
	return false
}

// joined is the text of the rows of one paragraph. A word that a hyphen divides at a line end is one again.
func joined(rows []row) string {
	if rows[0].contents {
		lines := make([]string, len(rows))
		for i := range rows {
			lines[i] = rows[i].text
		}
		return strings.Join(lines, "\n")
	}
	var text []byte
	for i := range rows {
		if i > 0 {
			if stem, ok := divided(rows[i-1].text); ok && startsLower(rows[i].text) {
				text = text[:len(text)-len(rows[i-1].text)+len(stem)]
			} else if !unspaced(rows[i-1].text, rows[i].text) {
				text = append(text, ' ')
			}
		}
		text = append(text, rows[i].text...)
	}
	return string(text)
}

func absolute(x float32) float32 { return max(x, -x) }
