package blank

import (
	"slices"
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/table"
)

// Field is a place that is known already: the widget of a form field.
type Field struct {
	Box  doc.Box // in parts of the page as shown
	Kind Kind
	Tip  string // what the file calls it for people
}

// Describe says what fields of a page ask for. What the file says for people wins over what is printed around a field,
// except that a check box is told from the others of its group by what is printed beside it.
func Describe(page *Page, fields []Field) []Words {
	own := *page // what is searched on the page is its own
	p := &own
	p.rooms, p.found = nil, nil
	p.findRooms()
	for _, f := range fields {
		b := p.ground.Laid(engine.Box{
			X0: float32(f.Box.Left) * p.width, Y0: float32(f.Box.Top) * p.height,
			X1: float32(f.Box.Left+f.Box.Width) * p.width, Y1: float32(f.Box.Top+f.Box.Height) * p.height,
		})
		p.found = append(p.found, spot{box: b, kind: f.Kind, rank: p.rankOf(b)})
	}
	p.findPhrases()
	p.findHeadings()
	out := make([]Words, len(fields))
	for i, f := range fields {
		w := p.words(&p.found[i])
		switch tip := strings.TrimSpace(f.Tip); {
		case !speaks(tip):
		case f.Kind == Check && w.Label != "" && !strings.Contains(tip, w.Label):
			w.Group = tip
		default:
			w.Label = tip
		}
		out[i] = w
	}
	return out
}

// rankOf says by what a blank would have been found where a field is.
func (p *Page) rankOf(b engine.Box) rank {
	x, y := middle(b)
	by := open
	if slices.ContainsFunc(p.level, func(r table.Rule) bool {
		return abs(r.Pos-b.Y1) < 0.5*p.em && overlap(r.From, r.To, b.X0, b.X1) > 0.6*wide(b)
	}) {
		by = ruled
	}
	for i := range p.rooms {
		r := &p.rooms[i]
		if !r.cell() || !holds(r.box, x, y) || area(r.box) > mostShare*p.width*p.height || area(r.box) > 6*area(b) {
			continue
		}
		if len(r.words) > 0 && len(r.words) <= mostLabel && p.aside(r, b) {
			return partial
		}
		by = boxed
	}
	return by
}

// aside reports whether the words of a room stand beside a box in it.
func (p *Page) aside(r *room, b engine.Box) bool {
	for _, k := range r.words {
		if x, y := middle(p.all[k].box); !holds(b, x, y) {
			return true
		}
	}
	return false
}

// speaks reports whether the name of a field is meant for people: words, and none that only programs use.
func speaks(tip string) bool {
	letters, inner := 0, false
	last := ' '
	for _, r := range tip {
		switch {
		case strings.ContainsRune("[]_{}<>=\\|", r), unicode.IsUpper(r) && unicode.IsLower(last), unicode.IsDigit(r) && unicode.IsLetter(last):
			return false
		case r == '.' && unicode.IsLetter(last):
			inner = true // a full stop, or the path of a name
		case inner && last == '.' && unicode.IsLetter(r):
			return false
		case unicode.IsLetter(r):
			letters++
		}
		last = r
	}
	return letters >= 2 && !strings.EqualFold(tip, "undefined")
}
