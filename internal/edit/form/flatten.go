package form

import (
	"fmt"
	"maps"
	"slices"

	"github.com/octavo-dev/octavo/internal/edit/page"
	"github.com/octavo-dev/octavo/internal/engine/cos"
)

// Flatten draws every field that was filled into its pages and takes it out of the form.
func (p *Pen) Flatten() {
	gone := map[cos.Ref]bool{}
	byPage := map[int][]*Widget{}
	for _, f := range p.Fields {
		if !p.filled[f] {
			continue
		}
		gone[f.ref] = true
		for _, w := range f.Widgets {
			gone[w.ref] = true
			if w.Page > 0 {
				byPage[w.Page] = append(byPage[w.Page], w)
			}
		}
	}
	for _, n := range slices.Sorted(maps.Keys(byPage)) {
		p.paste(p.pages[n-1], byPage[n])
	}
	p.drop(gone)
	p.Fields = slices.DeleteFunc(p.Fields, func(f *Field) bool { return p.filled[f] })
}

// Leave takes the fields out of the form that are seen on pages that go, and nowhere else.
func (p *Pen) Leave(pages map[int]bool) {
	gone := map[cos.Ref]bool{}
	p.Fields = slices.DeleteFunc(p.Fields, func(f *Field) bool {
		if len(f.Widgets) == 0 || slices.ContainsFunc(f.Widgets, func(w *Widget) bool { return !pages[w.Page] }) {
			return false
		}
		gone[f.ref] = true
		return true
	})
	if len(gone) > 0 {
		p.drop(gone)
	}
}

// paste draws the appearances of widgets into a page.
func (p *Pen) paste(on cos.Page, widgets []*Widget) {
	objects := cos.Dict{}
	var b []byte
	pasted := map[cos.Ref]bool{}
	for _, w := range widgets {
		pasted[w.ref] = true
		dict := p.update.Dict(w.ref)
		ref, ok := p.normal(dict)
		if !ok || w.Hidden {
			continue
		}
		name := cos.Name(fmt.Sprintf("Octavo%d", w.ref.Number))
		objects[name] = ref
		m := p.fit(p.update.Dict(ref), w.rect)
		b = append(b, "q "...)
		for _, v := range m {
			b = append(append(b, num(v)...), ' ')
		}
		b = append(cos.Append(append(b, "cm "...), name), " Do Q\n"...)
	}
	page.Paint(p.update, on, b, cos.Dict{"XObject": objects})
	own := maps.Clone(p.update.Dict(on.Ref))
	own["Annots"] = slices.DeleteFunc(slices.Clone(p.update.Array(own["Annots"])), func(v any) bool {
		ref, ok := v.(cos.Ref)
		return ok && pasted[ref]
	})
	p.update.Set(on.Ref, own)
}

// normal is the appearance that a widget is seen with.
func (p *Pen) normal(widget cos.Dict) (cos.Ref, bool) {
	v := p.update.Dict(widget["AP"])["N"]
	if states, ok := p.update.Value(v).(cos.Dict); ok {
		state, _ := p.update.Value(widget["AS"]).(cos.Name)
		v = states[state]
	}
	ref, ok := v.(cos.Ref)
	if !ok {
		return ref, false
	}
	_, ok = p.update.Value(ref).(cos.Stream)
	return ref, ok
}

// fit is the matrix that puts an appearance into the box of its widget.
func (p *Pen) fit(form cos.Dict, to page.Rect) [6]float64 {
	m := page.Numbers(p.update, form["Matrix"], 6)
	if m == nil {
		m = []float64{1, 0, 0, 1, 0, 0}
	}
	box := page.ReadRect(p.update, form["BBox"])
	from := page.Rect{Left: 1e9, Bottom: 1e9, Right: -1e9, Top: -1e9}
	for _, x := range []float64{box.Left, box.Right} {
		for _, y := range []float64{box.Bottom, box.Top} {
			px, py := m[0]*x+m[2]*y+m[4], m[1]*x+m[3]*y+m[5]
			from = page.Rect{Left: min(from.Left, px), Bottom: min(from.Bottom, py), Right: max(from.Right, px), Top: max(from.Top, py)}
		}
	}
	sx, sy := 1.0, 1.0
	if from.Width() > 0 {
		sx = to.Width() / from.Width()
	}
	if from.Height() > 0 {
		sy = to.Height() / from.Height()
	}
	return [6]float64{sx, 0, 0, sy, to.Left - sx*from.Left, to.Bottom - sy*from.Bottom}
}

// drop takes fields out of the tree of the form, with the branches that lead to nothing else.
func (p *Pen) drop(gone map[cos.Ref]bool) {
	var keep func(v any, depth int) bool
	keep = func(v any, depth int) bool {
		ref, ok := v.(cos.Ref)
		if !ok || gone[ref] {
			return false
		}
		dict := p.update.Dict(ref)
		kids := p.update.Array(dict["Kids"])
		if len(kids) == 0 || depth > mostDepth {
			return true
		}
		left := slices.DeleteFunc(slices.Clone(kids), func(kid any) bool { return !keep(kid, depth+1) })
		if len(left) == len(kids) {
			return true
		}
		dict = maps.Clone(dict)
		dict["Kids"] = left
		p.update.Set(ref, dict)
		return len(left) > 0
	}
	dict := maps.Clone(p.dict)
	for _, list := range []cos.Name{"Fields", "CO"} {
		if all := p.update.Array(dict[list]); all != nil {
			dict[list] = slices.DeleteFunc(slices.Clone(all), func(v any) bool { return !keep(v, 0) })
		}
	}
	p.store(dict)
}
