package block

import (
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
)

// signature is a signed field or ink that signs.
type signature struct {
	box     engine.Box     // of the sheet
	lines   []*layout.Line // what a field shows
	picture bool           // it is a picture or drawing of the page
}

// findSignatures makes groups of signed fields and of ink that stands where one signs.
func (s *sheet) findSignatures() {
	for i := range s.Seen.Widgets {
		w := &s.Seen.Widgets[i]
		if w.Kind == engine.WidgetSignature && w.Signed && !w.Hidden {
			s.addSignature(s.level(w.Box), signature{lines: s.linesOf(layout.Signature, i)})
		}
	}
	for _, k := range s.inks() {
		if !s.signed(k.box) && (k.freehand() || s.signsLine(k.box) || s.signsWord(k.box)) {
			s.addSignature(k.box, signature{picture: k.picture})
		}
	}
}

// addSignature makes a group of a signature. It is read where its foot stands, however far it reaches up.
func (s *sheet) addSignature(b engine.Box, g signature) {
	g.box = common(b, engine.Box{X1: s.width, Y1: s.height})
	line := g.box
	line.Y0 = max(line.Y0, line.Y1-s.em)
	s.groups = append(s.groups, group{box: line, sign: &g})
}

// signed reports whether a place is a signature already.
func (s *sheet) signed(b engine.Box) bool {
	return slices.ContainsFunc(s.groups, func(g group) bool { return g.sign != nil && (inside(b, g.sign.box) || inside(g.sign.box, b)) })
}

// signatureBlock is the block of a signature: what its field shows, or nothing that is known.
func (s *sheet) signatureBlock(g *group) doc.Block {
	b := s.apart(doc.Signature, g.sign.lines)
	switch {
	case len(g.sign.lines) > 0:
		b.Otherwise = doc.Text
	case g.sign.picture:
		b.Otherwise = doc.Figure
	}
	b.Box = s.fraction(s.original(g.sign.box))
	return b
}

// Bounds of ink that may be a signature, in sizes of the main font.
const (
	shortestInk = 2.5 // width
	longestInk  = 32
	lowestInk   = 0.8 // height
	highestInk  = 10
	fewestBends = 12  // curves of a drawn signature
	inkSeam     = 1   // distance of its strokes
	inkText     = 0.1 // part of it that words may cover
	leastLine   = 6   // length of a line to sign on
	mostInks    = 200
)

// ink is something that may be a signature.
type ink struct {
	box     engine.Box
	picture bool
	bends   int
}

// freehand reports whether ink that was drawn with a pen, and over no text, runs as handwriting does.
func (k *ink) freehand() bool {
	w, h := k.box.X1-k.box.X0, k.box.Y1-k.box.Y0
	return !k.picture && w > 1.3*h && w < 8*h
}

// inks are the strokes of annotations, the pictures and the curved drawings that have the size of a signature.
func (s *sheet) inks() []ink {
	var out []ink
	for i := range s.Seen.Annotations {
		if a := &s.Seen.Annotations[i]; a.Kind == "Ink" && !a.Hidden {
			out = append(out, ink{box: s.level(a.Box)})
		}
	}
	for i := range s.Seen.Images {
		out = append(out, ink{box: s.level(s.Seen.Images[i].Visible), picture: true})
	}
	out = append(out, s.curves()...)
	out = slices.DeleteFunc(out, func(k ink) bool {
		w, h := (k.box.X1-k.box.X0)/s.em, (k.box.Y1-k.box.Y0)/s.em
		return w < shortestInk || w > longestInk || h < lowestInk || h > highestInk || h > 1.5*w || s.inTable(k.box) && k.picture && k.bends == 0 || s.written(k.box) > inkText
	})
	if len(out) > mostInks {
		return nil
	}
	return out
}

// curves are drawings of many bends, those that touch together.
func (s *sheet) curves() []ink {
	var out []ink
	for i := range s.Seen.Paths {
		p := &s.Seen.Paths[i]
		n := 0
		for k := range p.Segments {
			if p.Segments[k].Kind == engine.Curve {
				n++
			}
		}
		if n /= 3; n == 0 || p.Annotation || p.Fill&0xFF == 0 && p.Stroke&0xFF == 0 || s.Seen.Paths[i].Visible == (engine.Box{}) {
			continue
		}
		if len(out) > mostInks {
			return nil // a drawing
		}
		b := s.level(p.Visible)
		for j := 0; j < len(out); j++ {
			if touches(grown(out[j].box, inkSeam*s.em), b) {
				b, n = union(b, out[j].box), n+out[j].bends
				out = slices.Delete(out, j, j+1)
				j = -1
			}
		}
		out = append(out, ink{box: b, picture: true, bends: n})
	}
	return slices.DeleteFunc(out, func(k ink) bool { return k.bends < fewestBends })
}

// signsLine reports whether a line to sign on runs under a place or through it, and no other text but its label is near.
func (s *sheet) signsLine(b engine.Box) bool {
	h := b.Y1 - b.Y0
	on := func(r engine.Box) bool {
		shared := min(r.X1, b.X1) - max(r.X0, b.X0)
		return r.X1-r.X0 > leastLine*s.em && r.X1-r.X0 < 0.7*s.width && shared > 0.6*(b.X1-b.X0) && r.Y0 > b.Y0+0.4*h && r.Y1 < b.Y1+1.2*s.em
	}
	for i := range s.Seen.Paths {
		p := &s.Seen.Paths[i]
		r := s.level(p.Visible)
		if !p.Annotation && r.Y1-r.Y0 < ruleThickness*s.em && on(r) && s.labelled(r) {
			return true
		}
	}
	for i := range s.Text.Lines {
		for k := range s.Text.Lines[i].Words {
			if w := &s.Text.Lines[i].Words[k]; len(w.Text) >= leastLine && strings.Trim(w.Text, "_.…") == "" && on(s.level(w.Box)) {
				return true
			}
		}
	}
	return false
}

// labelled reports whether short text stands right under a line, or nothing does.
func (s *sheet) labelled(r engine.Box) bool {
	below := engine.Box{X0: r.X0, X1: r.X1, Y0: r.Y1, Y1: r.Y1 + 1.6*s.em}
	for i := range s.Text.Lines {
		if l := &s.Text.Lines[i]; inside(s.level(l.Box), below) && length(l) > longLabel {
			return false
		}
	}
	return true
}

// signsWord reports whether a place stands beside or right above or below a word that asks for a signature.
func (s *sheet) signsWord(b engine.Box) bool {
	beside := engine.Box{X0: b.X0 - 8*s.em, X1: b.X1 + 2*s.em, Y0: b.Y0 - 0.5*s.em, Y1: b.Y1 + 0.5*s.em}
	stacked := engine.Box{X0: b.X0 - 2*s.em, X1: b.X1 + 2*s.em, Y0: b.Y0 - 2.5*s.em, Y1: b.Y1 + 2.5*s.em}
	for i := range s.Text.Lines {
		l := &s.Text.Lines[i]
		if lb := s.level(l.Box); length(l) <= longLabel && (touches(lb, beside) || touches(lb, stacked)) && asksToSign(l) {
			return true
		}
	}
	return false
}

// asksToSign reports whether a line names a signature in one of many languages.
func asksToSign(l *layout.Line) bool {
	return slices.ContainsFunc(l.Words, func(w layout.Word) bool {
		text := strings.ToLower(strings.Trim(w.Text, ":.,()/*"))
		return slices.ContainsFunc(signing, func(stem string) bool { return strings.HasPrefix(text, stem) })
	})
}

// signing are the beginnings of words that ask for a signature.
var signing = []string{
	"signature", "signed", "signatory", "unterschrift", "unterzeichn", "gezeichnet", "firma", "firmado", "assinatura", "assinado",
	"handtekening", "ondertekening", "underskrift", "signatur", "allekirjoitus", "podpis", "подпис", "підпис", "υπογραφή", "imza",
	"semnătura", "aláírás", "potpis", "parakst", "parašas", "allkiri", "nënshkrim", "tanda tangan", "chữ ký", "签名", "簽名", "签字", "署名", "서명", "توقيع", "חתימה", "हस्ताक्षर",
}
