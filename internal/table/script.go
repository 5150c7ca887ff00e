package table

import (
	"cmp"
	"slices"
)

// attachScripts puts raised and lowered characters that share no baseline with their words into the line of these.
func (g *grid) attachScripts() {
	for i := range g.lines {
		l := &g.lines[i]
		l.phrases = slices.DeleteFunc(l.phrases, func(p phrase) bool {
			for _, k := range []int{i + 1, i - 1} {
				if k >= 0 && k < len(g.lines) && g.script(&p, l, &g.lines[k]) {
					g.move(p, &g.lines[k])
					return true
				}
			}
			return false
		})
	}
	g.lines = slices.DeleteFunc(g.lines, func(l line) bool { return len(l.phrases) == 0 })
}

func (g *grid) move(p phrase, host *line) {
	for w := p.from; w < p.to; w++ {
		g.s.words[w].base = host.base
	}
	host.phrases = append(host.phrases, p)
	slices.SortFunc(host.phrases, func(a, b phrase) int { return cmp.Or(cmp.Compare(a.x0, b.x0), cmp.Compare(a.from, b.from)) })
}

// script reports whether a phrase is smaller than a line a little above or below its own, and right beside its words.
func (g *grid) script(p *phrase, l, host *line) bool {
	if abs(l.base-host.base) > 0.6*host.size || g.s.words[p.from].size > 0.85*host.size {
		return false
	}
	beside := false
	for _, q := range host.phrases {
		gap := max(p.x0-q.x1, q.x0-p.x1)
		if gap < -0.2*host.size {
			return false
		}
		beside = beside || gap < 0.3*host.size
	}
	return beside
}
