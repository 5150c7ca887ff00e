package block

import (
	"cmp"
	"slices"
)

// gutter is an upright white strip through some bands.
type gutter struct {
	from, to int // bins
	rows     int // the most bands it passes
}

// gutters are the widest upright white strips that pass through several bands.
func (s *sheet) gutters(bands []band, f frame) []gutter {
	least := max(int(leastGutter*s.em/f.bin), 1)
	var out []gutter
	add := func(g gutter) {
		for i := range out {
			o := &out[i]
			if shared := min(o.to, g.to) - max(o.from, g.from); shared >= least && 2*shared >= min(o.to-o.from, g.to-g.from) {
				o.from, o.to, o.rows = max(o.from, g.from), min(o.to, g.to), max(o.rows, g.rows)
				return
			}
		}
		out = append(out, g)
	}
	for i := range bands {
		all := bands[i].cover
		for j := i; ; j++ {
			ends := j+1 == len(bands)
			next := all
			if !ends {
				next.or(bands[j+1].cover)
			}
			// A strip that the next band closes has its full length here.
			if ends || next != all {
				fresh := false
				all.holes(least, func(from, to int) {
					switch {
					case i > 0 && bands[i-1].cover.open(from, to, to-from): // it begins higher up and was found from there
					case ends || !next.open(from, to, least):
						add(gutter{from, to, j - i + 1})
					default:
						fresh = true
					}
				})
				// What stands on one side only may get a gutter where the other begins.
				if !fresh && next.full() {
					break
				}
			}
			if ends {
				break
			}
			all = next
		}
	}
	slices.SortStableFunc(out, func(a, b gutter) int {
		return cmp.Or(cmp.Compare(b.rows, a.rows), cmp.Compare(b.to-b.from, a.to-a.from), cmp.Compare(a.from, b.from))
	})
	return out[:min(len(out), mostGutters)]
}
