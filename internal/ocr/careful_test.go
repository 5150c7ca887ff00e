package ocr

import (
	"context"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
)

// sized reads a page as the text for its width, at one place of the page.
type sized map[int]Word

func (s sized) Read(_ context.Context, page *engine.Raster, o Options) (*Reading, error) {
	w, ok := s[page.Width]
	if !ok {
		return &Reading{}, nil
	}
	scale := float32(page.Width) / 100
	w.Box = engine.Box{X0: 10 * scale, Y0: 10 * scale, X1: 40 * scale, Y1: 20 * scale}
	return &Reading{Lines: []Line{NewLine([]Word{w}, 0)}}, nil
}

func TestTwice(t *testing.T) {
	page := &engine.Raster{Pixels: make([]byte, 100*50), Width: 100, Height: 50, Grey: true}
	for _, tt := range []struct {
		name    string
		careful bool
		reader  sized
		want    string
	}{
		{"not asked for", false, sized{100: {Text: "a", Confidence: 0.4}, 70: {Text: "b", Confidence: 0.9}}, "a"},
		{"sure already", true, sized{100: {Text: "a", Confidence: 0.95}, 70: {Text: "b", Confidence: 0.99}, 150: {Text: "b", Confidence: 0.99}}, "a"},
		{"two against one", true, sized{100: {Text: "a", Confidence: 0.6}, 70: {Text: "b", Confidence: 0.5}, 150: {Text: "b", Confidence: 0.5}}, "b"},
		{"nobody else", true, sized{100: {Text: "a", Confidence: 0.2}}, "a"},
	} {
		got, err := Twice{tt.reader}.Read(t.Context(), page, Options{Careful: tt.careful})
		if err != nil || got.Lines[0].Words[0].Text != tt.want {
			t.Errorf("%s: %+v, %v", tt.name, got, err)
		}
	}
}

// corner reads one word in the top left corner of whatever it is given.
type corner struct{}

func (corner) Read(_ context.Context, page *engine.Raster, _ Options) (*Reading, error) {
	w := Word{Text: "a", Box: engine.Box{X0: margin, Y0: margin, X1: margin + 4, Y1: margin + 4}, Confidence: float64(page.Pixels[margin*page.Width+margin]) / 255}
	return &Reading{Lines: []Line{NewLine([]Word{w}, 0)}}, nil
}

func TestFocused(t *testing.T) {
	page := &engine.Raster{Pixels: make([]byte, 100*50), Width: 100, Height: 50, Grey: true}
	page.Pixels[20*100+30] = 51
	got, err := Focused{corner{}}.Read(t.Context(), page, Options{Regions: []engine.Box{{X0: 30, Y0: 20, X1: 60, Y1: 30}}})
	if err != nil || len(got.Lines) != 1 {
		t.Fatalf("%+v, %v", got, err)
	}
	if w := got.Lines[0].Words[0]; w.Box.X0 != 30 || w.Box.Y0 != 20 || w.Confidence != 0.2 {
		t.Errorf("%+v", w)
	}
}
