package block

import (
	"cmp"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
)

// Bounds of a narrow gutter: white through the words of so many rows, of which so many have words on both sides.
const (
	leastStrip = 0.4 // in sizes of the main font
	fewestBoth = 5
	mostUsual  = 2.2 // distance of rows, in sizes of the main font
)

// strips are narrow gutters inside lines: justified text may stretch its spaces beyond the width of the gutter, so that
// no single line tells where it is, but no word crosses it in many rows.
func (s *sheet) strips() []engine.Box {
	rows := s.wordRows()
	var out []engine.Box
	for len(rows) > 0 {
		n := 1
		for n < len(rows) && rows[n].base-rows[n-1].base < mostUsual*s.em {
			n++
		}
		out = append(out, s.stripsOf(rows[:n])...)
		rows = rows[n:]
	}
	return out
}

// wordRow is the lines on one baseline.
type wordRow struct {
	base  float32
	lines []*layout.Line
}

func (s *sheet) wordRows() []wordRow {
	var rows []wordRow
	at := map[int32]int{}
	for i := range s.Text.Lines {
		l := &s.Text.Lines[i]
		if s.held[i] || s.taken[i] != nil {
			continue
		}
		k, ok := at[l.Row]
		if !ok {
			k = len(rows)
			at[l.Row] = k
			rows = append(rows, wordRow{base: s.baseline(l)})
		}
		rows[k].lines = append(rows[k].lines, l)
	}
	slices.SortStableFunc(rows, func(a, b wordRow) int { return cmp.Compare(a.base, b.base) })
	return rows
}

// stripsOf finds the strips through rows that stand close.
func (s *sheet) stripsOf(rows []wordRow) []engine.Box {
	if len(rows) < fewestBoth {
		return nil
	}
	f := frame{x0: 0, bin: s.width / bins}
	covers := make([]cover, len(rows))
	for i := range rows {
		for _, l := range rows[i].lines {
			for k := range l.Words {
				b := s.level(l.Words[k].Box)
				covers[i].add(f, b.X0+f.bin/2, b.X1-f.bin/2)
			}
		}
		for k := range s.groups {
			if b := &s.groups[k].box; b.Y0 < rows[i].base && b.Y1 > rows[i].base-s.em {
				covers[i].add(f, b.X0+f.bin/2, b.X1-f.bin/2)
			}
		}
	}
	least := max(int(leastStrip*s.em/f.bin), 2)
	var out []engine.Box
	for i := 0; i < len(rows); i++ {
		all := covers[i]
		for j := i; ; j++ {
			ends := j+1 == len(rows)
			next := all
			if !ends {
				next.or(covers[j+1])
			}
			if ends || next != all || j == i {
				fresh := false
				all.holes(least, func(from, to int) {
					if i > 0 && covers[i-1].open(from, to, to-from) {
						return // it begins higher up and was found from there
					}
					if !ends && next.open(from, to, least) {
						fresh = true
						return
					}
					b := engine.Box{X0: f.x0 + f.bin*float32(from), X1: f.x0 + f.bin*float32(to), Y0: rows[i].base - s.em, Y1: rows[j].base + 0.3*s.em}
					if j-i+1 >= fewestBoth && bothSides(covers[i:j+1], from, to) >= fewestBoth {
						out = append(out, b)
					}
				})
				if !fresh {
					break
				}
			}
			all = next
		}
	}
	return out
}

// bothSides counts the rows with words on both sides of a strip.
func bothSides(covers []cover, from, to int) int {
	n := 0
	for i := range covers {
		if !covers[i].open(0, from, from) && !covers[i].open(to, bins, bins-to) {
			n++
		}
	}
	return n
}

// parted divides a line at the strips through it, and where the value of a field begins or ends.
func (s *sheet) parted(line int, strips []engine.Box) []part {
	l := &s.Text.Lines[line]
	if taken := s.taken[line]; taken != nil {
		return untaken(line, taken)
	}
	out := []part{{line, 0, len(l.Words)}}
	base := s.baseline(l)
	for k := 1; k < len(l.Words); k++ {
		x0, x1 := s.level(l.Words[k-1].Box).X1, s.level(l.Words[k].Box).X0
		if len(s.Seen.Widgets) > 0 && s.fieldOf(&l.Words[k-1]) != s.fieldOf(&l.Words[k]) {
			out[len(out)-1].to = k
			out = append(out, part{line, k, len(l.Words)})
			continue
		}
		if x1-x0 < 0.4*s.em {
			continue
		}
		for i := range strips {
			if b := &strips[i]; base > b.Y0 && base < b.Y1 && x0 <= b.X0+0.1*s.em && x1 >= b.X1-0.1*s.em {
				out[len(out)-1].to = k
				out = append(out, part{line, k, len(l.Words)})
				break
			}
		}
	}
	return out
}

// untaken are the stretches of a line that no table holds.
func untaken(line int, taken []bool) []part {
	var out []part
	for k, t := range taken {
		switch n := len(out) - 1; {
		case t:
		case n >= 0 && out[n].to == k:
			out[n].to++
		default:
			out = append(out, part{line, k, k + 1})
		}
	}
	return out
}
