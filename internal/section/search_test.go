package section

import (
	"context"
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// drawn is a lattice of few units and sections, whose costs are whole numbers so that sums are exact.
func drawn(t *rapid.T) *lattice {
	units, kinds := rapid.IntRange(1, 5).Draw(t, "units"), rapid.IntRange(1, 4).Draw(t, "kinds")
	cost := rapid.Map(rapid.IntRange(-6, 0), func(n int) float64 { return float64(n) })
	l := &lattice{turns: make([]turn, units), fit: make([][]float32, units)}
	for u := range units {
		l.fit[u] = make([]float32, kinds)
		for k := range kinds {
			l.fit[u][k] = float32(cost.Draw(t, "fit"))
		}
		l.turns[u] = turn{on: cost.Draw(t, "on"), again: cost.Draw(t, "again"), change: cost.Draw(t, "change"), starts: rapid.Bool().Draw(t, "starts")}
	}
	return l
}

// sum is what a way through a lattice comes to.
func (l *lattice) sum(way []int) float64 {
	total := 0.0
	for u, k := range way {
		total += float64(l.fit[u][k])
		switch {
		case u == 0:
		case way[u-1] == k:
			total += max(l.turns[u].on, l.turns[u].again)
		default:
			total += l.turns[u].change
		}
	}
	return total
}

// each visits every way.
func (l *lattice) each(visit func(way []int)) {
	way := make([]int, len(l.fit))
	var walk func(u int)
	walk = func(u int) {
		if u == len(way) {
			visit(way)
			return
		}
		for k := range l.fit[u] {
			way[u] = k
			walk(u + 1)
		}
	}
	walk(0)
}

func TestSearchEqualsTryingEverything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := drawn(t)
		steps, err := l.search(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		got := make([]int, len(steps))
		for u, s := range steps {
			got[u] = s.kind
		}
		best := math.Inf(-1)
		other := make([]float64, len(steps)) // the best with another section there
		for u := range other {
			other[u] = math.Inf(-1)
		}
		l.each(func(way []int) {
			sum := l.sum(way)
			best = max(best, sum)
			for u, k := range way {
				if k != got[u] {
					other[u] = max(other[u], sum)
				}
			}
		})
		if sum := l.sum(got); sum != best {
			t.Fatalf("%v comes to %v, the best to %v", got, sum, best)
		}
		for u, s := range steps {
			if want := best - other[u]; s.margin != want {
				t.Fatalf("unit %d: margin %v, want %v", u, s.margin, want)
			}
			begins := u == 0 || got[u] != got[u-1] && l.turns[u].starts || got[u] == got[u-1] && l.turns[u].again > l.turns[u].on
			if s.starts != begins {
				t.Fatalf("unit %d starts a document: %v", u, s.starts)
			}
		}
	})
}

func TestSearchTakesTheEarlierOfEquals(t *testing.T) {
	l := &lattice{fit: [][]float32{{-1, 0, 0}, {0, 0, 0}}, turns: make([]turn, 2)}
	steps, err := l.search(t.Context())
	if err != nil || steps[0].kind != 1 {
		t.Errorf("%v: %+v", err, steps)
	}
}

func TestSearchStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	l := &lattice{fit: [][]float32{{0}}, turns: make([]turn, 1)}
	if _, err := l.search(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if steps, err := (&lattice{}).search(t.Context()); err != nil || steps != nil {
		t.Errorf("%v: %v", err, steps)
	}
}
