package block

import (
	"cmp"
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
)

// row is what stands on one baseline of a leaf, or one group.
type row struct {
	pieces      []piece
	group       *group
	box         engine.Box
	baseline    float32
	size        float32
	left, right float32 // edges of the leaf
	start       float32 // where the text begins, behind a list marker
	text        string
	first, last *layout.Word // first does not count a list marker
	look        look
	mark        mark // a list marker it begins with
	contents    bool // a title and the number of its page
	formula     bool
}

// look is what most characters of a row look like.
type look struct {
	bold, italic bool
	weight       int
	caps         bool
	color        engine.Color
	font         int32
	size         float32
}

// rows gathers the pieces of a leaf by baselines, from the top down.
func (s *sheet) rows(leaf []piece) []row {
	sorted := slices.Clone(leaf)
	slices.SortStableFunc(sorted, func(a, b piece) int {
		return cmp.Or(cmp.Compare(a.box.Y0+0.5*(rise+fall)*a.size, b.box.Y0+0.5*(rise+fall)*b.size), cmp.Compare(a.row, b.row), cmp.Compare(a.box.X0, b.box.X0))
	})
	at := map[int32]int{}
	var out []row
	for _, p := range sorted {
		if p.group != nil {
			out = append(out, row{group: p.group, box: p.box})
			continue
		}
		if i, ok := at[p.row]; ok {
			out[i].pieces = append(out[i].pieces, p)
			continue
		}
		at[p.row] = len(out)
		out = append(out, row{pieces: []piece{p}})
	}
	left, right := s.width, float32(0)
	for i := range leaf {
		left, right = min(left, leaf[i].box.X0), max(right, leaf[i].box.X1)
	}
	for i := range out {
		out[i].left, out[i].right = left, right
		if out[i].group == nil {
			s.fill(&out[i])
		}
	}
	return out
}

// fill tells what a row of text is like.
func (s *sheet) fill(r *row) {
	slices.SortStableFunc(r.pieces, func(a, b piece) int { return cmp.Compare(a.box.X0, b.box.X0) })
	r.box, r.baseline, r.size = r.pieces[0].box, r.pieces[0].baseline, r.pieces[0].size
	most := 0
	for i := range r.pieces {
		p := &r.pieces[i]
		if i > 0 {
			r.text += " "
			r.box = union(r.box, p.box)
		}
		r.text += s.textOf(p)
		if p.chars > most {
			most, r.size = p.chars, p.size
		}
	}
	p := &r.pieces[0]
	words := s.words(p.parts[0])
	r.start = p.box.X0
	r.first = &words[0]
	m := markerOf(r.first.Text)
	switch {
	case p.marker:
		r.mark, r.first = m, &s.words(p.parts[1])[0]
	case m.kind != none && len(words) > 1:
		r.mark, r.first = m, &words[1]
	}
	if r.first != &words[0] {
		r.start = s.level(r.first.Box).X0
	}
	final := &r.pieces[len(r.pieces)-1]
	tail := s.words(final.parts[len(final.parts)-1])
	r.last = &tail[len(tail)-1]
	r.look = s.lookOf(r)
	r.formula = formula(r.text)
	r.contents = len(r.pieces) > 1 && barePage(s.textOf(final)) && len(r.text) > 6 && !r.formula || leaders(r.text)
}

// lookOf is the look of most characters.
func (s *sheet) lookOf(r *row) look {
	l := look{caps: capitals(r.text), size: r.size}
	bold, italic, all, longest := 0, 0, 0, 0
	for i := range r.pieces {
		for _, part := range r.pieces[i].parts {
			words := s.words(part)
			for k := range words {
				w := &words[k]
				n := len(w.Text)
				all += n
				if w.Bold {
					bold += n
				}
				if w.Italic {
					italic += n
				}
				if n > longest {
					longest, l.color, l.font = n, w.Color, w.Font
				}
			}
		}
	}
	l.bold, l.italic = bold*10 > all*8, italic*10 > all*8
	l.weight = regular
	if l.bold {
		l.weight = s.weight(l.font, heavy)
	} else if bold == 0 {
		l.weight = s.weight(l.font, regular)
	}
	return l
}

// Weights of fonts.
const (
	light   = 300
	regular = 400
	heavy   = 700
)

// weight reads the weight of a font from its name, which tells degrees that its flags do not.
func (s *sheet) weight(font int32, otherwise int) int {
	if font < 0 || int(font) >= len(s.Seen.Fonts) {
		return otherwise
	}
	name := strings.ToLower(s.Seen.Fonts[font].Name)
	for _, w := range weightNames {
		if strings.Contains(name, w.name) {
			return w.weight
		}
	}
	return otherwise
}

var weightNames = []struct {
	name   string
	weight int
}{
	{"ultrabold", 900}, {"extrabold", 900}, {"black", 900}, {"heavy", 900}, {"semibold", 600}, {"demi", 600}, {"bold", heavy},
	{"medium", 500}, {"light", light}, {"thin", light},
}

// element is the block-level tagged element that holds a word, counted from 1; 0 where tags are not sound.
func (s *sheet) element(w *layout.Word) int {
	if !s.sound || w.First < 0 || int(w.First) >= len(s.Seen.Chars) {
		return 0
	}
	at := int(s.Seen.Chars[w.First].Element)
	for at > 0 && at <= len(s.Seen.Elements) {
		e := &s.Seen.Elements[at-1]
		switch e.Kind {
		case "Span", "Link", "Lbl", "Reference", "Em", "Strong", "Quote", "Code", "Note", "Annot", "Sub", "NonStruct":
			at = e.Parent + 1
			continue
		}
		return at
	}
	return 0
}
