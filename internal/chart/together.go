package chart

import (
	"math"
	"slices"
	"strings"
	"unicode"
)

// Distances between the parts of one label, in sizes of the font.
const (
	nextLine  = 0.7 // below the line before
	nextWord  = 1.0 // behind the word before, as recognition places words
	lineShift = 0.6 // of edges or middles that are aligned
)

// group is a whole label: all its lines, and the number among them.
type group struct {
	box
	name, value string
	parts       []int // in scene.labels
}

// together reports whether a label goes on in another: with its next line, or its next words.
func (s *scene) together(a, b *label) bool {
	if math.Abs(a.angle-b.angle) > 1 {
		return false
	}
	if gap := b.y0 - a.y1; gap > -lineShift*s.em && gap <= nextLine*s.em && b.middle.y > a.middle.y+lineShift*s.em {
		shift := min(math.Abs(a.x0-b.x0), math.Abs(a.x1-b.x1), math.Abs(a.centre().x-b.centre().x))
		return shift <= lineShift*s.em && a.x0 < b.x1 && b.x0 < a.x1
	}
	gap := b.x0 - a.x1
	return gap > -lineShift*s.em && gap <= nextWord*s.em && math.Abs(a.middle.y-b.middle.y) <= lineShift*s.em
}

// groups joins the labels that stand together. A second number begins the next label, but for
// one in brackets.
func (s *scene) groups(take func(*label) bool) []group {
	var order []int
	for i := range s.labels {
		if take(&s.labels[i]) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return compare(s.labels[a].middle.y, s.labels[b].middle.y) })
	var out []group
	for _, i := range order {
		l := &s.labels[i]
		name, value := l.text, ""
		if l.number.ok {
			name, value = "", l.text
		} else if head, tail, ok := cutNumber(l.text); ok {
			name, value = head, tail
		}
		k := slices.IndexFunc(out, func(g group) bool {
			return (g.value == "" || value == "" || strings.HasPrefix(value, "(")) && s.together(&s.labels[g.parts[len(g.parts)-1]], l)
		})
		if k < 0 {
			out = append(out, group{box: l.box, name: name, value: value, parts: []int{i}})
			continue
		}
		g := &out[k]
		g.box, g.parts = g.box.union(l.box), append(g.parts, i)
		g.name, g.value = strings.TrimSpace(g.name+" "+name), strings.TrimSpace(g.value+" "+value)
	}
	return out
}

// says reports a label with something to read.
func (l *label) says() bool {
	return strings.ContainsFunc(l.text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// wholeNames gives entries of a legend the words that their names go on with. Words with a sample of their own begin
// another, and so do words as far below as one entry is below the other: their sample was not recognised.
func (s *scene) wholeNames(legend []entry, heads []int, samples []entry) {
	sampled := func(l *label) bool {
		return slices.ContainsFunc(samples, func(e entry) bool {
			return math.Abs(e.box.centre().y-l.middle.y) < 0.7*s.em && e.box.x1 <= l.x0+0.2*s.em && l.x0-e.box.x1 < swatchGap*s.em
		})
	}
	pitch := math.Inf(1)
	for i := 1; i < len(legend); i++ {
		if d := legend[i].box.centre().y - legend[i-1].box.centre().y; d > 0.5*s.em {
			pitch = min(pitch, d)
		}
	}
	for k, last := range heads {
		for last >= 0 {
			next := slices.IndexFunc(s.labels, func(l label) bool {
				return l.role == free && !l.number.ok && l.middle.y-s.labels[last].middle.y < 0.8*pitch && !sampled(&l) &&
					s.together(&s.labels[last], &l)
			})
			if next >= 0 {
				legend[k].name += " " + s.labels[next].text
				s.labels[next].role = legendLabel
			}
			last = next
		}
	}
}
