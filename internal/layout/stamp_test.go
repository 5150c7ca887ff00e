package layout

import (
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
)

func TestStamps(t *testing.T) {
	picture := engine.Box{X0: 150, Y0: 80, X1: 300, Y1: 200}
	line := func(x0, x1, y float32) Line {
		l := Line{Baseline: y, Size: 10, Box: engine.Box{X0: x0, X1: x1, Y0: y - 8, Y1: y + 2}}
		for x := x0; x < x1; x += 30 {
			l.Words = append(l.Words, Word{Text: "lamp", Box: engine.Box{X0: x, X1: x + 26, Y0: y - 8, Y1: y + 2}})
		}
		return l
	}
	tests := []struct {
		name  string
		page  engine.Page
		lines []Line
		want  int
	}{
		{"text across it", engine.Page{Images: []engine.Image{{Visible: picture}}}, []Line{line(50, 380, 120), line(50, 380, 134)}, 1},
		{"text beside it", engine.Page{Images: []engine.Image{{Visible: picture}}}, []Line{line(50, 140, 120), line(310, 380, 120), line(50, 140, 134)}, 0},
		{"text on it", engine.Page{Images: []engine.Image{{Visible: picture}}}, []Line{line(160, 290, 120), line(160, 290, 134)}, 0},
		{"text at its edge", engine.Page{Images: []engine.Image{{Visible: picture}}}, []Line{line(50, 380, 84), line(50, 380, 198)}, 0},
		{"the whole page", engine.Page{Images: []engine.Image{{Visible: engine.Box{X1: 395, Y1: 400}}}}, []Line{line(-20, 380, 120), line(-20, 380, 134)}, 0},
		{"an annotation", engine.Page{Annotations: []engine.Annotation{{Kind: "Watermark", Box: picture}}}, nil, 1},
		{"a hidden annotation", engine.Page{Annotations: []engine.Annotation{{Kind: "Watermark", Box: picture, Hidden: true}}}, nil, 0},
		{"a stamp", engine.Page{Annotations: []engine.Annotation{{Kind: "Stamp", Box: picture}}}, nil, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.page.Width, test.page.Height = 400, 400
			text := &Text{Lines: test.lines}
			text.Stamps = text.stamps(&test.page)
			if len(text.Stamps) != test.want || text.Stamped(picture) != (test.want > 0) {
				t.Errorf("got %v", text.Stamps)
			}
		})
	}
}
