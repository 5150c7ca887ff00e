package form

import (
	"fmt"
	"maps"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/edit/page"
	"github.com/octavo-dev/octavo/internal/engine/cos"
)

// Spec is a field to make.
type Spec struct {
	Page  int
	Box   doc.Box // in parts of the page as shown
	Label string
	Kind  Kind   // Text, Check, Radio or Choice
	Value string // the one option of a Radio or Choice
	Bars  bool   // a Text that is shown as a barcode
}

// linesFrom is the height in points from which a text field has room for a second line.
const linesFrom = 2 * leading * mostSize

// Create makes a field that every reader takes for one of the form.
func (p *Pen) Create(s Spec, style Style) *Field {
	p.prepare()
	on := &p.pages[s.Page-1]
	frame := page.NewFrame(p.update, on.Full)
	at := frame.Within(s.Box)
	dict := cos.Dict{
		"Type": cos.Name("Annot"), "Subtype": cos.Name("Widget"), "Rect": at.Array(), "F": annotPrint, "P": on.Ref,
		"T": cos.Doc(p.fresh(s.Label)), "TU": cos.Doc(s.Label), "DA": cos.Text("/Helv 0 Tf 0 g"),
	}
	looks := cos.Dict{}
	if frame.Turn != 0 { // upright as the page is shown
		looks["R"] = 90 * frame.Turn
	}
	f := &Field{Name: cos.Text(dict["T"].(cos.Text)).String(), Label: s.Label, Kind: s.Kind}
	w := &Widget{Page: s.Page, Box: s.Box, rect: at}
	switch s.Kind {
	case Check, Radio:
		dict["FT"], dict["V"], dict["AS"] = cos.Name("Btn"), cos.Name("Off"), cos.Name("Off")
		if s.Kind == Radio {
			dict["Ff"] = flagRadio
			w.On = s.Value
		}
		if w.On == "" {
			w.On = "Yes"
		}
		w.Marked = true
	case Choice:
		dict["FT"], dict["Ff"] = cos.Name("Ch"), flagCombo
		if s.Value != "" {
			f.Options = []Option{{s.Value, s.Value}}
			dict["Opt"] = []any{cos.Doc(s.Value)}
		}
	default:
		dict["FT"] = cos.Name("Tx")
		if height := at.Height(); !s.Bars && (frame.Turn%2 == 0 && height > linesFrom || frame.Turn%2 == 1 && at.Width() > linesFrom) {
			f.Lines = true
			dict["Ff"] = flagLines
		}
		f.Bars = s.Bars
	}
	dict["MK"] = looks
	f.ref = p.update.Add(dict)
	w.ref, f.dict, f.Widgets = f.ref, dict, []*Widget{w}
	if w.Marked {
		p.update.Set(f.ref, p.marks(f, w, dict, cos.Name(w.On), style))
	}
	p.attach(on, f)
	return f
}

// attach adds a field to its page and to the form.
func (p *Pen) attach(on *cos.Page, f *Field) {
	own := maps.Clone(p.update.Dict(on.Ref))
	annots := p.update.Array(own["Annots"])
	own["Annots"] = append(annots[:len(annots):len(annots)], f.ref)
	p.update.Set(on.Ref, own)
	p.adopt(f.ref)
	p.Fields = append(p.Fields, f)
	p.made = true
}

// prepare gives a file the dictionary that fields hang from, and the font that they name.
func (p *Pen) prepare() {
	dict := maps.Clone(p.dict)
	if dict == nil {
		dict = cos.Dict{"Fields": []any{}}
	}
	resources := merged(p.update.Dict(dict["DR"]), nil)
	fonts := merged(p.update.Dict(resources["Font"]), nil)
	if fonts["Helv"] != nil {
		return
	}
	fonts["Helv"] = p.update.Add(helvetica)
	resources["Font"] = fonts
	dict["DR"] = resources
	if dict["DA"] == nil {
		dict["DA"] = cos.Text("/Helv 0 Tf 0 g")
	}
	p.store(dict)
}

// fresh is a name that no field has yet. A full stop would divide it.
func (p *Pen) fresh(label string) string {
	name := strings.Join(strings.Fields(strings.ReplaceAll(label, ".", " ")), " ")
	if name == "" {
		name = "Field"
	}
	taken := map[string]bool{}
	for _, f := range p.Fields {
		taken[f.Name] = true
	}
	for n, out := 2, name; ; n++ {
		if !taken[out] {
			return out
		}
		out = fmt.Sprintf("%s %d", name, n)
	}
}
