package blank

import (
	"strings"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
	"github.com/octavo-dev/octavo/internal/table"
)

// addWord takes a word apart into its text, a glyph that shows a box, and runs of underscores or dots to write on.
func (p *Page) addWord(w *table.Spot, of *layout.Word) {
	if box, ok := layout.BoxGlyph(p.seen, of); ok && (strings.HasPrefix(w.Text, layout.Unchecked) || !strings.HasPrefix(w.Text, "[")) {
		p.squares = append(p.squares, box)
		w.Box.X0 = max(w.Box.X0, box.X1)
		_, size := utf8.DecodeRuneInString(w.Text)
		w.Text = strings.TrimSpace(strings.TrimPrefix(w.Text[size:], layout.Unchecked[1:]))
	}
	if w.Text == "" || w.Text == layout.Unchecked || w.Text == layout.Checked {
		return
	}
	for _, piece := range pieces(p.seen, w, of) {
		if piece.leads {
			b := piece.box
			p.leaders = append(p.leaders, table.Rule{Pos: b.Y1, From: b.X0, To: b.X1})
			continue
		}
		p.all = append(p.all, word{text: piece.text, box: piece.box, base: w.Base, size: w.Size, row: w.Row, bold: of.Bold})
	}
}

// piece is a part of a word.
type piece struct {
	text  string
	box   engine.Box
	leads bool // underscores or dots
}

// Runs of characters that are written on, at least so long.
const (
	leastScores = 2
	leastDots   = 8
)

// pieces cuts a word at its runs of underscores and dots.
func pieces(p *engine.Page, w *table.Spot, of *layout.Word) []piece {
	whole := []piece{{text: w.Text, box: w.Box}}
	runes := []rune(w.Text)
	if !strings.ContainsAny(w.Text, "_.…") || len(runes) < leastScores {
		return whole
	}
	at := edges(p, w, of, runes)
	var out []piece
	for from := 0; from < len(runes); {
		to := from + 1
		leads := leader(runes[from])
		for to < len(runes) && leader(runes[to]) == leads {
			to++
		}
		n := to - from
		if leads && n < leastDots && (runes[from] != '_' || n < leastScores) {
			leads = false
		}
		box := engine.Box{X0: at[from], X1: at[to], Y0: w.Box.Y0, Y1: w.Box.Y1}
		if leads {
			box.Y1 = w.Base + scoreDepth*w.Size
		}
		if last := len(out) - 1; !leads && last >= 0 && !out[last].leads {
			out[last].text += string(runes[from:to])
			out[last].box = union(out[last].box, box)
		} else {
			out = append(out, piece{string(runes[from:to]), box, leads})
		}
		from = to
	}
	return out
}

// scoreDepth, in sizes of the font, is how far underscores lie below the baseline.
const scoreDepth = 0.12

func leader(r rune) bool { return r == '_' || r == '.' || r == '…' }

// edges are where the characters of a word begin, and its end: from the file, or spread evenly over what was recognised.
func edges(p *engine.Page, w *table.Spot, of *layout.Word, runes []rune) []float32 {
	out := make([]float32, len(runes)+1)
	for i := range out {
		out[i] = w.Box.X0 + (w.Box.X1-w.Box.X0)*float32(i)/float32(len(runes))
	}
	if of.First < 0 || int(of.Last) >= len(p.Chars) || int(of.Last-of.First)+1 != len(runes) || of.Angle != 0 {
		return out
	}
	chars := p.Chars[of.First : of.Last+1]
	for i, r := range runes {
		if chars[i].Rune != r {
			return out
		}
	}
	for i := range runes {
		out[i] = chars[i].Loose.X0
	}
	return out
}
