package blank

import (
	"cmp"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/table"
)

// room is what rules enclose above a stretch of a level one: a cell, or the white over a line where it has no walls.
type room struct {
	box         engine.Box
	left, right bool // there are walls
	roof        bool // and a rule above
	tray        bool // walls, and nothing above
	walled      bool // both walls are drawn
	words       []int
}

// cell reports whether a room is closed on all sides.
func (r *room) cell() bool { return r.left && r.right && (r.roof || r.tray) }

// Bounds of the search: pages with more rules are drawings.
const (
	mostRules = 1500
	mostRooms = 6000
	mostOver  = 400   // that are looked at for the next one above
	mostWords = 20000 // of the page
)

// Lengths, in sizes of the usual font.
const (
	same         = 0.15 // walls that are this near are one
	touch        = 0.4  // rules that come this near meet
	lowRoom      = 0.75 // the least height of a room
	roofGap      = 1    // how far from its walls the roof of a room may end
	slimRoom     = 0.5  // and its width
	endsTogether = 0.6  // how far apart rules end that end together
)

// wallShare is the part of the height of a room that its walls stand for; what is lower marks the places of letters.
const wallShare = 0.6

// bound keeps the longest rules where there are too many, and the first words.
func (p *Page) bound() {
	p.all = p.all[:min(len(p.all), mostWords)]
	for _, rules := range []*[]table.Rule{&p.level, &p.upright} {
		if len(*rules) <= mostRules {
			continue
		}
		slices.SortStableFunc(*rules, func(a, b table.Rule) int { return cmp.Compare(b.To-b.From, a.To-a.From) })
		*rules = (*rules)[:mostRules]
		slices.SortStableFunc(*rules, func(a, b table.Rule) int { return cmp.Compare(a.Pos, b.Pos) })
	}
}

// findRooms lists the rooms over all level rules, and which words stand in each.
func (p *Page) findRooms() {
	for i := range p.level {
		p.roomsOver(i)
		if len(p.rooms) > mostRooms {
			p.rooms = p.rooms[:mostRooms]
			break
		}
	}
	for i := range p.rooms {
		r := &p.rooms[i]
		for k := range p.all {
			if x, y := middle(p.all[k].box); holds(r.box, x, y) {
				r.words = append(r.words, k)
			}
		}
	}
}

// edge is where a room ends: at a wall, or where the rule below it does.
type edge struct {
	x    float32
	from float32 // how high the wall reaches
	wall bool
}

// roomsOver lists the rooms over one level rule, between the walls that stand on it.
func (p *Page) roomsOver(i int) {
	floor := p.level[i]
	tol := touch * p.em
	edges := []edge{{x: floor.From}}
	at, _ := slices.BinarySearchFunc(p.upright, floor.From-tol, func(r table.Rule, x float32) int { return cmp.Compare(r.Pos, x) })
	for ; at < len(p.upright) && p.upright[at].Pos <= floor.To+tol; at++ {
		u := p.upright[at]
		if u.To < floor.Pos-tol || u.From > floor.Pos-lowRoom*p.em/2 {
			continue
		}
		e := edge{x: u.Pos, from: u.From, wall: true}
		if last := &edges[len(edges)-1]; (!last.wall && e.x-last.x < tol) || e.x-last.x < same*p.em && last.from >= e.from {
			*last = e
			continue
		} else if e.x-last.x < same*p.em {
			continue
		}
		edges = append(edges, e)
	}
	if last := edges[len(edges)-1]; floor.To-last.x > tol {
		edges = append(edges, edge{x: floor.To})
	}
	p.between(i, edges)
}

// between makes rooms of the stretches between edges. A wall that is too low to part two rooms under one roof is none.
func (p *Page) between(i int, edges []edge) {
	floor := p.level[i]
	for a := 0; a+1 < len(edges); {
		b := a + 1
		roof, ok := p.over(i, edges[a].x, edges[b].x)
		for ok && b+1 < len(edges) && p.ticks(floor.Pos, p.level[max(roof, 0)].Pos, edges[a], edges[b]) {
			next, okNext := p.over(i, edges[b].x, edges[b+1].x)
			if !okNext || abs(p.level[next].Pos-p.level[roof].Pos) > touch*p.em {
				break
			}
			b++
		}
		p.addRoom(i, roof, edges[a], edges[b])
		a = b
	}
}

// ticks reports whether a wall is much lower than the room and the wall before it.
func (p *Page) ticks(floor, roof float32, before, e edge) bool {
	tall := floor - e.from
	return e.wall && tall < wallShare*(floor-roof) && (!before.wall || tall < wallShare*(floor-before.from))
}

// over is the next rule above a stretch of a level one, -1 for none.
func (p *Page) over(i int, x0, x1 float32) (int, bool) {
	floor := p.level[i].Pos
	for k := i - 1; k >= max(0, i-mostOver); k-- {
		r := p.level[k]
		if floor-r.Pos >= slimRoom*p.em && overlap(r.From, r.To, x0, x1) >= 0.5*(x1-x0) {
			return k, true
		}
	}
	return -1, false
}

// addRoom adds a room if something can be written in it. Where the rules above and below end together, there need be no
// wall on that side.
func (p *Page) addRoom(i, roof int, a, b edge) {
	floor := p.level[i]
	r := room{box: engine.Box{X0: a.x, X1: b.x, Y1: floor.Pos}, roof: roof >= 0}
	if r.roof {
		r.box.Y0 = p.level[roof].Pos
	}
	stands := func(e edge) bool { return e.wall && floor.Pos-e.from >= wallShare*high(r.box) }
	if a.wall && b.wall && (!r.roof || !stands(a) || !stands(b)) {
		r.box.Y0, r.roof, r.tray = max(a.from, b.from), false, true
	}
	if r.roof && (p.level[roof].From > a.x+roofGap*p.em || p.level[roof].To < b.x-roofGap*p.em) {
		r.roof = false
	}
	r.left, r.right = stands(a), stands(b)
	r.walled = r.left && r.right
	if r.roof && r.left != r.right {
		above := p.level[roof]
		r.left = r.left || !a.wall && abs(above.From-floor.From) < endsTogether*p.em
		r.right = r.right || !b.wall && abs(above.To-floor.To) < endsTogether*p.em
	}
	if high(r.box) >= lowRoom*p.em && wide(r.box) >= slimRoom*p.em {
		p.rooms = append(p.rooms, r)
	}
}
