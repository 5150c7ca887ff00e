package stroke

import (
	"cmp"
	"math"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
)

// line is runs that lie in one straight line: sums over their pixels, from which the line through them follows.
type line struct {
	x0, x1, y0, y1 int
	n              float64
	sx, sy         float64
	sxx, sxy       float64
}

func (l *line) add(r run) {
	if l.n == 0 {
		l.x0, l.x1, l.y0, l.y1 = r.x0, r.x1, r.y, r.y
	}
	l.x0, l.x1, l.y0, l.y1 = min(l.x0, r.x0), max(l.x1, r.x1), min(l.y0, r.y), max(l.y1, r.y)
	n := float64(r.x1 - r.x0 + 1)
	mid := float64(r.x0+r.x1) / 2
	l.n += n
	l.sx += n * mid
	l.sy += n * float64(r.y)
	l.sxx += n*mid*mid + n*(n*n-1)/12
	l.sxy += n * mid * float64(r.y)
}

func (l *line) join(o *line) {
	l.x0, l.x1, l.y0, l.y1 = min(l.x0, o.x0), max(l.x1, o.x1), min(l.y0, o.y0), max(l.y1, o.y1)
	l.n, l.sx, l.sy, l.sxx, l.sxy = l.n+o.n, l.sx+o.sx, l.sy+o.sy, l.sxx+o.sxx, l.sxy+o.sxy
}

func (l *line) length() float64 { return float64(l.x1 - l.x0 + 1) }

func (l *line) slope() float64 {
	spread := l.sxx - l.sx*l.sx/l.n
	if spread <= 0 {
		return 0
	}
	return (l.sxy - l.sx*l.sy/l.n) / spread
}

// at is the height of the line at a place.
func (l *line) at(x float64) float64 { return l.sy/l.n + l.slope()*(x-l.sx/l.n) }

// steepest is the slope of what still counts as level: four degrees.
const steepest = 0.07

// straight reports whether the runs lie in one line that is no wider than a stroke.
func (l *line) straight(wide int) bool {
	slope := math.Abs(l.slope())
	return slope < steepest && l.n <= float64(wide+1)*l.length() && float64(l.y1-l.y0) <= slope*l.length()+float64(wide)+1
}

func (l *line) stroke(dpi float64) Stroke {
	points := 72 / dpi
	place := func(x float64) engine.Point {
		return engine.Point{X: float32((x + 0.5) * points), Y: float32((l.at(x) + 0.5) * points)}
	}
	return Stroke{From: place(float64(l.x0)), To: place(float64(l.x1)), Width: float32(l.n / l.length() * points)}
}

// lines joins runs that touch. Where what comes out is no straight line, several strokes have run into each other or
// into a letter, and every long run is a line of its own.
func lines(runs []run, wide int, shortest float64) []line {
	parent := touching(runs)
	whole := make(map[int]*line)
	var order []int
	for i, r := range runs {
		k := root(parent, i)
		if whole[k] == nil {
			whole[k] = &line{}
			order = append(order, k)
		}
		whole[k].add(r)
	}
	var out []line
	crooked := make(map[int]bool)
	for _, k := range order {
		switch l := whole[k]; {
		case !l.straight(wide):
			crooked[k] = true
		case l.length() >= shortest:
			out = append(out, *l)
		}
	}
	if len(crooked) == 0 {
		return out
	}
	for i, r := range runs {
		if crooked[root(parent, i)] && float64(r.x1-r.x0) >= 2*shortest {
			var l line
			l.add(r)
			out = append(out, l)
		}
	}
	return out
}

// touching makes sets of the runs that touch one of the row above or below.
func touching(runs []run) []int {
	parent := make([]int, len(runs))
	for i := range parent {
		parent[i] = i
	}
	above := 0
	for i, r := range runs {
		for above < i && (runs[above].y < r.y-1 || runs[above].y == r.y-1 && runs[above].x1 < r.x0-1) {
			above++
		}
		for k := above; k < i && runs[k].y == r.y-1 && runs[k].x0 <= r.x1+1; k++ {
			parent[root(parent, i)] = root(parent, k)
		}
	}
	return parent
}

func root(parent []int, i int) int {
	for parent[i] != i {
		parent[i] = parent[parent[i]]
		i = parent[i]
	}
	return i
}

// joined puts the pieces of broken strokes together: those that go on from each other within a gap.
func joined(lines []line, wide int, gap float64) []line {
	skew := usualSlope(lines)
	height := func(l *line) float64 { return l.sy/l.n - skew*l.sx/l.n }
	slices.SortFunc(lines, func(a, b line) int { return cmp.Or(cmp.Compare(height(&a), height(&b)), cmp.Compare(a.x0, b.x0)) })
	gone := make([]bool, len(lines))
	for i := range lines {
		if gone[i] {
			continue
		}
		a := &lines[i]
		for again := true; again; {
			again = false
			for k := i + 1; k < len(lines) && height(&lines[k])-height(a) <= float64(wide); k++ {
				if b := &lines[k]; !gone[k] && goesOn(a, b, wide, gap) {
					a.join(b)
					gone[k], again = true, true
				}
			}
		}
	}
	k := 0
	return slices.DeleteFunc(lines, func(line) bool { k++; return gone[k-1] })
}

// goesOn reports whether two lines follow each other at one height, nearer than the shorter is long.
func goesOn(a, b *line, wide int, gap float64) bool {
	left, right := a, b
	if b.x0 < a.x0 {
		left, right = b, a
	}
	between := float64(right.x0 - left.x1)
	if between > min(gap, a.length(), b.length()) || between < -gap {
		return false
	}
	mid := float64(right.x0+left.x1) / 2
	return math.Abs(left.at(mid)-right.at(mid)) <= float64(wide)/2
}

// usualSlope is the slope that half of all lines, by length, do not exceed.
func usualSlope(lines []line) float64 {
	order := make([]int, len(lines))
	all := 0.0
	for i := range lines {
		order[i] = i
		all += lines[i].length()
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(lines[a].slope(), lines[b].slope()), cmp.Compare(a, b)) })
	sum := 0.0
	for _, i := range order {
		if sum += lines[i].length(); 2*sum >= all {
			return lines[i].slope()
		}
	}
	return 0
}
