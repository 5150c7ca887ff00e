package chart

import (
	"math"
	"slices"
	"strings"
)

// Bounds of the labels of sectors.
const (
	labelRadii  = 1.7 // from the centre
	longestName = 60
	shareSlack  = 2.0 // percent between a share and the number written at it
	asideSector = 0.4 // how far, in radians, a label outside may stand beside its sector
)

// written is what stands at a sector.
type written struct{ name, value string }

// namePie finds the names of the sectors and the title, and says whether all is named. What looks like a title may be a
// label where a sector lacks one, but that is a guess.
func (r *reading) namePie(wedges []wedge) (labels []written, title string, sure bool) {
	before := slices.Clone(r.labels)
	title = r.title(true)
	titled := r.wedgeLabels(wedges)
	sure = r.pieNamed(wedges, titled)
	if title == "" || sure {
		return titled, title, sure
	}
	after := slices.Clone(r.labels)
	copy(r.labels, before)
	if plain := r.wedgeLabels(wedges); names(plain) > names(titled) {
		return plain, "", false
	}
	copy(r.labels, after)
	return titled, title, false
}

func names(all []written) (n int) {
	for _, w := range all {
		if w.name != "" {
			n++
		}
	}
	return n
}

// pieNamed reports whether every sector has a name of its own, and no name is left over.
func (r *reading) pieNamed(wedges []wedge, labels []written) bool {
	seen := map[string]bool{}
	for _, w := range labels {
		if w.name == "" || seen[w.name] {
			return false
		}
		seen[w.name] = true
	}
	if slices.ContainsFunc(r.legend, func(e entry) bool { return !seen[e.name] }) {
		return false
	}
	return !slices.ContainsFunc(r.labels, func(l label) bool {
		return l.role == free && l.says() && r.box.holds(l.middle) && r.beside(wedges, &l.box)
	})
}

// beside reports a label that is in the disc or near it.
func (r *reading) beside(wedges []wedge, b *box) bool {
	w := &wedges[0]
	p := nearestTo(b, w.centre)
	return math.Hypot(p.x-w.centre.x, p.y-w.centre.y) <= labelRadii*w.radius
}

// nearestTo is the point of a box that is nearest to another.
func nearestTo(b *box, p point) point {
	return point{min(max(p.x, b.x0), b.x1), min(max(p.y, b.y0), b.y1)}
}

// wedgeLabels gives the labels in and around a disc to the sectors they stand at; names of the legend come first.
func (r *reading) wedgeLabels(wedges []wedge) []written {
	out := make([]written, len(wedges))
	all := r.groups(func(l *label) bool {
		return l.role == free && r.box.holds(l.middle) && len(l.text) <= longestName && r.beside(wedges, &l.box)
	})
	byLegend := false
	for i, w := range wedges {
		out[i].name = r.nameOf(w.colour)
		byLegend = byLegend || out[i].name != ""
	}
	var named, valued []group
	for _, g := range all {
		if g.name != "" && len(g.name) <= longestName && !byLegend {
			named = append(named, g)
		}
		if g.value != "" && (g.name == "" || !byLegend) {
			valued = append(valued, g)
		}
	}
	for k, g := range r.assign(wedges, named) {
		out[k].name = g.name
	}
	for k, g := range r.assign(wedges, valued) {
		out[k].value = g.value
	}
	return out
}

// assign gives each sector at most one label. As many labels as sectors go around the disc in the same order; otherwise
// a label belongs to the sector in whose direction it stands, the nearest first.
func (r *reading) assign(wedges []wedge, labels []group) map[int]group {
	out := map[int]group{}
	if n := len(wedges); n == len(labels) {
		slices.SortStableFunc(labels, func(a, b group) int {
			return compare(turn(direction(&wedges[0], &a.box)), turn(direction(&wedges[0], &b.box)))
		})
		best, least := -1, math.Inf(1)
		for shift := range n {
			sum := 0.0
			for i := range wedges {
				sum += aside(&wedges[i], &labels[(i+shift)%n].box)
			}
			if sum < least {
				best, least = shift, sum
			}
		}
		fits := true
		for i := range wedges {
			fits = fits && aside(&wedges[i], &labels[(i+best)%n].box) <= asideSector
		}
		if fits {
			for i := range wedges {
				out[i] = labels[(i+best)%n]
			}
		}
	}
	if len(out) == 0 {
		slices.SortStableFunc(labels, func(a, b group) int { return compare(outside(&wedges[0], &a.box), outside(&wedges[0], &b.box)) })
		for _, g := range labels {
			for k := range wedges {
				if _, taken := out[k]; aside(&wedges[k], &g.box) == 0 {
					if !taken {
						out[k] = g
					}
					break
				}
			}
		}
	}
	for _, g := range out {
		for _, i := range g.parts {
			r.labels[i].role = valueLabel
		}
	}
	return out
}

// outside is how far a label is from the disc.
func outside(w *wedge, b *box) float64 {
	p := nearestTo(b, w.centre)
	return max(math.Hypot(p.x-w.centre.x, p.y-w.centre.y)-w.radius, 0)
}

// direction is where a label stands as seen from the centre: its middle in the disc, its nearest point outside.
func direction(w *wedge, b *box) float64 {
	p := b.centre()
	if math.Hypot(p.x-w.centre.x, p.y-w.centre.y) > w.radius {
		p = nearestTo(b, w.centre)
	}
	return math.Atan2(p.y-w.centre.y, p.x-w.centre.x)
}

// aside is the angle between a sector and the direction of a label.
func aside(w *wedge, b *box) float64 {
	a := math.Mod(direction(w, b)-w.from+8*math.Pi, 2*math.Pi)
	if a <= w.to-w.from {
		return 0
	}
	return min(a-(w.to-w.from), 2*math.Pi-a)
}

// cutNumber parts a label such as "Coal 12 %" or "Coal (12%)".
func cutNumber(text string) (name, value string, ok bool) {
	i := strings.LastIndexAny(text, " (:;")
	for tries := 0; i > 0 && tries < 2; tries++ {
		tail := strings.Trim(text[i:], " ():;,")
		if parseNumber(tail).ok {
			return strings.Trim(text[:i], " (:;,"), tail, true
		}
		i = strings.LastIndexAny(text[:i], " (:;")
	}
	return "", "", false
}

// percent is the share that a label says.
func percent(text string) (float64, bool) {
	text = strings.ReplaceAll(text, " %", "%")
	for _, word := range strings.Fields(text) {
		if n := parseNumber(strings.Trim(word, "()")); n.ok && n.unit == "%" {
			return n.value, true
		}
	}
	return 0, false
}
