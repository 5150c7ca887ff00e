package block

import (
	"slices"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
)

// Bounds of notes in the margin, beside the column that they are about.
const (
	sideWidth  = 0.45 // of that column
	sideHeight = 0.5  // part of its height that their lines take
)

// writeText adds the blocks of leaves. Notes in the margin follow the paragraphs that they stand beside.
func (s *sheet) writeText(out []doc.Block, leaves [][]piece) []doc.Block {
	for i := 0; i < len(leaves); i++ {
		from := len(out)
		switch {
		case i+1 < len(leaves) && s.annotates(leaves[i+1], leaves[i]):
			out = s.write(out, leaves[i], "")
			out = insertNotes(out, from, s.write(nil, leaves[i+1], ""))
			i++
		case i+1 < len(leaves) && s.annotates(leaves[i], leaves[i+1]):
			out = s.write(out, leaves[i+1], "")
			out = insertNotes(out, from, s.write(nil, leaves[i], ""))
			i++
		default:
			out = s.write(out, leaves[i], "")
		}
	}
	return out
}

// annotates reports whether a leaf is notes in the margin of a column: few, small and narrow.
func (s *sheet) annotates(notes, column []piece) bool {
	n, c := boxAround(notes), boxAround(column)
	if s.angle != 0 || n.X0 < c.X1 && c.X0 < n.X1 || n.Y0 < c.Y0-s.pitch || n.Y1 > c.Y1+2*s.pitch || n.X1-n.X0 > sideWidth*(c.X1-c.X0) {
		return false
	}
	high := float32(0)
	for i := range notes {
		if notes[i].group != nil || notes[i].size > noteSize*s.em {
			return false
		}
		high += notes[i].box.Y1 - notes[i].box.Y0
	}
	return high < sideHeight*(c.Y1-c.Y0)
}

// boxAround holds all pieces.
func boxAround(pieces []piece) engine.Box {
	b := pieces[0].box
	for i := range pieces {
		b = union(b, pieces[i].box)
	}
	return b
}

// insertNotes puts each note behind the block that begins last above it.
func insertNotes(out []doc.Block, from int, notes []doc.Block) []doc.Block {
	for _, n := range notes {
		at := from + 1
		for i := from; i < len(out); i++ {
			if out[i].Box.Top <= n.Box.Top+0.5*n.Box.Height {
				at = i + 1
			}
		}
		out = slices.Insert(out, at, n)
	}
	return out
}
