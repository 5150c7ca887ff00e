package block

import "github.com/octavo-dev/octavo/internal/engine"

// grid counts marks in square cells of a page, to find what stands together in time that grows with the page only.
type grid struct {
	cell       float32
	cols, rows int
	marks      []int32
}

// mostCells bounds the work for pages whose text is tiny.
const mostCells = 200

func newGrid(width, height, cell float32) *grid {
	cell = max(cell, width/mostCells, height/mostCells, 1e-3)
	g := &grid{cell: cell, cols: int(width/cell) + 1, rows: int(height/cell) + 1}
	g.marks = make([]int32, g.cols*g.rows)
	return g
}

// mark counts a box in its first cell and touches the others.
func (g *grid) mark(b engine.Box) {
	x0, y0 := g.clip(b.X0, g.cols), g.clip(b.Y0, g.rows)
	x1, y1 := g.clip(b.X1, g.cols), g.clip(b.Y1, g.rows)
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			if g.marks[y*g.cols+x] == 0 {
				g.marks[y*g.cols+x] = 1
			}
		}
	}
	g.marks[y0*g.cols+x0] += 2
}

func (g *grid) clip(v float32, n int) int { return min(max(int(v/g.cell), 0), n-1) }

// components are the boxes around marked cells with at most one empty cell between them, of so many marks and such a
// side at least.
func (g *grid) components(fewest int32, least float32) []engine.Box {
	const step = 2
	var out []engine.Box
	var stack []int
	for at := range g.marks {
		if g.marks[at] == 0 {
			continue
		}
		x0, y0, x1, y1 := g.cols, g.rows, 0, 0
		count := int32(0)
		stack = append(stack[:0], at)
		take := func(i int) {
			count += g.marks[i] / 2
			g.marks[i] = 0
		}
		take(at)
		for len(stack) > 0 {
			i := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			x, y := i%g.cols, i/g.cols
			x0, y0, x1, y1 = min(x0, x), min(y0, y), max(x1, x), max(y1, y)
			for yy := max(y-step, 0); yy <= min(y+step, g.rows-1); yy++ {
				for xx := max(x-step, 0); xx <= min(x+step, g.cols-1); xx++ {
					if j := yy*g.cols + xx; g.marks[j] != 0 {
						take(j)
						stack = append(stack, j)
					}
				}
			}
		}
		b := engine.Box{X0: float32(x0) * g.cell, Y0: float32(y0) * g.cell, X1: float32(x1+1) * g.cell, Y1: float32(y1+1) * g.cell}
		if count >= fewest && b.X1-b.X0 >= least && b.Y1-b.Y0 >= least {
			out = append(out, b)
		}
	}
	return out
}
