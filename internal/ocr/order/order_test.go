package order

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/engine"
)

// box is a box of one line of 20 pixels.
func box(x, y, width float32) engine.Box {
	return engine.Box{X0: x, Y0: y, X1: x + width, Y1: y + 20}
}

func TestRows(t *testing.T) {
	var columns, receipt, table []engine.Box
	for i := range 5 {
		y := float32(100 + 22*i)
		columns = append(columns, box(300, y+1, 250), box(10, y, 250))
		receipt = append(receipt, box(300, y+2, 60), box(10, y, 200))
		table = append(table, box(300, y*2, 250), box(10, y*2, 250))
	}
	heading := append([]engine.Box{box(10, 20, 500)}, columns...)
	for _, tt := range []struct {
		name  string
		boxes []engine.Box
		want  [][]int
	}{
		{"nothing", nil, nil},
		{"one line in two pieces", []engine.Box{box(200, 13, 90), box(10, 10, 90)}, [][]int{{1, 0}}},
		{"from the top down", []engine.Box{box(10, 60, 90), box(10, 30, 90), box(10, 0, 90)}, [][]int{{2}, {1}, {0}}},
		{"columns", columns, [][]int{{1}, {3}, {5}, {7}, {9}, {0}, {2}, {4}, {6}, {8}}},
		{"a heading over columns", heading, [][]int{{0}, {2}, {4}, {6}, {8}, {10}, {1}, {3}, {5}, {7}, {9}}},
		{"prices beside goods", receipt, [][]int{{1, 0}, {3, 2}, {5, 4}, {7, 6}, {9, 8}}},
		{"a wide table", table, [][]int{{1, 0}, {3, 2}, {5, 4}, {7, 6}, {9, 8}}},
	} {
		if got := Rows(tt.boxes); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %v, not %v", tt.name, got, tt.want)
		}
	}
}

func TestEveryBoxIsReadOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 60).Draw(t, "boxes")
		var boxes []engine.Box
		for range n {
			at := rapid.Float32Range(-10, 1000)
			boxes = append(boxes, engine.Box{X0: at.Draw(t, "x"), Y0: at.Draw(t, "y")})
			b := &boxes[len(boxes)-1]
			b.X1, b.Y1 = b.X0+rapid.Float32Range(0, 400).Draw(t, "w"), b.Y0+rapid.Float32Range(0, 40).Draw(t, "h")
		}
		got := slices.Concat(Rows(boxes)...)
		slices.Sort(got)
		if len(got) != n {
			t.Fatalf("%d of %d boxes", len(got), n)
		}
		for i, k := range got {
			if i != k {
				t.Fatalf("box %d is missing or doubled", i)
			}
		}
	})
}
