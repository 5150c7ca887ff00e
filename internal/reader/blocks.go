package reader

import (
	"github.com/octavo-dev/octavo/internal/doc"
)

// blocks groups the lines of a page, from the top down, into blocks of text, and adds its pictures.
func blocks(s *sheet) []doc.Block {
	var out []doc.Block
	var group []doc.Line
	end := func() {
		if len(group) > 0 {
			out = append(out, paragraph(s.page.Number, group))
		}
		group = nil
	}
	for _, l := range s.page.Lines {
		if len(group) > 0 && !follows(group[len(group)-1], l) {
			end()
		}
		group = append(group, l)
	}
	end()
	return append(out, figures(s)...)
}

// follows reports whether a line goes on directly under the one before it.
func follows(above, l doc.Line) bool {
	height := min(above.Box.Height, l.Box.Height)
	gap := l.Box.Top - (above.Box.Top + above.Box.Height)
	shared := min(above.Box.Left+above.Box.Width, l.Box.Left+l.Box.Width) - max(above.Box.Left, l.Box.Left)
	return above.Rotation == l.Rotation && gap < 0.8*height && gap > -height && shared > 0 &&
		max(above.Box.Height, l.Box.Height) < 1.5*height
}

func paragraph(page int, lines []doc.Line) doc.Block {
	b := doc.Block{Type: doc.Text, Page: page, Box: lines[0].Box}
	for i, l := range lines {
		if i > 0 {
			b.Text += "\n"
		}
		b.Text += l.Text
		b.Box = around(b.Box, l.Box)
		b.Confidence += l.Confidence / float64(len(lines))
	}
	return b
}

// figures are the pictures of a page that are large enough to show something and are not the page itself.
func figures(s *sheet) []doc.Block {
	const least, most = 0.01, 0.9 // share of the page
	var out []doc.Block
	for _, i := range s.seen.Images {
		v := i.Visible
		b := doc.Box{
			Left: share(v.X0, s.seen.Width), Top: share(v.Y0, s.seen.Height),
			Width:  share(v.X1, s.seen.Width) - share(v.X0, s.seen.Width),
			Height: share(v.Y1, s.seen.Height) - share(v.Y0, s.seen.Height),
		}
		if area := b.Width * b.Height; area < least || area > most {
			continue
		}
		out = append(out, doc.Block{Type: doc.Figure, Page: s.page.Number, Box: b, Confidence: 1})
	}
	return out
}

func share(v, of float32) float64 { return min(max(float64(v/max(of, 1)), 0), 1) }
