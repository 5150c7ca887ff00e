package chart

import "slices"

// addLong finds the level and upright lines of a picture, axes, grid and ticks, and takes them out of it. They are grey
// or black: lines of data have colours.
func (s *scene) addLong(pic *picture) {
	var taken []int
	for _, upright := range []bool{false, true} {
		long := s.longRuns(pic, upright)
		for _, r := range long {
			s.rules = append(s.rules, s.ruleOf(pic, r, upright))
		}
		for _, r := range long {
			taken = append(taken, r.cells(pic, upright)...)
			s.addTicks(pic, r, upright)
		}
	}
	for _, i := range taken {
		pic.colour[i] = 0
	}
}

// run is a straight stretch of pixels: along from..to, thick at..end across.
type run struct{ at, end, from, to int }

// grey reports colours that lines of axes have.
func (pic *picture) grey(number uint8) bool {
	return number == unsure || number > 0 && dark(pic.palette[number-1])
}

func (pic *picture) get(across, along int, upright bool) uint8 {
	if upright {
		return pic.colour[along*pic.width+across]
	}
	return pic.colour[across*pic.width+along]
}

func (pic *picture) size(upright bool) (across, along int) {
	if upright {
		return pic.width, pic.height
	}
	return pic.height, pic.width
}

// longRuns finds the thin runs that cross a good part of the picture.
func (s *scene) longRuns(pic *picture, upright bool) []run {
	across, along := pic.size(upright)
	least := along / 4
	var all []run
	for a := range across {
		best := run{at: a, end: a + 1}
		start, gaps := -1, 0
		for i := 0; i <= along; i++ {
			if i < along && pic.grey(pic.get(a, i, upright)) {
				if start < 0 {
					start = i
				}
				gaps = 0
				if i+1-start > best.to-best.from {
					best.from, best.to = start, i+1
				}
				continue
			}
			if i < along && pic.get(a, i, upright) == 0 { // marks lie over the grid and do not end it
				gaps++
			}
			if gaps > int(pic.em/2) {
				start = -1
			}
		}
		if best.to-best.from < least || !solid(pic, best, upright) {
			continue
		}
		if n := len(all) - 1; n >= 0 && all[n].end == a {
			all[n].end, all[n].from, all[n].to = a+1, min(all[n].from, best.from), max(all[n].to, best.to)
		} else {
			all = append(all, best)
		}
	}
	thick := max(int(0.4*pic.em), 3)
	return slices.DeleteFunc(all, func(r run) bool { return r.end-r.at > thick })
}

// solid reports a run that is drawn wherever no mark lies over it, or nearly.
func solid(pic *picture, r run, upright bool) bool {
	n, ground := 0, 0
	for i := r.from; i < r.to; i++ {
		switch c := pic.get(r.at, i, upright); {
		case pic.grey(c):
			n++
		case c == 0:
			ground++
		}
	}
	return n > ground && 10*n >= r.to-r.from
}

func (s *scene) ruleOf(pic *picture, r run, upright bool) rule {
	b := pic.box(r.from, r.at, r.to, r.end)
	if upright {
		b = pic.box(r.at, r.from, r.end, r.to)
	}
	return rule{b, 0x808080FF, upright}
}

func (r run) cells(pic *picture, upright bool) []int {
	var out []int
	for a := r.at; a < r.end; a++ {
		for i := r.from; i < r.to; i++ {
			if !pic.grey(pic.get(a, i, upright)) {
				continue
			}
			if upright {
				out = append(out, i*pic.width+a)
			} else {
				out = append(out, a*pic.width+i)
			}
		}
	}
	return out
}

// addTicks finds the short marks that stand on one side of a long line.
func (s *scene) addTicks(pic *picture, r run, upright bool) {
	across, _ := pic.size(upright)
	for _, beside := range []int{r.at - 3, r.end + 2} {
		if beside < 0 || beside >= across {
			continue
		}
		start := -1
		for i := r.from; i <= r.to; i++ {
			if i < r.to && pic.grey(pic.get(beside, i, upright)) {
				if start < 0 {
					start = i
				}
				continue
			}
			if start >= 0 && i-start <= max(int(0.3*pic.em), 3) {
				lo, hi := min(beside, r.at), max(beside+1, r.end)
				if upright {
					s.rules = append(s.rules, rule{pic.box(lo, start, hi, i), 0x808080FF, false})
				} else {
					s.rules = append(s.rules, rule{pic.box(start, lo, i, hi), 0x808080FF, true})
				}
			}
			start = -1
		}
	}
}
