package auto

import (
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/ocr/paddle"
	"github.com/octavo-dev/octavo/internal/ocr/pixel"
)

var line = pixel.Rect{X: 100, Y: 10, Width: 200, Height: 20}

// read makes a word of Tesseract that stands between two places.
func read(text string, from, to, sure float64) word {
	return word{text: text, rect: pixel.Rect{X: (from + to) / 2, Y: 10, Width: to - from, Height: 16}, confidence: sure, mean: sure}
}

// seen makes a word of PP-OCR.
func seen(text string, from, to, sure float64) word {
	var glyphs []paddle.Glyph
	n := float64(len([]rune(text)))
	for i, r := range []rune(text) {
		at := func(k float64) float64 { return (from + (to-from)*k/n) / line.Width }
		glyphs = append(glyphs, paddle.Glyph{Rune: r, From: at(float64(i)), To: at(float64(i + 1)), Confidence: sure})
	}
	return ofPaddle(paddle.NewWord(glyphs, line), line)
}

func TestVote(t *testing.T) {
	for _, tt := range []struct {
		name string
		a, b []word
		want string
	}{
		{"one reading", []word{read("one", 0, 30, 0.5)}, nil, "one"},
		{"the other", nil, []word{seen("one", 0, 30, 0.5)}, "one"},
		{"the surer word", []word{read("Tota1", 0, 50, 0.4), read("12.50", 60, 100, 0.9)}, []word{seen("Total", 0, 50, 0.9), seen("12.60", 60, 100, 0.5)}, "Total 12.50"},
		{"accents of the language", []word{read("från", 0, 40, 0.4)}, []word{seen("frán", 0, 40, 0.99)}, "från"},
		{"a letter that the other does not know", []word{read("első", 0, 40, 0.4)}, []word{seen("els6", 0, 40, 0.99)}, "első"},
		{"a space overlooked", []word{read("1X", 0, 20, 0.3), read("2.7o", 30, 70, 0.3)}, []word{seen("1X2.70", 0, 72, 0.9)}, "1X 2.70"},
		{"a rule", []word{read("one", 0, 30, 0.9), read("|", 40, 42, 0.9)}, []word{seen("one", 0, 30, 0.9)}, "one"},
		{"a bullet", []word{read("¢", 0, 6, 0.6), read("one", 20, 50, 0.9)}, []word{seen("one", 20, 50, 0.9)}, "• one"},
	} {
		got := ""
		for i, w := range vote(tt.a, tt.b) {
			if i > 0 {
				got += " "
			}
			got += w.text
		}
		if got != tt.want {
			t.Errorf("%s: %q, not %q", tt.name, got, tt.want)
		}
	}
}

// TestClean turns white text on a dark band, with a rule beside it, into black text alone.
func TestClean(t *testing.T) {
	m := pixel.Image{Width: 200, Height: 40, Grey: true, Pix: make([]byte, 200*40)}
	for i := range m.Pix {
		m.Pix[i] = 60
	}
	set := func(x0, y0, x1, y1 int) {
		for y := y0; y < y1; y++ {
			for x := x0; x < x1; x++ {
				m.Pix[y*200+x] = 220
			}
		}
	}
	set(30, 15, 36, 25) // a letter
	set(10, 0, 12, 40)  // a rule
	out := clean(m, engine.Box{X1: 200, Y1: 40}, []engine.Box{{X0: 5, Y0: 8, X1: 120, Y1: 32}})
	at := func(x, y int) byte { return out.Pix[y*out.Width+x] }
	if at(33, 20) > 40 || at(60, 20) < 250 || at(11, 20) < 250 || at(150, 20) < 250 {
		t.Errorf("letter %d, ground %d, rule %d, outside %d", at(33, 20), at(60, 20), at(11, 20), at(150, 20))
	}
}
