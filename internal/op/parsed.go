package op

import (
	"bufio"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/octavo-dev/octavo/internal/doc"
)

// parsedVersion is raised whenever a stored model can no longer be read as it is.
const parsedVersion = 3

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
// is compressed, unless it is read again at once: a head, and every document with its blocks behind it, one record each, so that neither end holds the
// whole as text.

// parsedHead is the first record behind the words.
type parsedHead struct {
	Version   int
	List      bool
	Documents int
}

// parsedDocument is the record of a document; its blocks follow it.
type parsedDocument struct {
	doc.Document
	Options json.RawMessage
	Blocks  int
}

// Write stores the model.
func (m *Parsed) Write(w io.Writer) error {
	r := m.words(w)
	z, err := gzip.NewWriterLevel(r.out, gzip.BestSpeed)
	if err != nil {
		return err
	}
	tight := &recorder{out: bufio.NewWriterSize(z, 64<<10), err: r.err}
	tight.documents(m)
	return errors.Join(tight.err, tight.out.Flush(), z.Close(), r.out.Flush())
}

// WriteLoose stores the model for somebody who reads it soon and once: it is larger and sooner done.
func (m *Parsed) WriteLoose(w io.Writer) error {
	r := m.words(w)
	r.documents(m)
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
	for _, d := range m.Documents {
		for i := range d.Pages {
			r.record(packPage(&d.Pages[i]))
		}
	}
	return r
}

// recorder writes records and keeps the first error.
type recorder struct {
	out *bufio.Writer
	err error
}

func (r *recorder) documents(m *Parsed) {
	r.json(parsedHead{parsedVersion, m.List, len(m.Documents)})
	for _, d := range m.Documents {
		r.document(d)
	}
}

func (r *recorder) document(d ParsedDocument) {
	bare := parsedDocument{*d.Document, d.Options, len(d.Blocks)}
	bare.Pages = slices.Clone(d.Pages)
	for i := range bare.Pages {
		bare.Pages[i].Words, bare.Pages[i].Lines = nil, nil
	}
	r.json(bare)
	for i := range d.Blocks {
		r.json(&d.Blocks[i])
	}
}

func (r *recorder) json(v any) {
	b, err := json.Marshal(v)
	if err != nil {
		r.err = errors.Join(r.err, fmt.Errorf("write model: %w", err))
		return
	}
	r.record(b)
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

// squeezed is what compressed records begin with; those that are not begin with a length and a brace.
const squeezed = "\x1f\x8b"

// ReadParsed reads what Write or WriteLoose stored.
func ReadParsed(r io.Reader) (*Parsed, error) {
	p := &player{in: bufio.NewReaderSize(r, 64<<10)}
	pages := p.pages()
	if p.err != nil {
		return nil, fmt.Errorf("read words: %w", p.err)
	}
	if start, _ := p.in.Peek(len(squeezed)); string(start) == squeezed {
		z, err := gzip.NewReader(p.in)
		if err != nil {
			return nil, fmt.Errorf("open model: %w", err)
		}
		p.in = bufio.NewReaderSize(z, 64<<10)
	}
	var head parsedHead
	p.json(&head)
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
	in  *bufio.Reader
	buf []byte // of the record that was read last
	err error
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
	p.json(&bare)
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
		if p.json(&b); p.err != nil {
			return ParsedDocument{}, false
		}
		d.Blocks = append(d.Blocks, b)
	}
	return ParsedDocument{&d, bare.Options}, p.err == nil
}

func (p *player) json(v any) {
	if b := p.record(); p.err == nil {
		p.err = json.Unmarshal(b, v)
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
