package wasm

import (
	"fmt"

	"github.com/octavo-dev/octavo/internal/engine/cos"
	"github.com/octavo-dev/octavo/internal/engine/pdf"
	"github.com/octavo-dev/octavo/internal/fault"
)

// Document is an open PDF file.
type Document struct {
	lib      *Library
	path     string
	password string
	pages    int
	own      *cos.File // for what PDFium does not tell

	// What the machine holds of it. When the machine dies it is opened anew in the next.
	machine  *machine
	main     reading     // annotations are drawn into its pages and are gone from them then
	original reading     // opened only when annotations of such a page are asked for again
	painted  map[int]int // the pages of main into which annotations were drawn, with the number of objects before

	// page is the one that was read or rendered last; the other often follows.
	page *page
}

// reading is PDFium's handle of a document, and its form module where there is a form.
type reading struct{ pdf, form, callbacks uint64 }

func (l *Library) open(f file, password string) (*Document, error) {
	if f.size == 0 {
		return nil, fault.New(fault.DocumentEmpty, "")
	}
	d := &Document{lib: l, path: l.files.add(f), password: password, own: cos.Open(f, f.size)}
	if err := d.load(); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

func damagedStructure(err error) error { return pdf.Corrupt(err, "its structure is damaged") }

// load opens the document in the running machine.
func (d *Document) load() (err error) {
	d.machine, d.main, d.original, d.painted, d.page = nil, reading{}, reading{}, map[int]int{}, nil
	m, err := d.lib.running()
	if err != nil {
		return err
	}
	defer d.lib.survive(&err, "open document", damagedStructure)
	d.machine = m
	if d.main = d.read(); d.main.pdf == 0 {
		return pdf.Refusal(int(m.call("FPDF_GetLastError")), d.password != "")
	}
	said := m.count("FPDF_GetPageCount", d.main.pdf)
	d.pages = d.find(said)
	switch {
	case d.pages == 0 && said > 0:
		return pdf.Corrupt(nil, "none of its %d pages can be found", said)
	case d.pages == 0:
		return fault.New(fault.DocumentEmpty, "the document has no pages")
	}
	return nil
}

// read opens the document once; the handle is 0 where that fails.
func (d *Document) read() reading {
	m := d.machine
	path, secret := m.put(d.path), m.put(d.password)
	r := reading{pdf: m.call("FPDF_LoadDocument", path, secret)}
	m.memory.WriteString(uint32(secret), string(make([]byte, len(d.password))))
	m.free(secret)
	m.free(path)
	if r.pdf == 0 || m.count("FPDF_GetFormType", r.pdf) == 0 {
		return r
	}
	// Only the version is set: PDFium does without the callbacks. It keeps the address.
	const size, version = 256, 1
	r.callbacks = m.alloc(size)
	m.memory.WriteUint32Le(uint32(r.callbacks), version)
	r.form = m.call("FPDFDOC_InitFormFillEnvironment", r.pdf, r.callbacks)
	return r
}

func (m *machine) closeReading(r reading) {
	if r.form != 0 {
		m.call("FPDFDOC_ExitFormFillEnvironment", r.form)
	}
	if r.callbacks != 0 {
		m.free(r.callbacks)
	}
	if r.pdf != 0 {
		m.call("FPDF_CloseDocument", r.pdf)
	}
}

// find counts the pages that are there. The file's own number may be anything (1,410,065,407 has been seen), so when
// its last page is not there the pages are looked for one by one.
func (d *Document) find(said int) int {
	const giveUp = 64
	there := func(i int) bool {
		return d.machine.did("FPDF_GetPageSizeByIndexF", d.main.pdf, uint64(i), d.machine.out)
	}
	if said <= 0 || there(said-1) {
		return max(said, 0)
	}
	found := 0
	for i := 0; i < said && i-found < giveUp; i++ {
		if there(i) {
			found = i + 1
		}
	}
	return found
}

// revive opens the document anew when the machine it was in has died.
func (d *Document) revive() error {
	if d.machine != nil && d.machine == d.lib.machine {
		return nil
	}
	if err := d.load(); err != nil {
		return fmt.Errorf("open the document once more: %w", err)
	}
	return nil
}

// Pages is the number of pages that were found.
func (d *Document) Pages() int { return d.pages }

// Close releases the document.
func (d *Document) Close() {
	d.release()
	d.lib.files.remove(d.path)
	// A machine never gives back what one large document made it take.
	if m := d.lib.machine; m != nil && len(d.lib.files.open) == 0 && m.memory.Size() > memoryKept {
		d.lib.drop()
	}
}

func (d *Document) release() {
	if d.machine == nil || d.machine != d.lib.machine {
		return
	}
	var err error // of a machine that dies while it cleans up, which harms nobody
	defer d.lib.survive(&err, "close document", damagedStructure)
	d.closePage()
	d.machine.closeReading(d.main)
	d.machine.closeReading(d.original)
	d.machine = nil
}
