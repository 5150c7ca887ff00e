package layout

import (
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/stroke"
)

// said is the text of all lines, one to a line.
func said(t *Text) string {
	out := ""
	for i := range t.Lines {
		for k := range t.Lines[i].Words {
			if k > 0 {
				out += " "
			}
			out += t.Lines[i].Words[k].Text
		}
		out += "\n"
	}
	return out
}

func TestAddSquares(t *testing.T) {
	line := func(y float32) Line {
		return Recognised([]Word{
			{Text: "The", Box: engine.Box{X0: 60, X1: 78, Y0: y - 8, Y1: y + 3}}, {Text: "wall", Box: engine.Box{X0: 82, X1: 104, Y0: y - 8, Y1: y + 3}},
		}, 0)
	}
	square := func(x, y float32, marked bool) stroke.Square {
		return stroke.Square{Box: engine.Box{X0: x, X1: x + 10, Y0: y - 8, Y1: y + 2}, Marked: marked}
	}
	tests := []struct {
		name    string
		squares []stroke.Square
		want    string
	}{
		{"none", nil, "The wall\nThe wall\n"},
		{"before their labels", []stroke.Square{square(44, 100, false), square(44, 130, true)}, "[ ] The wall\n[x] The wall\n"},
		{"behind a label", []stroke.Square{square(110, 100, true)}, "The wall [x]\nThe wall\n"},
		{"one without a label", []stroke.Square{square(300, 100, true)}, "The wall\nThe wall\n"},
		{"two without labels", []stroke.Square{square(300, 100, true), square(300, 130, false)}, "The wall\n[x]\nThe wall\n[ ]\n"},
		{"two that have nothing in common", []stroke.Square{square(300, 100, true), square(340, 150, false)}, "The wall\nThe wall\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text := &Text{}
			text.Add([]Line{line(100), line(130)})
			text.AddSquares(&engine.Page{Width: 400, Height: 400}, test.squares)
			if got := said(text); got != test.want {
				t.Errorf("got:\n%swant:\n%s", got, test.want)
			}
		})
	}
}

// round is a circle of four curves.
func round(x, y, r float32, fill, stroke engine.Color) engine.Path {
	const arc = 0.5523
	k := arc * r
	points := []engine.Point{
		{X: x + r, Y: y}, {X: x + r, Y: y + k}, {X: x + k, Y: y + r}, {X: x, Y: y + r}, {X: x - k, Y: y + r}, {X: x - r, Y: y + k}, {X: x - r, Y: y},
		{X: x - r, Y: y - k}, {X: x - k, Y: y - r}, {X: x, Y: y - r}, {X: x + k, Y: y - r}, {X: x + r, Y: y - k}, {X: x + r, Y: y},
	}
	out := engine.Path{Fill: fill, Stroke: stroke, Width: 0.5, Box: engine.Box{X0: x - r, Y0: y - r, X1: x + r, Y1: y + r}}
	for i, p := range points {
		kind := engine.Curve
		if i == 0 {
			kind = engine.Move
		}
		out.Segments = append(out.Segments, engine.Segment{To: p, Kind: kind})
	}
	out.Visible = out.Box
	return out
}

// Circles are choices where one is filled or several stand on one height, and marks of a chart where most have no label.
func TestButtons(t *testing.T) {
	const black = engine.Color(0xFF)
	label := func(x, y float32) Line {
		return Line{Words: []Word{{Text: "Quay", Box: engine.Box{X0: x, X1: x + 24, Y0: y - 8, Y1: y + 2}}}, Box: engine.Box{X0: x, X1: x + 24, Y0: y - 8, Y1: y + 2}, Baseline: y, Size: 10}
	}
	ring := func(x, y float32) engine.Path { return round(x, y-3.2, 4.5, 0, black) }
	dot := func(x, y float32) engine.Path { return round(x, y-3.2, 2, black, 0) }
	tests := []struct {
		name  string
		lines []Line
		paths []engine.Path
		want  int
	}{
		{"bullets", []Line{label(60, 100), label(60, 120)}, []engine.Path{ring(50, 100), ring(50, 120)}, 0},
		{"one filled", []Line{label(60, 100), label(60, 120)}, []engine.Path{ring(50, 100), ring(50, 120), dot(50, 120)}, 2},
		{"on one height", []Line{label(60, 100), label(120, 100)}, []engine.Path{ring(50, 100), ring(110, 100)}, 2},
		{"marks of a chart", []Line{label(60, 100), label(120, 100)}, []engine.Path{ring(50, 100), ring(110, 100), ring(210, 140), ring(230, 150), ring(250, 200)}, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text := &Text{Lines: test.lines}
			if got := text.squares(&engine.Page{Width: 400, Height: 400, Paths: test.paths}); len(got) != test.want {
				t.Errorf("got %v", got)
			}
		})
	}
}
