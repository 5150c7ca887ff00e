package block

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
)

// Bounds of places to write in, in sizes of the main font.
const (
	shortestBlank = 2.5
	lowestFrame   = 1.2
	highestFrame  = 5
	nearLabel     = 1.2  // above a blank
	smallLabel    = 0.85 // of the size of the value, in a box with it
	mostBlanks    = 600
)

// blank is a place to write in: a field, a frame or a line.
type blank struct {
	box    engine.Box
	values []int // pieces
	line   bool
	field  bool
}

// blankLinks binds the places to write in to their labels, the nearest first. Arrangements that most of them share go
// before others.
func (s *sheet) blankLinks(pieces []piece, used []bool) []link {
	blanks := s.blanks(pieces)
	if len(blanks) == 0 || len(blanks) > mostBlanks {
		return nil
	}
	var all []bond
	count := map[way]int{}
	for b := range blanks {
		found := s.bonds(pieces, blanks, b)
		slices.SortStableFunc(found, func(x, y bond) int { return cmp.Compare(x.cost, y.cost) })
		if len(found) > 0 {
			count[found[0].way]++
		}
		all = append(all, found...)
	}
	for i := range all {
		if 2*count[all[i].way] < count[ahead]+count[over]+count[under] {
			all[i].cost += nearLabel
		}
	}
	slices.SortStableFunc(all, func(x, y bond) int { return cmp.Compare(x.cost, y.cost) })
	var out []link
	bound := make([]bool, len(blanks))
	for _, x := range all {
		b := &blanks[x.blank]
		if bound[x.blank] || used[x.key] || slices.ContainsFunc(b.values, func(k int) bool { return used[k] }) {
			continue
		}
		bound[x.blank], used[x.key] = true, true
		out = append(out, s.bind(pieces, x, b))
		for _, k := range b.values {
			used[k] = true
		}
	}
	return out
}

// bond is a label that a blank may have.
type bond struct {
	blank, key int
	way        way
	cost       float32
}

// bind makes a link of a label and its blank.
func (s *sheet) bind(pieces []piece, x bond, b *blank) link {
	p := &pieces[x.key]
	text := s.textOf(p)
	l := link{pieces: []int{x.key}, key: strings.TrimRight(text, " :"), end: len(text), box: p.box, from: b.box.X0, row: p.row, way: x.way, blank: true, sure: b.field || slices.Contains(b.values, x.key)}
	for _, k := range b.values {
		if k != x.key {
			l.pieces, l.box = append(l.pieces, k), union(l.box, pieces[k].box)
		}
	}
	l.box = union(l.box, b.box)
	return l
}

// bonds are the labels that a blank may have: inside it and smaller than its value, left of it, or right above or below it.
func (s *sheet) bonds(pieces []piece, blanks []blank, at int) []bond {
	b := &blanks[at]
	if n := len(b.values); n > 1 && !b.line {
		first, next := &pieces[b.values[0]], &pieces[b.values[1]]
		if first.field == 0 && first.size < smallLabel*next.size && first.box.Y1 < next.baseline && s.labelling(first) {
			return []bond{{at, b.values[0], over, 0}}
		}
	}
	var out []bond
	for i := range pieces {
		p := &pieces[i]
		if p.group != nil || p.field != 0 || slices.Contains(b.values, i) || !s.labelling(p) {
			continue
		}
		gap := (b.box.X0 - p.box.X1) / s.em
		up, down := (b.box.Y0-p.baseline)/s.em, (p.baseline-0.5*p.size-b.box.Y1)/s.em
		level := p.baseline > b.box.Y0 && p.baseline-0.5*p.size < b.box.Y1
		if b.line {
			level = absolute(p.baseline-b.box.Y0) < 0.6*p.size && (strings.HasSuffix(s.textOf(p), ":") || !s.amid(pieces, b, p))
		}
		switch {
		case level && gap > -0.4 && gap < keyGap && !between(pieces, blanks, at, p):
			out = append(out, bond{at, i, ahead, gap})
		case !b.line && up > -0.2 && up < nearLabel && p.box.X0 > b.box.X0-s.em && p.box.X0 < b.box.X1 && p.box.X1 < b.box.X1+2*s.em:
			out = append(out, bond{at, i, over, up + absolute(p.box.X0-b.box.X0)/s.em})
		case b.field && down > 0 && down < nearLabel && p.box.X0 > b.box.X0-s.em && p.box.X0 < b.box.X1 && p.box.X1 < b.box.X1+2*s.em:
			out = append(out, bond{at, i, under, down + 0.5 + absolute(p.box.X0-b.box.X0)/s.em})
		}
	}
	return out
}

// amid reports whether a line goes on in text: a scale, or a gap in a sentence.
func (s *sheet) amid(pieces []piece, b *blank, p *piece) bool {
	return slices.ContainsFunc(pieces, func(o piece) bool {
		return o.group == nil && o.row == p.row && o.box.X0 > b.box.X1-0.4*s.em && o.box.X0 < b.box.X1+2*s.em
	})
}

// labelling reports whether a piece may name what is to be written.
func (s *sheet) labelling(p *piece) bool {
	text := s.textOf(p)
	return p.chars <= longestField && markerOf(s.words(p.parts[0])[0].Text).kind != check && strings.ContainsFunc(text, unicode.IsLetter) && !endsSentence(strings.TrimRight(text, ": "))
}

// between reports whether something stands between a label and a blank.
func between(pieces []piece, blanks []blank, at int, p *piece) bool {
	b := &blanks[at]
	gap := engine.Box{X0: p.box.X1, X1: b.box.X0, Y0: p.box.Y0, Y1: p.box.Y1}
	for i := range pieces {
		if inside(pieces[i].box, gap) {
			return true
		}
	}
	for i := range blanks {
		if i != at && inside(blanks[i].box, engine.Box{X0: gap.X0, X1: gap.X1, Y0: gap.Y0 - 1, Y1: max(gap.Y1, b.box.Y1) + 1}) {
			return true
		}
	}
	return false
}

// blanks are the places to write in, with what stands in them.
func (s *sheet) blanks(pieces []piece) []blank {
	var out []blank
	for i := range s.Seen.Widgets {
		if writable(&s.Seen.Widgets[i]) {
			b := blank{box: s.level(s.Seen.Widgets[i].Box), field: true}
			for k := range pieces {
				if pieces[k].field == i+1 {
					b.values = append(b.values, k)
				}
			}
			out = append(out, b)
		}
	}
	fields := len(out)
	for i := range s.Seen.Paths {
		p := &s.Seen.Paths[i]
		if len(out) > mostBlanks {
			return nil
		}
		b := blank{box: s.level(p.Visible)}
		w, h := (b.box.X1-b.box.X0)/s.em, (b.box.Y1-b.box.Y0)/s.em
		b.line = h <= ruleThickness
		hollow := p.Stroke&0xFF != 0 && (p.Fill&0xFF == 0 || p.Fill.Lightness() > 0.9) && plainFrame(p) && h >= lowestFrame && h <= highestFrame
		if p.Annotation || w < shortestBlank || !b.line && !hollow || p.Fill&0xFF == 0 && p.Stroke&0xFF == 0 {
			continue
		}
		if slices.ContainsFunc(out[:fields], func(o blank) bool { return touches(grown(o.box, 0.2*s.em), b.box) }) || s.inTable(b.box) {
			continue
		}
		if b.values = s.inBlank(pieces, &b); b.line || len(b.values) <= valueLines {
			out = append(out, b)
		}
	}
	return out
}

// inBlank are the pieces that stand in a frame or on a line, from the top down.
func (s *sheet) inBlank(pieces []piece, b *blank) []int {
	var out []int
	for i := range pieces {
		p := &pieces[i]
		in := inside(p.box, b.box)
		if b.line {
			in = p.box.X0 > b.box.X0-0.5*s.em && p.box.X1 < b.box.X1+0.5*s.em && b.box.Y0-p.baseline > -0.2*p.size && b.box.Y0-p.baseline < 0.6*p.size
		}
		if in && p.group == nil {
			out = append(out, i)
		}
	}
	slices.SortStableFunc(out, func(i, j int) int {
		return cmp.Or(cmp.Compare(pieces[i].baseline, pieces[j].baseline), cmp.Compare(pieces[i].box.X0, pieces[j].box.X0))
	})
	return out
}

// writable reports whether a field is seen and takes text.
func writable(w *engine.Widget) bool {
	return (w.Kind == engine.WidgetText || w.Kind == engine.WidgetCombo || w.Kind == engine.WidgetList) && !w.Hidden && w.Box.X1 > w.Box.X0
}

// fieldOf is the field whose value a word is part of, counted from 1; 0 for the page's own words.
func (s *sheet) fieldOf(w *layout.Word) int {
	if w.First >= 0 && int(w.First) < len(s.Seen.Chars) && s.Seen.Chars[w.First].Flags&engine.CharAnnotation == 0 {
		return 0
	}
	return 1 + slices.IndexFunc(s.Seen.Widgets, func(f engine.Widget) bool { return writable(&f) && inside(w.Box, f.Box) })
}
