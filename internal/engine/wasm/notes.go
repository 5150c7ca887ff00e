package wasm

import (
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/pdf"
)

// Bounds of one page.
const (
	maxAnnotations = 20000
	maxQuads       = 10000
	maxOptions     = 10000
)

// withAnnotation opens annotation i of a page, where there is one.
func (m *machine) withAnnotation(at uint64, i int, use func(annotation uint64)) {
	if annotation := m.call("FPDFPage_GetAnnot", at, uint64(i)); annotation != 0 {
		use(annotation)
		m.call("FPDFPage_CloseAnnot", annotation)
	}
}

// readNotes lists the annotations of a page as the given reading has it.
func (p *page) readNotes(from reading, at uint64) {
	n := p.count("FPDFPage_GetAnnotCount", at)
	if n > maxAnnotations {
		p.found.Dropped += n - maxAnnotations
		n = maxAnnotations
	}
	if n > 0 {
		p.readLinks(from.pdf, at)
	}
	for i := range max(n, 0) {
		p.withAnnotation(at, i, func(annotation uint64) {
			switch kind := p.count("FPDFAnnot_GetSubtype", annotation); kind {
			case widgetKind:
				p.found.Widgets = append(p.found.Widgets, p.widget(from.form, annotation, i))
			case linkKind, popupKind:
			default:
				p.found.Annotations = append(p.found.Annotations, p.annotation(at, annotation, kind, i))
			}
		})
	}
}

func (p *page) readLinks(document, at uint64) {
	position, handle := p.out, p.out+4
	p.memory.WriteUint32Le(uint32(position), 0)
	for p.did("FPDFLink_Enumerate", at, position, handle) {
		next, link := uint32(p.outUint(0)), p.outUint(1)
		if len(p.found.Links) == maxAnnotations {
			p.found.Dropped++
		} else if p.did("FPDFLink_GetAnnotRect", link, p.out) {
			p.found.Links = append(p.found.Links, p.link(document, link, p.display.rect(p.outRect())))
		}
		p.memory.WriteUint32Le(uint32(position), next)
	}
}

func (p *page) link(document, handle uint64, box engine.Box) engine.Link {
	l := engine.Link{Box: box, Page: p.pageOf(document, p.call("FPDFLink_GetDest", document, handle))}
	action := p.call("FPDFLink_GetAction", handle)
	if action == 0 {
		return l
	}
	switch kind := p.call("FPDFAction_GetType", action); {
	case kind == actionURI:
		l.URI = p.narrow("FPDFAction_GetURIPath", document, action)
	case kind == actionGoTo && l.Page == 0:
		l.Page = p.pageOf(document, p.call("FPDFAction_GetDest", document, action))
	}
	return l
}

func (p *page) boxOf(annotation uint64) engine.Box {
	if !p.did("FPDFAnnot_GetRect", annotation, p.out) {
		return engine.Box{}
	}
	return p.display.rect(p.outRect())
}

func (p *page) annotation(at, handle uint64, kind, index int) engine.Annotation {
	value := func(key string) string { return p.wide("FPDFAnnot_GetStringValue", handle, p.key(key)) }
	a := engine.Annotation{
		Kind: pdf.AnnotationKind(kind), Box: p.boxOf(handle), Quads: p.quads(handle),
		Color:    p.color("FPDFAnnot_GetColor", handle, 0),
		Contents: value("Contents"), Author: value("T"), Subject: value("Subj"), Name: value("NM"),
		Created: value("CreationDate"), Modified: value("M"), State: value("State"),
		Hidden: pdf.Hidden(p.count("FPDFAnnot_GetFlags", handle)), Index: index, ReplyTo: -1,
	}
	if first := p.call("FPDFAnnot_GetLinkedAnnot", handle, p.key("IRT")); first != 0 {
		a.ReplyTo = p.count("FPDFPage_GetAnnotIndex", at, first)
		p.call("FPDFPage_CloseAnnot", first)
	}
	return a
}

// quads are asked for one by one until there is none: the count is a number from the file.
func (p *page) quads(annotation uint64) []engine.Quad {
	var all []engine.Quad
	for i := uint64(0); i < maxQuads && p.did("FPDFAnnot_GetAttachmentPoints", annotation, i, p.out); i++ {
		var q engine.Quad
		for corner := range q {
			q[corner] = p.display.at(float64(p.outFloat(2*corner)), float64(p.outFloat(2*corner+1)))
		}
		all = append(all, q)
	}
	return all
}

func (p *page) widget(form, handle uint64, index int) engine.Widget {
	w := engine.Widget{Box: p.boxOf(handle), Hidden: pdf.Hidden(p.count("FPDFAnnot_GetFlags", handle)), Index: index}
	if form == 0 {
		return w
	}
	if kind := p.count("FPDFAnnot_GetFormFieldType", form, handle); kind >= 0 && kind <= int(engine.WidgetSignature) {
		w.Kind = engine.WidgetKind(kind)
	}
	if w.Kind == engine.WidgetSignature {
		value := p.count("FPDFAnnot_GetValueType", handle, p.key("V"))
		w.Signed = value == dictionaryType || value == referenceType
	}
	w.Flags = uint32(p.call("FPDFAnnot_GetFormFieldFlags", form, handle))
	w.Checked = p.did("FPDFAnnot_IsChecked", form, handle)
	if p.did("FPDFAnnot_GetFontSize", form, handle, p.out) {
		w.Size = sound(float64(p.outFloat(0) * p.unit))
	}
	w.Name = p.wide("FPDFAnnot_GetFormFieldName", form, handle)
	w.Title = p.wide("FPDFAnnot_GetFormFieldAlternateName", form, handle)
	w.Value = p.wide("FPDFAnnot_GetFormFieldValue", form, handle)
	w.Export = p.wide("FPDFAnnot_GetFormFieldExportValue", form, handle)
	options := min(p.count("FPDFAnnot_GetOptionCount", form, handle), maxOptions)
	for i := range max(options, 0) {
		w.Options = append(w.Options, engine.Option{
			Label:    p.wide("FPDFAnnot_GetOptionLabel", form, handle, uint64(i)),
			Selected: p.did("FPDFAnnot_IsOptionSelected", form, handle, uint64(i)),
		})
	}
	return w
}
