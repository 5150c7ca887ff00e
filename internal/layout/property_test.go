package layout

import (
	"maps"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/engine"
)

// drawMess puts text of all sizes anywhere, some of it hidden, with rules and shapes between.
func drawMess(t *rapid.T) *sheet {
	s := newSheet()
	for range rapid.IntRange(1, 12).Draw(t, "texts") {
		text := rapid.StringMatching(`[a-zA-Z0-9 ~.שלם]{1,20}`).Draw(t, "text")
		changes := []func(*engine.Char){
			func(c *engine.Char) { c.Object = 0 }, // nothing is drawn twice to look bold
			color(rapid.SampledFrom([]engine.Color{0xFF, white, 0xFF0000FF}).Draw(t, "color")),
			mode(rapid.SampledFrom([]engine.TextMode{engine.TextFill, engine.TextInvisible}).Draw(t, "mode")),
		}
		x, y := rapid.Float32Range(0, 400).Draw(t, "x"), rapid.Float32Range(20, 700).Draw(t, "y")
		s.put(x, y, rapid.Float32Range(4, 60).Draw(t, "size"), text, changes...)
	}
	for range rapid.IntRange(0, 4).Draw(t, "shapes") {
		x, y := rapid.Float32Range(0, 400).Draw(t, "left"), rapid.Float32Range(0, 700).Draw(t, "top")
		w, h := rapid.Float32Range(0.5, 200).Draw(t, "width"), rapid.Float32Range(0.5, 200).Draw(t, "height")
		s.rect(engine.Box{X0: x, Y0: y, X1: x + w, Y1: y + h}, rapid.SampledFrom([]engine.Color{0xFF, white, 0x80}).Draw(t, "fill"))
	}
	return s
}

// TestEveryCharacterOnce holds that what is drawn stands in the words once, seen or hidden, and inside their boxes.
func TestEveryCharacterOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawMess(t)
		drawn, read := map[rune]int{}, map[rune]int{}
		for _, c := range s.Chars {
			if !unicode.IsSpace(c.Rune) {
				drawn[c.Rune]++
			}
		}
		text := Read(&s.Page)
		row := int32(0)
		for _, l := range append(text.Lines, text.Hidden...) {
			if l.Row < row {
				t.Fatalf("row %d after %d", l.Row, row)
			}
			row = l.Row
			for _, w := range l.Words {
				if w.Text == "" || strings.ContainsFunc(w.Text, unicode.IsSpace) {
					t.Fatalf("word %q", w.Text)
				}
				for _, r := range w.Text {
					read[r]++
				}
				for _, i := range []int32{w.First, w.Last} {
					c := &s.Chars[i]
					if b := boxOf(c); common(b, w.Box) != b || !strings.ContainsRune(w.Text, c.Rune) {
						t.Fatalf("character %q at %v is not in word %q at %v", c.Rune, b, w.Text, w.Box)
					}
				}
			}
		}
		if !maps.Equal(drawn, read) {
			t.Fatalf("drawn %v, read %v", drawn, read)
		}
	})
}

// TestPlaceDoesNotMatter holds that a page that is moved or made larger reads the same.
func TestPlaceDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSheet(t)
		want := shown(Read(&s.Page).Lines)
		scale := rapid.SampledFrom([]float32{0.5, 2, 4}).Draw(t, "scale")
		for i := range s.Chars {
			c := &s.Chars[i]
			for _, b := range []*engine.Box{&c.Box, &c.Loose} {
				*b = engine.Box{X0: b.X0 * scale, Y0: b.Y0 * scale, X1: b.X1 * scale, Y1: b.Y1 * scale}
			}
			c.Origin.X, c.Origin.Y, c.Size = c.Origin.X*scale, c.Origin.Y*scale, c.Size*scale
		}
		if got := shown(Read(&s.Page).Lines); got != want {
			t.Fatalf("%g times as large %q, want %q", scale, got, want)
		}
	})
}

func TestNonsense(t *testing.T) {
	const plain = "Every sentence that somebody wrote has words whose letters follow rules which nobody thinks about while reading " +
		"them because children learn these long before school begins and strangers notice when someone breaks them badly enough"
	shifted := strings.Map(func(r rune) rune {
		if r == ' ' {
			return r
		}
		return r - 29 // what fonts without values for their characters often give
	}, plain)
	for name, tt := range map[string]struct {
		text    string
		unsound bool
	}{
		"Plain": {plain, false}, "Capitals": {strings.ToUpper(plain), false}, "Shifted": {shifted, true},
		"Codes": {strings.Repeat("NYSE MSFT 4711-XB KLMN 3rd St. ", 20), false},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSheet()
			s.Fonts = make([]engine.Font, 2)
			for i, line := range lines(tt.text) {
				s.put(50, float32(100+15*i), 10, line)
			}
			s.put(50, 700, 10, "a line in another font", func(c *engine.Char) { c.Font = 1 })
			text := Read(&s.Page)
			for i := range text.Lines {
				if want := tt.unsound && i < len(text.Lines)-1; text.Lines[i].Unsound != want {
					t.Errorf("%q: unsound %v, want %v", &text.Lines[i], text.Lines[i].Unsound, want)
				}
			}
		})
	}
}

// lines cuts a text after every sixth word.
func lines(text string) []string {
	var all []string
	words := strings.Fields(text)
	for i := 0; i < len(words); i += 6 {
		all = append(all, strings.Join(words[i:min(i+6, len(words))], " "))
	}
	return all
}
