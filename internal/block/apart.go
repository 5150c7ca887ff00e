package block

import (
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
)

// apart is the block of lines that are no part of the text.
func (s *sheet) apart(kind doc.BlockType, lines []*layout.Line) doc.Block {
	b := doc.Block{Type: kind, Page: s.Seen.Number, Confidence: 1}
	var text strings.Builder
	var box engine.Box
	sum, n := 0.0, 0
	for i, l := range lines {
		if i == 0 {
			box = l.Box
		} else {
			text.WriteByte('\n')
		}
		box = union(box, l.Box)
		writeWords(&text, l.Words)
		for _, w := range l.Words {
			sum += float64(w.Confidence)
			n++
		}
	}
	if n > 0 {
		b.Confidence = sum / float64(n)
	}
	b.Text, b.Box = text.String(), s.fraction(box)
	return b
}

// watermarks adds what lies across the page, each line and each picture by itself. A picture whose words were recognised
// is those words; one without words is a figure.
func (s *sheet) watermarks(out []doc.Block) []doc.Block {
	for i := range s.Text.Apart {
		if l := &s.Text.Apart[i]; l.Apart == layout.Watermark {
			b := s.apart(doc.Text, []*layout.Line{l})
			b.Watermark = true
			out = append(out, b)
		}
	}
	for _, b := range s.Text.Stamps {
		if slices.ContainsFunc(s.Text.Apart, func(l layout.Line) bool {
			return l.Apart == layout.Watermark && l.Words[0].Font < 0 && touches(l.Box, b)
		}) {
			continue
		}
		out = append(out, doc.Block{Type: doc.Figure, Box: s.fraction(b), Confidence: 1, Watermark: true})
	}
	return out
}

// linesOf are the lines that an annotation or a field draws, from the top down.
func (s *sheet) linesOf(kind layout.Apart, owner int) []*layout.Line {
	var out []*layout.Line
	for i := range s.Text.Apart {
		if l := &s.Text.Apart[i]; l.Apart == kind && l.Owner == owner {
			out = append(out, l)
		}
	}
	return out
}

// repeatedMarks takes text for a watermark that lies where one does on another page: alone on its page, nothing tells.
func repeatedMarks(d *doc.Document) {
	at := map[string]doc.Box{}
	for i := range d.Blocks {
		if b := &d.Blocks[i]; b.Watermark && b.Text != "" {
			at[b.Text] = b.Box
		}
	}
	if len(at) == 0 {
		return
	}
	const near = 0.03 // of the page
	for i := range d.Blocks {
		b := &d.Blocks[i]
		box, ok := at[b.Text]
		if ok && b.Table == nil && apartBy(box, b.Box) < near {
			b.Watermark, b.Type, b.Level, b.Style = true, doc.Text, 0, nil
		}
	}
}

// apartBy is how far apart the edges of two boxes are.
func apartBy(a, b doc.Box) float64 {
	far := func(x, y float64) float64 { return max(x-y, y-x) }
	return max(far(a.Left, b.Left), far(a.Top, b.Top), far(a.Left+a.Width, b.Left+b.Width), far(a.Top+a.Height, b.Top+b.Height))
}
