package word

import (
	"sort"
	"strconv"
	"strings"

	"github.com/octavo-dev/octavo/internal/edit"
)

// oldField is a form field of the older kind, which runs over several runs.
type oldField struct {
	begin, separate, end *node // w:fldChar
	data                 *node // w:ffData
}

// oldFields finds the form fields of the older kind.
func (s *survey) oldFields() {
	var open []*oldField
	s.root.each(func(n *node) bool {
		if n.name == "alt:Fallback" || n.name == "w:del" {
			return false
		}
		if n.name != "w:fldChar" {
			return true
		}
		last := len(open) - 1
		switch n.attr("w:fldCharType") {
		case "begin":
			open = append(open, &oldField{begin: n, data: n.child("w:ffData")})
		case "separate":
			if last >= 0 {
				open[last].separate = n
			}
		case "end":
			if last < 0 {
				return true
			}
			x := open[last]
			open = open[:last]
			if x.end = n; x.data != nil && (x.data.child("w:enabled") == nil || x.data.child("w:enabled").on()) {
				s.oldField(x)
			}
		}
		return true
	})
}

func (s *survey) oldField(o *oldField) {
	p := s.around(o.begin)
	if p == nil {
		return
	}
	x := field{at: o.begin.start, home: p}
	x.Name = o.data.child("w:name").attrOr("w:val", "")
	results := s.results(o)
	for _, c := range results {
		s.taken[c.at] = true
	}
	hint := o.data.child("w:statusText").attrOr("w:val", o.data.child("w:helpText").attrOr("w:val", ""))
	before, after := label(s.before(p, o.begin.start)), behind(s.after(p, o.end.end))
	x.asked = before != "" && after != ""
	if before == "" {
		before = s.beside(o.begin)
	}
	if before == "" {
		before = hint
	}
	switch {
	case o.data.child("w:checkBox") != nil:
		x.Kind = edit.CheckBox
		x.Label, x.Section = after, before
		if after == "" {
			x.Label, x.Section = before, ""
		}
		box := o.data.child("w:checkBox")
		x.Value = strconv.FormatBool(box.child("w:checked").on() || box.child("w:checked") == nil && box.child("w:default").on())
		x.patches = func(value string) []patch { return o.tick(value == "true") }
	case o.data.child("w:ddList") != nil:
		x.Kind, x.Label = edit.Dropdown, before
		list := o.data.child("w:ddList")
		for _, k := range list.kids {
			if k.name == "w:listEntry" {
				x.Options = append(x.Options, edit.Option{Value: k.attr("w:val"), Label: k.attr("w:val")})
			}
		}
		x.patches = func(value string) []patch { return o.choose(x.Options, value) }
	default:
		x.Kind, x.Label = edit.TextField, before
		for _, c := range results {
			x.Value += c.text
		}
		x.Value = strings.Trim(x.Value, " \u2002\u00a0")
		x.patches = func(value string) []patch { return s.fillOld(o, results, value) }
	}
	s.add(x)
}

// results are the pieces that a field shows.
func (s *survey) results(o *oldField) []piece {
	var out []piece
	if o.separate == nil {
		return nil
	}
	take := func(p *paragraph) {
		for _, c := range p.read[p.from(o.separate.end):] {
			if c.at.start > o.end.start {
				break
			}
			if !s.owned(c.at) {
				out = append(out, c)
			}
		}
	}
	if p := s.around(o.separate); p != nil {
		take(p)
	}
	i := sort.Search(len(s.paragraphs), func(i int) bool { return s.paragraphs[i].start > o.separate.start })
	for _, p := range s.paragraphs[i:] {
		if p.start > o.end.start {
			break
		}
		take(p)
	}
	return out
}

// fillOld puts a value in place of what a field of text shows.
func (s *survey) fillOld(o *oldField, results []piece, value string) []patch {
	end := o.end.up
	if len(results) == 0 {
		run := s.f.run(lookOf(end.child("w:rPr")), value)
		if o.separate == nil {
			run = `<w:r><w:fldChar w:fldCharType="separate"/></w:r>` + run
		}
		return []patch{{end.start, end.start, run}}
	}
	var out []patch
	seen := map[*node]bool{}
	for i, c := range results {
		switch {
		case i == 0:
			out = append(out, patch{c.run.start, c.run.end, s.f.run(lookOf(c.run.child("w:rPr")), value)})
		case !seen[c.run]:
			out = append(out, patch{from: c.run.start, to: c.run.end})
		}
		seen[c.run] = true
	}
	return out
}

// tick sets a box.
func (o *oldField) tick(on bool) []patch {
	by := `<w:checked w:val="0"/>`
	if on {
		by = "<w:checked/>"
	}
	box := o.data.child("w:checkBox")
	if checked := box.child("w:checked"); checked != nil {
		return []patch{{checked.start, checked.end, by}}
	}
	return []patch{atEnd(box, by)}
}

// choose sets the entry that a list shows.
func (o *oldField) choose(options []edit.Option, value string) []patch {
	at := 0
	for i, opt := range options {
		if opt.Value == value {
			at = i
		}
	}
	list := o.data.child("w:ddList")
	by := `<w:result w:val="` + strconv.Itoa(at) + `"/>`
	if result := list.child("w:result"); result != nil {
		return []patch{{result.start, result.end, by}}
	}
	return []patch{{list.start, list.inner, list.open() + by + closing(list)}}
}
