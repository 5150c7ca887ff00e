package block

import (
	"cmp"
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
)

// Bounds of a stretch of labels and values.
const (
	fewestPairs = 3
	pairGap     = 3   // from one to the next, in distances of baselines
	pairSlack   = 0.8 // of edges that line up, in sizes of the main font
	valueLines  = 4   // of a value, at most
	mostPairs   = 2000
)

// pairs puts groups in the place of labels and their values. A column of labels beside a column of values is no pair of
// columns, so this is seen before a region is cut.
func (s *sheet) pairs(pieces []piece) []piece {
	links := s.links(pieces)
	if len(links) == 0 || len(links) > mostPairs {
		return pieces
	}
	used := make([]bool, len(pieces))
	for i := range links {
		for _, k := range links[i].pieces {
			used[k] = true
		}
	}
	gone := make([]bool, len(pieces))
	var groups []piece
	for _, run := range s.runs(pieces, links, used) {
		if !run.whole(s, pieces, used) {
			continue
		}
		g := &group{box: run.box, pairs: s.pairBlock(pieces, run.links)}
		for i := range run.links {
			for _, k := range run.links[i].pieces {
				gone[k] = true
			}
		}
		row := -1 - int32(len(s.groups)+len(groups))
		groups = append(groups, piece{box: g.box, baseline: g.box.Y1, size: s.em, row: row, group: g, stack: g.box.X1 - g.box.X0})
	}
	var out []piece
	for i := range pieces {
		if !gone[i] {
			out = append(out, pieces[i])
		}
	}
	return append(out, groups...)
}

// run is a stretch of labels and values of one arrangement, from the top down.
type run struct {
	links []link
	box   engine.Box
}

// runs gathers links that follow each other: blanks in a row, then what stands below.
func (s *sheet) runs(pieces []piece, links []link, used []bool) []run {
	slices.SortStableFunc(links, func(a, b link) int {
		return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.box.X0, b.box.X0))
	})
	var rows, out []run
	for _, l := range links {
		s.goOn(pieces, &l, used)
		one := run{[]link{l}, l.box}
		if n := len(rows) - 1; n >= 0 && rows[n].links[0].row == l.row && l.blank && rows[n].links[0].blank && !foreign(pieces, &rows[n], &one) {
			rows[n].add(&one)
		} else {
			rows = append(rows, one)
		}
	}
	for i := range rows {
		at := -1
		for k := range out {
			if s.follows(&out[k], &rows[i]) && !foreign(pieces, &out[k], &rows[i]) {
				at = k
			}
		}
		if at < 0 {
			out = append(out, rows[i])
		} else {
			out[at].add(&rows[i])
		}
	}
	return out
}

func (r *run) add(o *run) { r.links, r.box = append(r.links, o.links...), union(r.box, o.box) }

// goOn adds to a value the lines below it that begin where it does and have no label.
func (s *sheet) goOn(pieces []piece, l *link, used []bool) {
	if l.way != ahead || l.value == nil {
		return
	}
	last := l.value
	for n := 1; n < valueLines; n++ {
		next := -1
		for i := range pieces {
			p := &pieces[i]
			down := p.baseline - last.baseline
			if !used[i] && p.group == nil && absolute(p.box.X0-l.value.box.X0) < pairSlack*s.em && near(p.size, last.size, 0.06) && down > 0.5*s.em && down < 1.1*s.pitch && !preceded(pieces, p) {
				next = i
			}
		}
		if next < 0 {
			return
		}
		used[next] = true
		last = &pieces[next]
		l.pieces, l.box = append(l.pieces, next), union(l.box, last.box)
	}
}

// preceded reports whether something stands left of a piece on its row.
func preceded(pieces []piece, p *piece) bool {
	return slices.ContainsFunc(pieces, func(o piece) bool { return o.group == nil && o.row == p.row && o.box.X0 < p.box.X0 })
}

// follows reports whether a run goes on with a row below it in the same arrangement.
func (s *sheet) follows(r, row *run) bool {
	below := false
	for i := range row.links {
		l := &row.links[i]
		for k := range r.links {
			o := &r.links[k]
			if o.key == l.key && !o.blank {
				return false // labels that come again are the speakers of a dialogue
			}
			below = below || o.way == l.way && o.row != l.row && s.aligned(o, l)
		}
	}
	return below && row.box.Y0-r.box.Y1 < (pairGap-1)*s.pitch
}

// aligned reports whether labels or values of two links line up.
func (s *sheet) aligned(a, b *link) bool {
	slack := pairSlack * s.em
	return absolute(a.box.X0-b.box.X0) < slack || a.way == ahead && b.way == ahead && absolute(a.from-b.from) < slack && a.from > a.box.X0+slack && b.from > b.box.X0+slack
}

// foreign reports whether two runs together would reach around something else.
func foreign(pieces []piece, a, b *run) bool {
	all := union(a.box, b.box)
	own := map[int]bool{}
	for _, r := range []*run{a, b} {
		for i := range r.links {
			for _, k := range r.links[i].pieces {
				own[k] = true
			}
		}
	}
	for i := range pieces {
		if !own[i] && touches(pieces[i].box, all) {
			return true
		}
	}
	return false
}

// whole reports whether a run is enough, and does not end within a sentence that goes on below it.
func (r *run) whole(s *sheet, pieces []piece, used []bool) bool {
	if n := len(r.links); n >= fewestPairs && r.links[n-1].inline {
		last := &pieces[r.links[n-1].pieces[0]]
		for i := range pieces {
			p := &pieces[i]
			if !used[i] && p.group == nil && touches(p.box, lower(last.box, 1.2*s.pitch)) && startsLower(s.textOf(p)) {
				r.links = r.links[:n-1]
				r.box = r.links[0].box
				for k := range r.links {
					r.box = union(r.box, r.links[k].box)
				}
				break
			}
		}
	}
	sure := !slices.ContainsFunc(r.links, func(l link) bool { return !l.sure })
	return len(r.links) >= fewestPairs || sure && (len(r.links) > 1 || len(r.links[0].pieces) > 1 || r.links[0].choice)
}

// pairBlock is the block of labels and values.
func (s *sheet) pairBlock(pieces []piece, links []link) *doc.Block {
	b := &doc.Block{Type: doc.KeyValue, Page: s.Seen.Number}
	var box engine.Box
	var parts []part
	size, chars := 0.0, 0
	for i := range links {
		l := &links[i]
		var here engine.Box
		var own []part
		var text []string
		for _, k := range l.pieces {
			p := &pieces[k]
			own, text = append(own, p.parts...), append(text, s.textOf(p))
			size, chars = size+float64(p.size)*float64(p.chars), chars+p.chars
		}
		all := strings.Join(text, " ")
		words := s.wordsOf(own)
		for k, w := range words {
			if k == 0 {
				here = w.Box
			}
			here = union(here, w.Box)
		}
		if i == 0 {
			box = here
		}
		box, parts = union(box, here), append(parts, own...)
		value := strings.TrimSpace(all[l.end:])
		pair := doc.Pair{Key: l.key, Value: value, Box: s.fraction(here)}
		pair.Spans = behind(s.spans(all, words), len(all)-len(value))
		b.Pairs = append(b.Pairs, pair)
	}
	b.Box, b.Confidence = s.fraction(box), s.confidence(parts)
	b.Style = &doc.Style{Size: size / float64(max(chars, 1)), Weight: regular, Lines: len(links)}
	return b
}

// behind are the marks of a text without what stands before a place.
func behind(spans []doc.Span, at int) []doc.Span {
	var out []doc.Span
	for _, m := range spans {
		if m.End > at {
			m.Start, m.End = max(m.Start-at, 0), m.End-at
			out = append(out, m)
		}
	}
	return out
}
