package wire

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
)

func TestPage(t *testing.T) {
	var e Encoder
	for _, p := range []*engine.Page{samplePage(), {Number: 1}, samplePage()} {
		body := joined(e.EncodePage(p))
		got, err := DecodePage(body)
		if err != nil {
			t.Fatal(err)
		}
		clear(body) // nothing may lie in it any more
		same(t, got, p)
	}
}

func TestPageIsMadeHarmless(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	p := samplePage()
	p.Width, p.Height = nan, -5
	p.Chars[0].Box = engine.Box{X0: nan, Y0: inf, X1: -inf, Y1: 3e38}
	p.Chars[0].Angle, p.Chars[1].Angle, p.Chars[2].Angle = nan, -1, 360
	p.Chars[1].Rune, p.Chars[2].Rune = 0xD800, -7
	p.Paths[0].Segments[1].To = engine.Point{X: nan, Y: -inf}
	p.Paths[0].Box = engine.Box{X0: 5, Y0: 4, X1: 1, Y1: 2}
	p.Fonts[0].Name = "A\xffB"
	p.Links[0].Page, p.Images[0].Width = -1, -4
	got, err := DecodePage(joined(new(Encoder).EncodePage(p)))
	if err != nil {
		t.Fatal(err)
	}
	same(t, [2]float32{got.Width, got.Height}, [2]float32{})
	same(t, got.Chars[0].Box, engine.Box{X0: -farthest, Y0: farthest, X1: 0, Y1: farthest})
	for _, c := range got.Chars {
		same(t, c.Angle, float32(0))
	}
	same(t, []rune{got.Chars[1].Rune, got.Chars[2].Rune}, []rune{0xFFFD, 0xFFFD})
	same(t, got.Paths[0].Segments[1].To, engine.Point{Y: -farthest})
	same(t, got.Paths[0].Box, engine.Box{X0: 1, Y0: 2, X1: 5, Y1: 4})
	same(t, [2]int{got.Links[0].Page, int(got.Images[0].Width)}, [2]int{})
	same(t, got.Fonts[0].Name, "A\uFFFDB")
}

func TestPageIsRefused(t *testing.T) {
	for name, spoil := range map[string]func(p *engine.Page){
		"font beyond the list":    func(p *engine.Page) { p.Chars[2].Font = 3 },
		"font below none":         func(p *engine.Page) { p.Chars[2].Font = -2 },
		"element beyond the list": func(p *engine.Page) { p.Chars[0].Element = 4 },
		"element of a path":       func(p *engine.Page) { p.Paths[0].Element = 4 },
		"element of an image":     func(p *engine.Page) { p.Images[0].Element = 60000 },
		"object below none":       func(p *engine.Page) { p.Chars[1].Object = -2 },
		"mode":                    func(p *engine.Page) { p.Chars[1].Mode = 8 },
		"kind of segment":         func(p *engine.Page) { p.Paths[0].Segments[0].Kind = 3 },
		"rotation":                func(p *engine.Page) { p.Rotation = 45 },
		"number":                  func(p *engine.Page) { p.Number = 0 },
		"parent that comes later": func(p *engine.Page) { p.Elements[1].Parent = 2 },
		"parent of itself":        func(p *engine.Page) { p.Elements[1].Parent = 1 },
		"kind of widget":          func(p *engine.Page) { p.Widgets[0].Kind = 99 },
	} {
		p := samplePage()
		spoil(p)
		if _, err := DecodePage(joined(new(Encoder).EncodePage(p))); !errors.Is(err, ErrMalformed) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Every byte that is cut off or added is noticed, and so is a truth value that is neither.
func TestPageOfAnotherLength(t *testing.T) {
	body := joined(new(Encoder).EncodePage(samplePage()))
	for n := range body {
		if _, err := DecodePage(body[:n]); !errors.Is(err, ErrMalformed) {
			t.Fatalf("cut at %d: %v", n, err)
		}
	}
	if _, err := DecodePage(append(slices.Clone(body), 0)); !errors.Is(err, ErrMalformed) {
		t.Errorf("one more: %v", err)
	}
	last := slices.Clone(body)
	last[len(last)-3] = 2 // Close of the last segment
	if _, err := DecodePage(last); !errors.Is(err, ErrMalformed) {
		t.Errorf("neither true nor false: %v", err)
	}
}

// Numbers that promise more than there is must not make room for it.
func TestCountsPromiseNothing(t *testing.T) {
	body := joined(new(Encoder).EncodePage(samplePage()))
	values := []uint32{1 << 31, 1<<31 - 1, 1<<32 - 1, 1 << 24}
	for at := 0; at+4 <= len(body); at++ {
		before := allocated()
		for _, v := range values {
			spoiled := slices.Clone(body)
			binary.LittleEndian.PutUint32(spoiled[at:], v)
			_, _ = DecodePage(spoiled)
		}
		if took := allocated() - before; took > 256<<10 {
			t.Fatalf("a number at %d made room for %d bytes", at, took)
		}
	}
}

func BenchmarkPage(b *testing.B) {
	p := samplePage()
	c := p.Chars[0]
	p.Chars = slices.Repeat([]engine.Char{c}, 2280)
	var e Encoder
	b.Run("Encode", func(b *testing.B) {
		for b.Loop() {
			e.EncodePage(p)
		}
	})
	body := joined(e.EncodePage(p))
	b.Run("Decode", func(b *testing.B) {
		for b.Loop() {
			if _, err := DecodePage(body); err != nil {
				b.Fatal(err)
			}
		}
	})
}
