package reader

import (
	"bytes"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
	"github.com/octavo-dev/octavo/internal/ocr/pixel"
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

// turnedBox is where a box of a picture comes to lie that is turned clockwise by quarter turns.
func turnedBox(b engine.Box, width, height float32, turn int) engine.Box {
	for range turn / 90 {
		b = engine.Box{X0: height - b.Y1, X1: height - b.Y0, Y0: b.X0, Y1: b.X1}
		width, height = height, width
	}
	return b
}

// Lines of one font are of one height, whatever letters are in them, with or without a margin around their boxes, and
// whichever way a scan is turned.
func TestFull(t *testing.T) {
	for _, text := range []string{"The fishing boats", "are home", "seen us once", "grey gorse", "A1", "Only 12 left"} {
		for _, margin := range []float32{0, 1.5} {
			for _, turn := range []int{0, 90, 180, 270} {
				r, words := drawn(150, strings.Fields(text)...)
				m := pixel.Of(r).Turn(turn)
				for i := range words {
					b := words[i].Box
					b.Y0, b.Y1 = b.Y0-margin, b.Y1+margin
					words[i].Box = turnedBox(b, 200, 30, turn)
				}
				full(words, float32(turn), stroke.InkOf(&engine.Raster{Pixels: m.Pix, Width: m.Width, Height: m.Height, Grey: true, DPI: r.DPI}))
				l := layout.Recognised(words, float64(turn))
				back := turnedBox(l.Box, float32(m.Width)/10, float32(m.Height)/10, 360-turn)
				if h := back.Y1 - back.Y0; h < 9 || h > 9.4 || back.Y0 < 7.6 || back.Y0 > 8 {
					t.Errorf("%q with a margin of %v, turned by %d: %v", text, margin, turn, back)
				}
			}
		}
	}
}

// Text of other scripts, signs and lines that lie askew stay as they are.
func TestFullLeaves(t *testing.T) {
	r, _ := drawn(150)
	for name, test := range map[string]struct {
		text  string
		angle float32
	}{
		"another script": {"灯台", 0}, "another script on its side": {"灯台", 270}, "signs": {"—", 0}, "askew": {"none", 30},
	} {
		box := engine.Box{X0: 10, X1: 20, Y0: 8, Y1: 18}
		words := []layout.Word{{Text: test.text, Box: box}}
		if full(words, test.angle, stroke.InkOf(r)); words[0].Box != box {
			t.Errorf("%s: %v", name, words[0].Box)
		}
	}
	over := []layout.Word{{Text: "The", Box: engine.Box{X1: 20, Y0: 10, Y1: 17.2}}}
	if full(over, 180, stroke.InkOf(r)); over[0].Box.Y0 > 8.1 || over[0].Box.Y1 != 17.2 {
		t.Errorf("letters that fall are above in a line on its head: %v", over[0].Box)
	}
}
