package reader

import (
	"bytes"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
	"github.com/octavo-dev/octavo/internal/stroke"
)

// drawn is a picture, a tenth of a point fine, of letters of 10 points on a baseline, and where words stand in it.
func drawn(baseline int, texts ...string) (*engine.Raster, []layout.Word) {
	r := &engine.Raster{Pixels: bytes.Repeat([]byte{240}, 2000*300), Width: 2000, Height: 300, Grey: true, DPI: 720}
	var out []layout.Word
	x := 100
	for _, text := range texts {
		top, bottom := baseline-52, baseline
		reach := reachOf(text)
		if reach.rise {
			top = baseline - 72
		}
		if reach.fall {
			bottom = baseline + 20
		}
		end := x + 50*len(text)
		for at := x; at < end; at += 25 { // stems
			for y := top; y < bottom; y++ {
				copy(r.Pixels[y*r.Width+at:], []byte{30, 30, 30, 30, 30, 30})
			}
		}
		out = append(out, layout.Word{Text: text, Box: scaled(engine.Box{X0: float32(x), X1: float32(end), Y0: float32(top), Y1: float32(bottom)}, 0.1)})
		x = end + 30
	}
	return r, out
}

// Lines of one font are of one height, whatever letters are in them, with or without a margin around their boxes.
func TestFull(t *testing.T) {
	for _, text := range []string{"The fishing boats", "are home", "seen us once", "grey gorse", "A1", "Only 12 left"} {
		for _, margin := range []float32{0, 1.5} {
			r, words := drawn(150, strings.Fields(text)...)
			for i := range words {
				words[i].Box.Y0 -= margin
				words[i].Box.Y1 += margin
			}
			full(words, 0, stroke.InkOf(r))
			l := layout.Recognised(words, 0)
			if h := l.Box.Y1 - l.Box.Y0; h < 9 || h > 9.4 || l.Box.Y0 < 7.6 || l.Box.Y0 > 8 {
				t.Errorf("%q with a margin of %v: %v", text, margin, l.Box)
			}
		}
	}
}

// Text of other scripts, signs and lines on their side stay as they are.
func TestFullLeaves(t *testing.T) {
	r, _ := drawn(150)
	for name, test := range map[string]struct {
		text  string
		angle float32
	}{
		"another script": {"灯台", 0}, "signs": {"—", 0}, "on its side": {"none", 90},
	} {
		words := []layout.Word{{Text: test.text, Box: engine.Box{X0: 10, X1: 20, Y0: 8, Y1: 18}}}
		if full(words, test.angle, stroke.InkOf(r)); words[0].Box.Y0 != 8 || words[0].Box.Y1 != 18 {
			t.Errorf("%s: %v", name, words[0].Box)
		}
	}
	over := []layout.Word{{Text: "The", Box: engine.Box{X1: 20, Y0: 10, Y1: 17.2}}}
	if full(over, 180, stroke.InkOf(r)); over[0].Box.Y0 > 8.1 || over[0].Box.Y1 != 17.2 {
		t.Errorf("letters that fall are above in a line on its head: %v", over[0].Box)
	}
}
