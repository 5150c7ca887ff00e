package block

import (
	"unicode"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
)

// Bounds of lines that are drawn through or under words, in sizes of the words.
const (
	thinBar     = 0.12 // thickness, at most
	strikeLow   = 0.18 // height above the baseline
	strikeHigh  = 0.42
	underHigh   = -0.04
	underLow    = -0.3
	barOverhang = 0.3 // how far a line may reach beyond its words
	fewestRuled = 2   // letters and digits it runs through
	mostBars    = 2000
	strong      = 64 // difference between the shades of a colour that is no grey
)

// bar is a thin level line.
type bar struct {
	box   engine.Box
	color engine.Color
}

// findStruck takes lines that are drawn through the middle of whole words for deletions. On a page with such lines,
// coloured lines under whole words show what was inserted; elsewhere underlines are nothing but emphasis.
func (s *sheet) findStruck() {
	if s.angle != 0 {
		return
	}
	s.addStruck()
	bars := s.bars()
	if len(bars) == 0 || len(bars) > mostBars {
		return
	}
	before := len(s.zones)
	s.addRuled(bars, doc.Deleted, strikeLow, strikeHigh)
	if len(s.zones) > before {
		s.addRuled(bars, doc.Inserted, underLow, underHigh)
	}
}

// addStruck adds the zones of recognised words that lines were seen through in pixels.
func (s *sheet) addStruck() {
	for k, r := range s.Struck[:min(len(s.Struck), mostBars)] {
		y := (r.Y0 + r.Y1) / 2
		for i := range s.Text.Lines {
			l := &s.Text.Lines[i]
			if l.Angle != 0 || !isRecognised(l) || y < l.Box.Y0 || y > l.Box.Y1 {
				continue
			}
			if b, ok := ruled(l, r); ok {
				s.zones = append(s.zones, zone{b, doc.Deleted, "", -1 - mostBars - k})
			}
		}
	}
}

// bars are the thin level lines of the page that something is seen of.
func (s *sheet) bars() []bar {
	var out []bar
	for i := range s.Seen.Paths {
		p := &s.Seen.Paths[i]
		b := p.Visible
		if p.Annotation || b.X1-b.X0 < s.em || b.Y1-b.Y0 > thinBar*s.em || len(p.Segments) > 5 {
			continue
		}
		color := p.Fill
		if p.Stroke&0xFF != 0 {
			color = p.Stroke
			if p.Width > thinBar*s.em {
				continue
			}
		}
		if color&0xFF > 0x80 && color.Lightness() < 0.8 {
			out = append(out, bar{b, color})
		}
	}
	return out
}

// addRuled adds the zones of words that lines run through or under at a height above the baseline.
func (s *sheet) addRuled(bars []bar, kind doc.SpanKind, low, high float32) {
	for k, r := range bars {
		if kind == doc.Inserted && r.color.Chroma() < strong {
			continue
		}
		y := (r.box.Y0 + r.box.Y1) / 2
		for i := range s.Text.Lines {
			l := &s.Text.Lines[i]
			if up := l.Baseline - y; l.Angle != 0 || up < low*l.Size || up > high*l.Size {
				continue
			}
			if b, ok := ruled(l, r.box); ok {
				s.zones = append(s.zones, zone{b, kind, "", -1 - k})
			}
		}
	}
}

// ruled is the place of the words that a line belongs to: it begins and ends with words of the line.
func ruled(l *layout.Line, r engine.Box) (engine.Box, bool) {
	var out engine.Box
	chars := 0
	for i := range l.Words {
		w := &l.Words[i]
		part := (min(w.Box.X1, r.X1) - max(w.Box.X0, r.X0)) / max(w.Box.X1-w.Box.X0, 1e-6)
		switch {
		case part <= 0.1:
			continue
		case part < 0.9:
			return out, false
		}
		if out == (engine.Box{}) {
			out = w.Box
		}
		out = union(out, w.Box)
		for _, c := range w.Text {
			if unicode.IsLetter(c) || unicode.IsDigit(c) {
				chars++
			}
		}
	}
	over := barOverhang * l.Size
	return out, chars >= fewestRuled && r.X0 >= out.X0-over && r.X1 <= out.X1+over
}
