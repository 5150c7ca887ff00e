package chart

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// accounted reports whether the reading explains all that is printed and drawn in the plot: every series and every place
// has a name of its own, every name is of something, and no word and no ink is left over.
func (r *reading) accounted(kind string) bool {
	return r.unread == 0 && r.seriesNamed() && r.placesUsed() && !r.wordsLeft() && !r.inkLeft(kind)
}

// seriesNamed reports whether the series and the entries of the legend are each other's.
func (r *reading) seriesNamed() bool {
	seen := map[string]bool{}
	for _, f := range r.series {
		if seen[f.name] || f.name == "" && (len(r.series) > 1 || len(r.legend) > 0) {
			return false
		}
		seen[f.name] = true
	}
	return !slices.ContainsFunc(r.legend, func(e entry) bool { return !seen[e.name] })
}

// placesUsed reports whether every category has a mark.
func (r *reading) placesUsed() bool {
	if r.x != nil {
		return true
	}
	used := map[any]bool{}
	for _, f := range r.series {
		for i := range f.marks {
			used[f.marks[i].x] = true
		}
	}
	for i := range r.cats {
		if !used[r.catText(i)] {
			return false
		}
	}
	return true
}

// wordsLeft reports words or numbers in the plot that are of nothing.
func (r *reading) wordsLeft() bool {
	for i := range r.labels {
		l := &r.labels[i]
		category := slices.ContainsFunc(r.cats, func(c category) bool { return c.label == i })
		if l.role == free && !category && l.says() && r.plot.holds(l.middle) && r.box.holds(l.middle) {
			return true
		}
	}
	return false
}

// cutNames reports categories that go on in words which were not taken for a part of them.
func (r *reading) cutNames(c *Chart) bool {
	if r.x != nil {
		return false
	}
	used := func(i int) bool {
		return slices.ContainsFunc(r.cats, func(c category) bool { return c.label == i })
	}
	for _, cat := range r.cats {
		a := &r.labels[cat.label]
		for i := range r.labels {
			b := &r.labels[i]
			// The name of an axis stands farther away than the next line of a label does.
			name := b.role == otherLabel && (b.y0-a.y1 > tightRow*r.em || b.y1 <= c.plot.y0)
			if !used(i) && !name && (b.role == free || b.role == otherLabel) && b.says() && r.together(a, b) {
				return true
			}
		}
	}
	return false
}

// legible reports whether all names can be read, and the title is none of them.
func (c *Chart) legible() bool {
	texts := []string{c.Title}
	for _, a := range []*Axis{c.X, c.Y} {
		if a != nil {
			texts = append(texts, a.Label)
		}
	}
	for _, s := range c.Series {
		texts = append(texts, s.Name)
		for _, p := range s.Points {
			for _, v := range []any{p.X, p.Y} {
				if name, ok := v.(string); ok {
					texts = append(texts, name)
				}
			}
		}
	}
	if c.Title != "" && slices.Contains(texts[1:], c.Title) {
		return false
	}
	return !slices.ContainsFunc(texts, func(s string) bool { return strings.ContainsRune(s, utf8.RuneError) })
}
