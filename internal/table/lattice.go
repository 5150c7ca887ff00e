package table

import "slices"

// lattice is the cells that rules enclose: the smallest fields between rules of both directions, joined where no rule
// parts them.
type lattice struct {
	xs, ys []float32
	field  []int // the cell of each field, row by row
	cells  []cell
}

// mostFields is how many fields are looked at; drawings have more.
const mostFields = 20000

// edgeShare is the part of the side of a field that rules have to cover.
const edgeShare = 0.8

// lattice lays out what the rules of a grid enclose. It reports whether all of it is rectangles, two rows and two
// columns of them at least.
func (g *grid) lattice() (*lattice, bool) {
	l := &lattice{xs: g.snapped(g.v, g.h, g.box.X0, g.box.X1), ys: g.snapped(g.h, g.v, g.box.Y0, g.box.Y1)}
	rows, cols := len(l.ys)-1, len(l.xs)-1
	if rows < 2 || cols < 2 || rows*cols > mostFields {
		return nil, false
	}
	joined := newSets(rows * cols)
	beside, below := covered(g.v, l.xs, l.ys), covered(g.h, l.ys, l.xs)
	for r := range rows {
		for c := range cols {
			if c > 0 && !beside[c*rows+r] {
				joined.join(r*cols+c-1, r*cols+c)
			}
			if r > 0 && !below[r*cols+c] {
				joined.join((r-1)*cols+c, r*cols+c)
			}
		}
	}
	return l, l.rectangles(joined)
}

// snapped are the places of parallel rules, and where the outermost of those across end within some bounds, without what
// is next to another.
func (g *grid) snapped(rules, across []rule, least, most float32) []float32 {
	var all []float32
	for _, r := range rules {
		all = append(all, r.pos)
	}
	slices.Sort(all)
	var out []float32
	for _, x := range all {
		if n := len(out); n == 0 || x-out[n-1] > ruleTouch*g.em {
			out = append(out, x)
		}
	}
	if len(out) == 0 || len(across) == 0 {
		return out
	}
	first, last := out[0], out[len(out)-1]
	for _, r := range across {
		first, last = min(first, max(r.from, least)), max(last, min(r.to, most))
	}
	if out[0]-first > wideColumn*g.em {
		out = slices.Insert(out, 0, first)
	}
	if last-out[len(out)-1] > wideColumn*g.em {
		out = append(out, last)
	}
	return out
}

// covered says for each place of parallel rules, and for each stretch between two of the places across, whether rules
// run there.
func covered(rules []rule, places, stretches []float32) []bool {
	n := len(stretches) - 1
	length := make([]float32, len(places)*n)
	for _, r := range rules {
		k := at(places, r.pos)
		if k == len(places) || k > 0 && r.pos-places[k-1] < places[k]-r.pos {
			k--
		}
		from := max(0, at(stretches, r.from)-1)
		for i := from; i < n && stretches[i] < r.to; i++ {
			length[k*n+i] += max(0, overlap(r.from, r.to, stretches[i], stretches[i+1]))
		}
	}
	out := make([]bool, len(length))
	for i := range out {
		out[i] = length[i] >= edgeShare*(stretches[i%n+1]-stretches[i%n])
	}
	return out
}

// rectangles makes cells of fields that are joined, and reports whether all of them are rectangles.
func (l *lattice) rectangles(joined sets) bool {
	cols := len(l.xs) - 1
	l.field = make([]int, len(joined))
	number := map[int]int{}
	var fields []int
	for i := range joined {
		id, ok := number[joined.find(i)]
		r, c := i/cols, i%cols
		if !ok {
			id = len(l.cells)
			number[joined.find(i)] = id
			l.cells = append(l.cells, cell{r0: r, c0: c, r1: r, c1: c})
			fields = append(fields, 0)
		}
		k := &l.cells[id]
		k.r0, k.c0, k.r1, k.c1 = min(k.r0, r), min(k.c0, c), max(k.r1, r), max(k.c1, c)
		l.field[i] = id
		fields[id]++
	}
	for i, k := range l.cells {
		if fields[i] != (k.r1-k.r0+1)*(k.c1-k.c0+1) {
			return false
		}
	}
	return true
}

// cellAt is the number of the cell around a place, or -1.
func (l *lattice) cellAt(x, y float32) int {
	r, c := at(l.ys, y)-1, at(l.xs, x)-1
	if r < 0 || c < 0 || r >= len(l.ys)-1 || c >= len(l.xs)-1 {
		return -1
	}
	return l.field[r*(len(l.xs)-1)+c]
}

// compact takes out rows and columns that are no more than space between rules: too narrow for words, or one blank cell
// from side to side.
func (l *lattice) compact(em float32) {
	rows, cols := make([]int, len(l.ys)-1), make([]int, len(l.xs)-1)
	for _, k := range l.cells {
		for r := k.r0; r <= k.r1; r++ {
			rows[r]++
		}
		for c := k.c0; c <= k.c1; c++ {
			cols[c]++
		}
	}
	for r := len(rows) - 1; r >= 0; r-- {
		if l.ys[r+1]-l.ys[r] < wideColumn*em || rows[r] == 1 {
			l.ys = l.drop(l.ys, r, func(k *cell) (first, last *int) { return &k.r0, &k.r1 })
		}
	}
	for c := len(cols) - 1; c >= 0; c-- {
		if l.xs[c+1]-l.xs[c] < wideColumn*em || cols[c] == 1 {
			l.xs = l.drop(l.xs, c, func(k *cell) (first, last *int) { return &k.c0, &k.c1 })
		}
	}
}

// drop takes out a row or column without words of its own. What reaches over it keeps the rest.
func (l *lattice) drop(places []float32, n int, extent func(*cell) (first, last *int)) []float32 {
	for i := range l.cells {
		if first, last := extent(&l.cells[i]); *first == n && *last == n && len(l.cells[i].words) > 0 {
			return places
		}
	}
	l.cells = slices.DeleteFunc(l.cells, func(k cell) bool {
		first, last := extent(&k)
		return *first == n && *last == n
	})
	for i := range l.cells {
		first, last := extent(&l.cells[i])
		if *first > n {
			*first--
		}
		if *last >= n {
			*last--
		}
	}
	if n+2 == len(places) { // the last
		return places[:n+1]
	}
	return slices.Delete(places, n, n+1)
}
