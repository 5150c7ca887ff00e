package distill

import (
	"maps"
	"slices"

	"github.com/octavo-dev/octavo/internal/record"
)

// shelf is the items that one window found, by where their values stand.
type shelf struct {
	claims []map[string]*claim // of each item those that have a place, by their path in it
	users  map[[2]int][]int    // the items that have something at a place
}

func (d *draft) shelve(items []*record.Node) *shelf {
	s := &shelf{users: map[[2]int][]int{}}
	for i, it := range items {
		placed := map[string]*claim{}
		seen := map[[2]int]bool{}
		for _, l := range leavesOf(it, "", nil) {
			c := d.claims[l.node]
			if c == nil || c.spot == nil {
				continue
			}
			placed[l.path] = c
			if !seen[c.key()] {
				s.users[c.key()] = append(s.users[c.key()], i)
				seen[c.key()] = true
			}
		}
		s.claims = append(s.claims, placed)
	}
	return s
}

func (c *claim) key() [2]int { return [2]int{c.spot.First, c.spot.Last} }

// same is the item that stands where an item of another window stands: they share a place that can be no other and that
// no further item of either window has, or, where it has no such place, all places.
func (s *shelf) same(other *shelf, i int) (int, bool) {
	settled := false
	for _, path := range slices.Sorted(maps.Keys(other.claims[i])) {
		c := other.claims[i][path]
		settled = settled || c.alone
		mine := s.users[c.key()]
		if !c.alone || len(mine) != 1 || len(other.users[c.key()]) != 1 {
			continue
		}
		if p := s.claims[mine[0]][path]; p != nil && p.alone && p.key() == c.key() {
			return mine[0], true
		}
	}
	if settled || len(other.claims[i]) == 0 {
		return 0, false
	}
	for _, c := range other.claims[i] {
		for _, k := range s.users[c.key()] {
			if equalPlaces(s.claims[k], other.claims[i]) {
				return k, true
			}
		}
		break // one place is enough to find those that share all
	}
	return 0, false
}

func equalPlaces(a, b map[string]*claim) bool {
	if len(a) != len(b) {
		return false
	}
	for path, c := range a {
		if o := b[path]; o == nil || o.key() != c.key() {
			return false
		}
	}
	return true
}
