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
const parsedVersion = 2

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

// parsedHead is the first record of a stored model. Every document follows with its pages' words and its blocks behind
// it, one record each, so that neither end holds the whole as text.
type parsedHead struct {
	Version   int
	List      bool
	Documents int
}

// parsedDocument is the record of a document; the words of its pages and its blocks follow it.
type parsedDocument struct {
	doc.Document
	Options json.RawMessage
	Blocks  int
}

// Write stores the model.
func (m *Parsed) Write(w io.Writer) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
	if err != nil {
		return err
	}
	r := &recorder{out: bufio.NewWriterSize(z, 64<<10)}
	r.json(parsedHead{parsedVersion, m.List, len(m.Documents)})
	for _, d := range m.Documents {
		r.document(d)
	}
	return errors.Join(r.err, r.out.Flush(), z.Close())
}

// recorder writes records and keeps the first error.
type recorder struct {
	out *bufio.Writer
	err error
}

func (r *recorder) document(d ParsedDocument) {
	bare := parsedDocument{*d.Document, d.Options, len(d.Blocks)}
	bare.Pages = slices.Clone(d.Pages)
	for i := range bare.Pages {
		bare.Pages[i].Words, bare.Pages[i].Lines = nil, nil
	}
	r.json(bare)
	for i := range d.Pages {
		r.record(packPage(&d.Pages[i]))
	}
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

func (r *recorder) record(b []byte) {
	if r.err == nil {
		_, r.err = r.out.Write(binary.AppendUvarint(nil, uint64(len(b))))
	}
	if r.err == nil {
		_, r.err = r.out.Write(b)
	}
}

// ReadParsed reads what Write stored.
func ReadParsed(r io.Reader) (*Parsed, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("open model: %w", err)
	}
	p := &player{in: bufio.NewReaderSize(z, 64<<10)}
	var head parsedHead
	p.json(&head)
	if p.err == nil && head.Version != parsedVersion {
		return nil, fmt.Errorf("model has version %d, this build reads %d", head.Version, parsedVersion)
	}
	m := &Parsed{List: head.List}
	for range head.Documents {
		if d, ok := p.document(); ok {
			m.Documents = append(m.Documents, d)
		}
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

func (p *player) document() (ParsedDocument, bool) {
	var bare parsedDocument
	p.json(&bare)
	d := bare.Document
	for i := range d.Pages {
		if b := p.record(); p.err == nil {
			p.err = unpackPage(&d.Pages[i], b)
		}
	}
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

// record reads a record, which is good until the next one is read.
func (p *player) record() []byte {
	if p.err != nil {
		return nil
	}
	n, err := binary.ReadUvarint(p.in)
	if err == nil && n > 1<<31 {
		err = errPacked
	}
	if err != nil {
		p.err = err
		return nil
	}
	p.buf = slices.Grow(p.buf[:0], int(n))[:n]
	_, p.err = io.ReadFull(p.in, p.buf)
	return p.buf
}
