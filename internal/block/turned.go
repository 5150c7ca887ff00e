package block

import "slices"

// turned makes groups of the lines that run at another angle than most.
func (s *sheet) turned() {
	last := -1
	for i := range s.Text.Lines {
		l := &s.Text.Lines[i]
		if s.held[i] || s.taken[i] != nil || l.Angle == s.angle {
			continue
		}
		s.held[i] = true
		b := s.level(l.Box)
		if last >= 0 {
			g := &s.groups[last]
			before := &s.Text.Lines[g.lines[len(g.lines)-1]]
			if before.Angle == l.Angle && near(before.Size, l.Size, 0.15) && touches(grown(g.box, l.Size), b) {
				g.box, g.lines = union(g.box, b), append(g.lines, i)
				continue
			}
		}
		last = len(s.groups)
		s.groups = append(s.groups, group{box: b, lines: []int{i}})
	}
}

// sideGroups takes turned text that stands beside all other text out of the order: it is read last.
func (s *sheet) sideGroups() []piece {
	x0, x1 := s.width, float32(0)
	for i := range s.atoms {
		if p := &s.atoms[i]; !p.turned() {
			x0, x1 = min(x0, p.box.X0), max(x1, p.box.X1)
		}
	}
	var out []piece
	s.atoms = slices.DeleteFunc(s.atoms, func(p piece) bool {
		away := p.turned() && x0 < x1 && (p.box.X1 <= x0 || p.box.X0 >= x1)
		if away {
			out = append(out, p)
		}
		return away
	})
	return out
}

// turned reports whether a piece is text that runs at another angle.
func (p *piece) turned() bool {
	return p.group != nil && p.group.table == nil && !p.group.figure && p.group.sign == nil
}
