package table

// interval is a stretch of white, and what speaks for it as a border.
type interval struct{ x0, x1 float32 }

// white gives the stretches that no phrase covers and that enough lines show as a gap. Where a few phrases reach into
// the white of nearly all other lines, it is the stretch that the fewest cover.
func (g *grid) white(edges []float32, cover, split []int) []interval {
	var out []interval
	for k := 0; k+1 < len(edges); {
		if !g.mostlyWhite(cover[k], split[k]) {
			k++
			continue
		}
		n, least := k, k
		for n+1 < len(edges) && g.mostlyWhite(cover[n], split[n]) {
			if cover[n] < cover[least] || cover[n] == cover[least] && edges[n+1]-edges[n] > edges[least+1]-edges[least] {
				least = n
			}
			n++
		}
		if cover[least] > 0 {
			out = append(out, interval{edges[least], edges[least+1]})
		}
		for i := k; i < n; {
			if cover[i] > 0 {
				i++
				continue
			}
			j := i
			for j < n && cover[j] == 0 {
				j++
			}
			in := interval{edges[i], edges[j]}
			if g.evidence(in) > wideEnough && !g.marksOnly(in) && g.supported(in) {
				out = append(out, in)
			}
			i = j
		}
		k = n
	}
	return out
}

// mostlyWhite reports whether a stretch that so many lines cover and so many show as a gap may be a border.
func (g *grid) mostlyWhite(cover, split int) bool {
	return cover == 0 || split >= 3 && float32(split) >= whiteShare*float32(cover+split)
}

// wideEnough, in sizes of the font, is how much wider than the space between words the gaps at a border are in sum.
const wideEnough = 0.3

// supported reports whether white between two vertical rules, which part the columns already, is there in enough of
// the lines that have something between them.
func (g *grid) supported(in interval) bool {
	left, right := float32(-1), float32(-1)
	for _, v := range g.v {
		if v.length() < longRule*(g.box.Y1-g.box.Y0) {
			continue
		}
		switch {
		case v.pos >= in.x0-slant && v.pos <= in.x1+slant:
			return true
		case v.pos < in.x0 && (left < 0 || v.pos > left):
			left = v.pos
		case v.pos > in.x1 && (right < 0 || v.pos < right):
			right = v.pos
		}
	}
	if left < 0 || right < 0 {
		return true
	}
	split, all := 0, 0
	for i := range g.lines {
		before, after := false, false
		for _, p := range g.lines[i].phrases {
			if p.x0 > left-g.em/2 && p.x1 < right+g.em/2 && !p.spans {
				before = before || p.x1 <= in.x0+slant
				after = after || p.x0 >= in.x1-slant
			}
		}
		if before && after {
			split++
		}
		if before || after {
			all++
		}
	}
	return split*5 >= all*2
}

// evidence adds up how much wider than between words the gaps are that hold a stretch of white.
func (g *grid) evidence(in interval) float32 {
	var sum float32
	for i := range g.lines {
		l := &g.lines[i]
		for j := 1; j < len(l.phrases); j++ {
			a, b := &l.phrases[j-1], &l.phrases[j]
			if a.x1 <= in.x0+slant && b.x0 >= in.x1-slant && !a.spans && !b.spans && !g.ruleBetween(l, a, b) {
				sum += min((b.x0-a.x1)/g.em-wordGap, 1)
			}
		}
	}
	for _, v := range g.v {
		if v.pos >= in.x0-slant && v.pos <= in.x1+slant {
			sum++
		}
	}
	return sum
}

// marksOnly reports whether nothing but bullets stands right before a stretch of white: they belong to what follows.
func (g *grid) marksOnly(in interval) bool {
	marks := 0
	for i := range g.lines {
		l := &g.lines[i]
		for j := range l.phrases {
			if p := &l.phrases[j]; abs(p.x1-in.x0) < 0.5*g.em {
				if p.to-p.from > 1 || !bullet(g.s.words[p.from].text) {
					return false
				}
				marks++
			}
		}
	}
	return marks > 0
}

// ruleBetween reports whether a vertical rule explains the gap between two phrases.
func (g *grid) ruleBetween(l *line, a, b *phrase) bool {
	for _, v := range g.v {
		if v.pos > a.x1-slant && v.pos < b.x0+slant && v.from < l.level() && v.to > l.level() {
			return true
		}
	}
	return false
}
