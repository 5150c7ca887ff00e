package blank

import (
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/stroke"
)

// TestHostilePages searches pages that would take hours if every line were held against every other.
func TestHostilePages(t *testing.T) {
	const many = 100_000
	for name, draw := range map[string]func(p *paper, seen *Seen){
		"hatching": func(p *paper, _ *Seen) {
			for i := range many {
				y := float32(i) * 800 / many
				p.rule(0, y, 600, y)
			}
		},
		"woven": func(p *paper, _ *Seen) {
			for i := range many / 8 {
				at := float32(i) * 8
				p.rule(0, at/125, 600, at/125).rule(at/166, 0, at/166, 800)
			}
		},
		"cells": func(p *paper, _ *Seen) {
			for i := range many / 25 {
				x, y := float32(i%60)*10, float32(i/60)*12
				p.frame(x, y, x+10, y+12)
			}
		},
		"squares": func(p *paper, _ *Seen) {
			for i := range many / 10 {
				x, y := float32(i%100)*6, float32(i/100)*8
				p.frame(x, y, x+5, y+5)
			}
		},
		"words": func(p *paper, _ *Seen) {
			for i := range 4000 {
				p.write(float32(i%20)*30, float32(i/20)*4, "a: ___ b")
			}
			for i := range 1000 {
				p.rule(0, float32(i), 600, float32(i))
			}
		},
		"colours": func(p *paper, _ *Seen) {
			for i := range 5000 {
				x, y := float32(i%50)*12, float32(i/50)*8
				p.paint(engine.Color(i<<12|0xFF), x, y, x+11, y+7)
			}
		},
		"strokes": func(p *paper, seen *Seen) {
			p.write(50, 100, "Name:")
			for i := range 5000 {
				x, y := float32(i%50)*12, float32(i/50)*8
				seen.Level = append(seen.Level, stroke.Stroke{From: engine.Point{X: x, Y: y}, To: engine.Point{X: x + 12, Y: y}})
				seen.Upright = append(seen.Upright, stroke.Stroke{From: engine.Point{X: x, Y: y}, To: engine.Point{X: x, Y: y + 8}})
				seen.Squares = append(seen.Squares, stroke.Square{Box: engine.Box{X0: x, Y0: y, X1: x + 9, Y1: y + 9}})
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			p, seen := newPaper(), Seen{}
			draw(p, &seen)
			if n := len(Find(Of(&p.page, &p.text, seen))); n > mostBlanks {
				t.Errorf("found %d blanks", n)
			}
		})
	}
}
