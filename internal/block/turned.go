package block

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
