package wasm

import (
	"fmt"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/pdf"
)

// page is an open page.
type page struct {
	*machine
	doc     *Document
	handle  uint64  // with form fields and notes drawn into it
	own     int     // of its objects, those that its content stream drew
	unit    float32 // in points
	display matrix
	objects map[uint64]textObject
	found   *engine.Page
	read    bool // found holds all, not only the annotations
}

// Page reads everything that stands on page n, counted from 1.
func (d *Document) Page(n int) (found *engine.Page, err error) {
	if err := d.revive(); err != nil {
		return nil, err
	}
	defer d.lib.survive(&err, fmt.Sprintf("read page %d", n), func(why error) error { return pdf.DamagedPage(n, why) })
	if d.page != nil && d.page.read {
		d.closePage()
	}
	p, err := d.openPage(n)
	if err != nil {
		return nil, err
	}
	p.read = true
	p.readDrawing()
	if err := p.readChars(); err != nil {
		return nil, err
	}
	return p.found, nil
}

// openPage opens page n anew, or keeps it open when it is.
func (d *Document) openPage(n int) (*page, error) {
	if d.page != nil && d.page.found.Number == n {
		return d.page, nil
	}
	d.closePage()
	if n < 1 || n > d.pages {
		return nil, fmt.Errorf("open page %d of %d: no such page", n, d.pages)
	}
	p := &page{
		machine: d.machine, doc: d, unit: float32(d.own.UserUnit(n)), objects: map[uint64]textObject{},
		found: &engine.Page{Number: n},
	}
	d.page = p
	if !p.open() {
		d.closePage()
		return nil, pdf.DamagedPage(n, nil)
	}
	return p, nil
}

func (d *Document) closePage() {
	if d.page != nil && d.page.handle != 0 {
		d.machine.call("FPDF_ClosePage", d.page.handle)
	}
	d.page = nil
}

func (p *page) index() uint64 { return uint64(p.found.Number - 1) }

// open loads the page, measures it and lists its annotations.
func (p *page) open() bool {
	p.handle = p.call("FPDF_LoadPage", p.doc.main.pdf, p.index())
	if p.handle == 0 || !p.did("FPDF_GetPageBoundingBox", p.handle, p.out) {
		return false
	}
	box := p.outRect()
	turns := p.count("FPDFPage_GetRotation", p.handle) & 3
	width, height := (box.right-box.left)*p.unit, (box.top-box.bottom)*p.unit
	if turns&1 == 1 {
		width, height = height, width
	}
	if !(width > 0 && width < farthest && height > 0 && height < farthest) {
		return false
	}
	p.display = display(box, turns, p.unit)
	p.found.Width, p.found.Height, p.found.Rotation = width, height, turns*90
	p.found.Label = p.wide("FPDF_GetPageLabel", p.doc.main.pdf, p.index())

	if own, painted := p.doc.painted[p.found.Number]; painted {
		p.own = own
		return p.readNotesAgain()
	}
	p.own = p.count("FPDFPage_CountObjects", p.handle)
	if !p.drawsNotes() {
		p.readNotes(p.doc.main, p.handle)
		return true
	}
	p.readFields(p.doc.main, p.handle)
	return p.paint()
}

// drawsNotes reports whether a page has annotations that show text of their own, which PDFium neither paints with the
// page nor finds among its characters.
func (p *page) drawsNotes() bool {
	found := false
	n := p.count("FPDFPage_GetAnnotCount", p.handle)
	for i := 0; i < n && !found; i++ {
		p.withAnnotation(p.handle, i, func(annotation uint64) {
			kind := p.count("FPDFAnnot_GetSubtype", annotation)
			found = kind == widgetKind || kind == freeTextKind || kind == stampKind
		})
	}
	return found
}

// paint draws the annotations into the page and opens it anew, so that what they show is among its objects.
func (p *page) paint() bool {
	p.doc.painted[p.found.Number] = p.own
	p.dropUnpainted()
	p.call("FPDFPage_Flatten", p.handle, 0)
	p.leave(p.doc.main, p.handle)
	p.handle = p.call("FPDF_LoadPage", p.doc.main.pdf, p.index())
	return p.handle != 0
}

// dropUnpainted removes annotations that name no state and have no appearance. PDFium takes the first appearance it
// finds for such a one, and dies when that is a reference to nothing.
func (p *page) dropUnpainted() {
	for i := p.count("FPDFPage_GetAnnotCount", p.handle) - 1; i >= 0; i-- {
		unpainted := false
		p.withAnnotation(p.handle, i, func(annotation uint64) {
			unpainted = !p.did("FPDFAnnot_HasKey", annotation, p.key("AS")) && p.call("FPDFAnnot_GetAP", annotation, 0, 0, 0) <= 2
		})
		if unpainted {
			p.call("FPDFPage_RemoveAnnot", p.handle, uint64(i))
		}
	}
}

// readFields lists the annotations of a page. Whether a box is checked is known only for pages that the form module has
// seen.
func (p *page) readFields(from reading, at uint64) {
	if from.form != 0 {
		p.call("FORM_OnAfterLoadPage", at, from.form)
	}
	p.readNotes(from, at)
}

// leave closes a page that the form module may have seen.
func (p *page) leave(from reading, at uint64) {
	if from.form != 0 {
		p.call("FORM_OnBeforeClosePage", at, from.form)
	}
	p.call("FPDF_ClosePage", at)
}

// readNotesAgain lists the annotations of a page into which they were drawn before.
func (p *page) readNotesAgain() bool {
	if p.doc.original.pdf == 0 {
		p.doc.original = p.doc.read()
	}
	original := p.doc.original
	if original.pdf == 0 {
		return false
	}
	at := p.call("FPDF_LoadPage", original.pdf, p.index())
	if at == 0 {
		return false
	}
	p.readFields(original, at)
	p.leave(original, at)
	return true
}
