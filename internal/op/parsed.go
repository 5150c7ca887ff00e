package op

import (
	"bufio"
	"compress/gzip"
	"encoding/binary"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/octavo-dev/octavo/internal/doc"
)

// parsedVersion is raised whenever a stored model can no longer be read as it is.
const parsedVersion = 4

// Parsed is what a parse leaves behind for jobid:// inputs, and what its page batches hand on.
type Parsed struct {
	List      bool // the input was a list
	Documents []ParsedDocument
}

// ParsedDocument is a document as it was read, with the options that a new rendering cannot change.
type ParsedDocument struct {
	*doc.Document
	Options json.RawMessage // api.ParseOptions without the password
}

// A stored model begins with the words of all pages, one record each: they are packed and compress badly. What follows
// is compressed, unless it is read again at once: a head, and every document with its blocks behind it, one value each,
// so that neither end holds the encoded whole. They are gob values: whoever joins the batches of a long document reads all
// of it while everybody else waits, and as JSON that took four times as long.

// parsedHead is the first value behind the words.
type parsedHead struct {
	Version   int
	List      bool
	Documents int
}

// parsedDocument is a document without its blocks, which follow it.
type parsedDocument struct {
	Document doc.Document
	Options  json.RawMessage
	Blocks   int
}

// Write stores the model.
func (m *Parsed) Write(w io.Writer) error {
	r := m.words(w)
	z, err := gzip.NewWriterLevel(r.out, gzip.BestSpeed)
	if err != nil {
		return err
	}
	tight := bufio.NewWriterSize(z, 64<<10)
	r.documents(tight, m)
	return errors.Join(r.err, tight.Flush(), z.Close(), r.out.Flush())
}

// WriteLoose stores the model for somebody who reads it soon and once: it is larger and sooner done.
func (m *Parsed) WriteLoose(w io.Writer) error {
	r := m.words(w)
	r.documents(r.out, m)
	return errors.Join(r.err, r.out.Flush())
}

// words writes the words of all pages.
func (m *Parsed) words(w io.Writer) *recorder {
	r := &recorder{out: bufio.NewWriterSize(w, 64<<10)}
	pages := 0
	for _, d := range m.Documents {
		pages += len(d.Pages)
	}
	r.number(pages)
	var pk packer
	for _, d := range m.Documents {
		for i := range d.Pages {
			r.record(pk.page(&d.Pages[i]))
		}
	}
	return r
}

// recorder writes records and keeps the first error.
type recorder struct {
	out *bufio.Writer
	err error
}

// documents writes all but the words.
func (r *recorder) documents(out io.Writer, m *Parsed) {
	e := gob.NewEncoder(out)
	r.value(e, parsedHead{parsedVersion, m.List, len(m.Documents)})
	for _, d := range m.Documents {
		bare := parsedDocument{*d.Document, d.Options, len(d.Blocks)}
		bare.Document.Pages, bare.Document.Blocks = slices.Clone(d.Pages), nil
		for i := range bare.Document.Pages {
			bare.Document.Pages[i].Words, bare.Document.Pages[i].Lines = nil, nil
		}
		r.value(e, bare)
		for i := range d.Blocks {
			r.value(e, &d.Blocks[i])
		}
	}
}

func (r *recorder) value(e *gob.Encoder, v any) {
	if r.err != nil {
		return
	}
	if err := e.Encode(v); err != nil {
		r.err = fmt.Errorf("write model: %w", err)
	}
}

func (r *recorder) number(n int) {
	if r.err == nil {
		_, r.err = r.out.Write(binary.AppendUvarint(r.out.AvailableBuffer(), uint64(n)))
	}
}

func (r *recorder) record(b []byte) {
	r.number(len(b))
	if r.err == nil {
		_, r.err = r.out.Write(b)
	}
}

// squeezed is what compressed values begin with; others begin with the length of what describes a head, which is another.
const squeezed = "\x1f\x8b"

// ReadParsed reads what Write or WriteLoose stored.
func ReadParsed(r io.Reader) (*Parsed, error) {
	p := &player{in: bufio.NewReaderSize(r, 64<<10)}
	pages := p.pages()
	if p.err != nil {
		return nil, fmt.Errorf("read words: %w", p.err)
	}
	rest := p.in
	if start, _ := p.in.Peek(len(squeezed)); string(start) == squeezed {
		z, err := gzip.NewReader(p.in)
		if err != nil {
			return nil, fmt.Errorf("open model: %w", err)
		}
		rest = bufio.NewReaderSize(z, 64<<10)
	}
	p.values = gob.NewDecoder(rest)
	var head parsedHead
	p.value(&head)
	if p.err == nil && head.Version != parsedVersion {
		return nil, fmt.Errorf("model has version %d, this build reads %d", head.Version, parsedVersion)
	}
	m := &Parsed{List: head.List}
	for range head.Documents {
		if d, ok := p.document(&pages); ok {
			m.Documents = append(m.Documents, d)
		}
	}
	if p.err == nil && len(pages) > 0 {
		p.err = errPacked
	}
	if p.err != nil {
		return nil, fmt.Errorf("read model: %w", p.err)
	}
	return m, nil
}

// player reads records and keeps the first error.
type player struct {
	in     *bufio.Reader
	buf    []byte       // of the record that was read last
	values *gob.Decoder // of what stands behind the records
	err    error
}

// pages reads the words of all pages.
func (p *player) pages() []doc.Page {
	var all []doc.Page
	for n := p.number(); n > 0 && p.err == nil; n-- {
		var page doc.Page
		if b := p.record(); p.err == nil {
			p.err = unpackPage(&page, b)
		}
		all = append(all, page)
	}
	return all
}

// document reads a document and takes the words of its pages off those of all.
func (p *player) document(words *[]doc.Page) (ParsedDocument, bool) {
	var bare parsedDocument
	p.value(&bare)
	d := bare.Document
	if p.err == nil && len(d.Pages) > len(*words) {
		p.err = errPacked
	}
	if p.err != nil {
		return ParsedDocument{}, false
	}
	for i := range d.Pages {
		d.Pages[i].Words, d.Pages[i].Lines = (*words)[i].Words, (*words)[i].Lines
	}
	*words = (*words)[len(d.Pages):]
	for range bare.Blocks {
		var b doc.Block
		if p.value(&b); p.err != nil {
			return ParsedDocument{}, false
		}
		d.Blocks = append(d.Blocks, b)
	}
	return ParsedDocument{&d, bare.Options}, p.err == nil
}

func (p *player) value(v any) {
	if p.err == nil {
		p.err = p.values.Decode(v)
	}
}

func (p *player) number() int {
	if p.err != nil {
		return 0
	}
	n, err := binary.ReadUvarint(p.in)
	if err == nil && n > 1<<31 {
		err = errPacked
	}
	p.err = err
	return int(n)
}

// record reads a record, which is good until the next one is read.
func (p *player) record() []byte {
	n := p.number()
	if p.err != nil {
		return nil
	}
	p.buf = slices.Grow(p.buf[:0], n)[:n]
	_, p.err = io.ReadFull(p.in, p.buf)
	return p.buf
}
