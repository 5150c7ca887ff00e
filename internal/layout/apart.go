package layout

import (
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/engine"
)

// owner is an annotation or field whose drawn words are no part of the text.
type owner struct {
	box  engine.Box
	kind Apart
	at   int // in Page.Annotations or Page.Widgets
}

// separate takes out of the text what is seen but no part of it.
func (t *Text) separate(p *engine.Page) {
	owners := t.owners(p)
	marks := t.watermarks(p)
	if len(owners) == 0 && marks == nil {
		return
	}
	lines := t.Lines
	t.Lines = nil
	for i := range lines {
		l := lines[i]
		if marks != nil && marks[i] {
			l.Apart = Watermark
			t.Apart = append(t.Apart, l)
			continue
		}
		t.part(p, l, owners)
	}
}

// part gives the words of a line to the text and to their owners.
func (t *Text) part(p *engine.Page, l Line, owners []owner) {
	of := func(w *Word) int {
		if w.First < 0 || p.Chars[w.First].Flags&engine.CharAnnotation == 0 {
			return -1
		}
		return slices.IndexFunc(owners, func(o owner) bool { return within(w.Box, o.box) })
	}
	for from := 0; from < len(l.Words); {
		at, to := of(&l.Words[from]), from+1
		for to < len(l.Words) && of(&l.Words[to]) == at {
			to++
		}
		part := l
		part.Words = l.Words[from:to:to]
		part.Box = part.Words[0].Box
		for _, w := range part.Words[1:] {
			part.Box = union(part.Box, w.Box)
		}
		if at < 0 {
			t.Lines = append(t.Lines, part)
		} else {
			part.Apart, part.Owner = owners[at].kind, owners[at].at
			t.Apart = append(t.Apart, part)
		}
		from = to
	}
}

// owners are the annotations and fields that draw words of their own.
func (t *Text) owners(p *engine.Page) []owner {
	var out []owner
	for i := range p.Annotations {
		a := &p.Annotations[i]
		switch {
		case a.Hidden:
		case a.Kind == "Watermark":
			out = append(out, owner{a.Box, Watermark, i})
		case a.Kind == "FreeText" && strings.TrimSpace(a.Contents) != "" && !t.typed(p, a):
			out = append(out, owner{a.Box, Remark, i})
		}
	}
	for i := range p.Widgets {
		if w := &p.Widgets[i]; w.Kind == engine.WidgetSignature && w.Signed && !w.Hidden {
			out = append(out, owner{w.Box, Signature, i})
		}
	}
	return out
}

// typedGap, in sizes of the font, is how far behind a word of the page the text may begin that was typed beside it.
const typedGap = 4

// typed reports whether an annotation is how someone filled in a form: it writes on a line of the page itself, or says so.
func (t *Text) typed(p *engine.Page, a *engine.Annotation) bool {
	if strings.Contains(strings.ToLower(a.Subject), "typewr") {
		return true
	}
	own := func(w *Word) bool { return w.First < 0 || p.Chars[w.First].Flags&engine.CharAnnotation == 0 }
	for i := range t.Lines {
		for k := range t.Lines[i].Words {
			w := &t.Lines[i].Words[k]
			if own(w) || !within(w.Box, a.Box) {
				continue
			}
			for j := range t.Lines {
				if l := &t.Lines[j]; l.Angle == t.Lines[i].Angle && abs(l.Baseline-t.Lines[i].Baseline) < sharedBaseline*l.Size && slices.ContainsFunc(l.Words, func(o Word) bool {
					gap := w.Box.X0 - o.Box.X1
					return own(&o) && gap > -0.5*l.Size && gap < typedGap*l.Size
				}) {
					return true
				}
			}
			return false
		}
	}
	return false
}

// within reports whether the middle of a box lies in another.
func within(b, in engine.Box) bool {
	x, y := (b.X0+b.X1)/2, (b.Y0+b.Y1)/2
	return x >= in.X0 && x <= in.X1 && y >= in.Y0 && y <= in.Y1
}
