package table

import (
	"slices"
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/engine"
)

// newGrid gathers what stands in a region.
func (s *sheet) newGrid(box engine.Box) *grid {
	g := &grid{s: s, box: box, em: s.em}
	tol := ruleTouch * s.em
	for _, r := range s.h {
		if r.pos >= box.Y0-tol && r.pos <= box.Y1+tol && r.to > box.X0+tol && r.from < box.X1-tol {
			g.h = append(g.h, r)
		}
	}
	for _, r := range s.v {
		if r.pos >= box.X0-tol && r.pos <= box.X1+tol && r.to > box.Y0+tol && r.from < box.Y1-tol {
			g.v = append(g.v, r)
		}
	}
	from, to := s.rowsBetween(box.Y0, box.Y1)
	g.space = s.spaceOf(from, to, box)
	var sizes []float32
	for i := from; i < to; i++ {
		r := &s.rows[i]
		l := line{base: r.base, size: r.size}
		for k := r.from; k < r.to; k++ {
			w := &s.words[k]
			if w.taken || w.mid() < box.X0 || w.mid() > box.X1 {
				continue
			}
			if ornament(w.text) {
				g.marks = append(g.marks, k)
				if w.text[0] != '.' {
					g.h = append(g.h, rule{pos: w.level(), from: w.box.X0, to: w.box.X1})
				}
				continue
			}
			sizes = append(sizes, w.size)
			if n := len(l.phrases) - 1; n >= 0 && l.phrases[n].to == k && g.together(&s.words[k-1], w) {
				l.phrases[n].to = k + 1
				l.phrases[n].x1 = max(l.phrases[n].x1, w.box.X1)
				continue
			}
			l.phrases = append(l.phrases, phrase{from: k, to: k + 1, x0: w.box.X0, x1: w.box.X1})
		}
		if len(l.phrases) > 0 {
			g.lines = append(g.lines, l)
		}
	}
	if len(sizes) > 0 {
		slices.Sort(sizes)
		g.em = sizes[len(sizes)/2]
	}
	g.attachScripts()
	return g
}

// ornament reports whether a word is a line or a leader: one character many times.
func ornament(t string) bool {
	const least = 5
	if len(t) < least || strings.IndexByte(".-_=", t[0]) < 0 {
		return false
	}
	return strings.Count(t, t[:1]) == len(t)
}

// spaceOf is the most that words of one phrase stand apart, judged by the distances of words of letters.
func (s *sheet) spaceOf(from, to int, box engine.Box) float32 {
	var gaps []float32
	for _, r := range s.rows[from:to] {
		for k := r.from + 1; k < r.to; k++ {
			a, b := &s.words[k-1], &s.words[k]
			if a.box.X0 < box.X0 || b.box.X1 > box.X1 || !letters(a.text) || !letters(b.text) {
				continue
			}
			if gap := (b.box.X0 - a.box.X1) / max(a.size, 0.1); gap < fixedGap {
				gaps = append(gaps, gap)
			}
		}
	}
	if len(gaps) < 4 {
		return wordGap
	}
	slices.Sort(gaps)
	return min(max(wordGap, 1.3*gaps[len(gaps)/2]), fixedGap)
}

// letters reports whether a word is of small letters only, or begins with one large.
func letters(t string) bool {
	for i, r := range t {
		if !unicode.IsLower(r) && (i > 0 || !unicode.IsUpper(r)) {
			return false
		}
	}
	return len(t) > 1
}

// together reports whether two neighbours on a line belong to one phrase.
func (g *grid) together(a, b *word) bool {
	limit := g.space
	switch {
	case a.fixed && b.fixed:
		limit = fixedGap
	case a.read && b.read && a.line == b.line:
		limit = readGap
	}
	if b.box.X0-a.box.X1 > limit*min(a.size, b.size) {
		return false
	}
	x := (a.box.X1 + b.box.X0) / 2
	slack := 0.25 * a.size
	for _, v := range g.v {
		if v.from <= a.level() && v.to >= a.level() && abs(v.pos-x) <= max(slack, (b.box.X0-a.box.X1)/2+slack) &&
			v.pos > a.mid() && v.pos < b.mid() {
			return false
		}
	}
	return true
}

// number reports whether a phrase is a figure: more digits than letters, or a sign that stands for one.
func (g *grid) number(p *phrase) bool {
	digits, letters, signs := 0, 0, 0
	for _, w := range g.s.words[p.from:p.to] {
		for _, r := range w.text {
			switch {
			case r >= '0' && r <= '9':
				digits++
			case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 0xBF && (unicode.IsLetter(r) || r >= 0xE000):
				letters++
			default:
				signs++
			}
		}
	}
	return digits > 0 && digits >= letters || digits+letters == 0 && signs <= 3
}
