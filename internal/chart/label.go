package chart

import (
	"math"
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
)

// role is what a label turned out to be.
type role uint8

const (
	free role = iota
	tickLabel
	legendLabel
	valueLabel
	otherLabel
)

// label is a piece of text that belongs together.
type label struct {
	box
	text   string
	middle point // of the ink
	angle  float64
	size   float64
	bold   bool
	number number
	role   role
}

// Distances between words, in sizes of the font.
const (
	wordGap   = 0.6 // more than a space
	labelsOut = 2.5 // how far outside a figure its labels may stand
)

// begin collects the labels in and around a figure.
func begin(src Source) (*scene, error) {
	s := &scene{box: boxOf(src.Box)}
	if src.Page == nil || !finite(s.box.x0, s.box.y0, s.box.x1, s.box.y1) || s.box.area() <= 0 {
		return nil, ErrNone
	}
	var sizes []float64
	for i := range src.Lines {
		if l := &src.Lines[i]; s.box.holds(boxOf(l.Box).centre()) && finite(float64(l.Size)) && l.Size > 0 {
			sizes = append(sizes, float64(l.Size))
		}
	}
	if len(sizes) == 0 || len(sizes) > maxLabels {
		return nil, ErrNone
	}
	slices.Sort(sizes)
	s.em = sizes[len(sizes)/2]
	if min(s.box.width(), s.box.height()) < 4*s.em {
		return nil, ErrNone
	}
	reach := s.box.grown(labelsOut * s.em)
	for i := range src.Lines {
		if reach.holds(boxOf(src.Lines[i].Box).centre()) {
			s.addLine(src.Page, &src.Lines[i])
		}
	}
	if len(s.labels) > maxLabels {
		return nil, ErrNone
	}
	return s, nil
}

// addLine cuts a line at gaps that are wider than spaces. Numbers beside numbers are labels of their own.
func (s *scene) addLine(p *engine.Page, l *layout.Line) {
	words := l.Words
	for len(words) > 0 {
		n := 1
		for n < len(words) && distance(&words[n-1], &words[n], l.Angle) <= wordGap*float64(l.Size) {
			n++
		}
		piece := makeLabel(p, words[:n], l)
		if n > 1 && !piece.number.ok && allNumbers(words[:n]) {
			for i := range n {
				s.labels = append(s.labels, makeLabel(p, words[i:i+1], l))
			}
		} else {
			s.labels = append(s.labels, piece)
		}
		words = words[n:]
	}
}

func allNumbers(words []layout.Word) bool {
	return !slices.ContainsFunc(words, func(w layout.Word) bool { return !parseNumber(w.Text).ok })
}

// distance is the gap between words along their line.
func distance(a, b *layout.Word, angle float32) float64 {
	p, q := boxOf(a.Box), boxOf(b.Box)
	if math.Abs(math.Sin(float64(angle)*math.Pi/180)) > 0.7 {
		return max(q.y0-p.y1, p.y0-q.y1)
	}
	return max(q.x0-p.x1, p.x0-q.x1)
}

func makeLabel(p *engine.Page, words []layout.Word, l *layout.Line) label {
	out := label{box: boxOf(words[0].Box), angle: float64(l.Angle), size: float64(l.Size), bold: words[0].Bold}
	ink, inked := box{}, false
	texts := make([]string, len(words))
	for i := range words {
		w := &words[i]
		texts[i] = w.Text
		out.box = out.box.union(boxOf(w.Box))
		b := boxOf(w.Box)
		if w.Font >= 0 && w.First >= 0 && int(w.Last) < len(p.Chars) && w.Last-w.First < 64 {
			b = inkOf(p.Chars[w.First:w.Last+1], b)
		}
		if !inked {
			ink, inked = b, true
		}
		ink = ink.union(b)
	}
	out.middle = ink.centre()
	out.text = strings.Join(texts, " ")
	out.number = parseNumber(out.text)
	if v, ok := power(p, words); ok {
		out.number = number{value: v, other: v, ok: true}
	}
	return out
}

// inkOf is the box around the ink of characters that lies in another.
func inkOf(chars []engine.Char, within box) box {
	ink, found := box{}, false
	for i := range chars {
		b := boxOf(chars[i].Box)
		if b.area() <= 0 || !within.grown(within.height()/4).holds(b.centre()) {
			continue
		}
		if !found {
			ink, found = b, true
		}
		ink = ink.union(b)
	}
	if !found {
		return within
	}
	return ink
}

// power reads ten with a raised exponent, whose figures are smaller.
func power(p *engine.Page, words []layout.Word) (float64, bool) {
	first, last := words[0].First, words[len(words)-1].Last
	if words[0].Font < 0 || first < 0 || int(last) >= len(p.Chars) || last-first > 8 || last-first < 2 {
		return 0, false
	}
	base, exponent := "", ""
	for _, c := range p.Chars[first : last+1] {
		switch {
		case c.Rune <= ' ':
		case exponent == "" && c.Size >= 0.9*p.Chars[first].Size:
			base += string(c.Rune)
		case c.Size < 0.9*p.Chars[first].Size && c.Origin.Y < p.Chars[first].Origin.Y:
			exponent += string(c.Rune)
		default:
			return 0, false
		}
	}
	n := parseNumber(exponent)
	if base != "10" || !n.ok || math.Abs(n.value) > 30 {
		return 0, false
	}
	return math.Pow(10, n.value), true
}
