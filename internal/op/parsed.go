package op

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/octavo-dev/octavo/internal/doc"
)

// parsedVersion is raised whenever a stored model can no longer be read as it is.
const parsedVersion = 1

// Parsed is what a parse leaves behind for jobid:// inputs.
type Parsed struct {
	List      bool // the input was a list
	Documents []ParsedDocument
}

// ParsedDocument is a document as it was read, with the options that a new rendering cannot change.
type ParsedDocument struct {
	*doc.Document
	Options json.RawMessage // api.ParseOptions without the password
}

// parsedHead is the first record of a stored model. Every document follows with its blocks behind it, one record each,
// so that neither end holds the whole as text.
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
	z, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
	if err != nil {
		return err
	}
	buf := bufio.NewWriterSize(z, 64<<10)
	enc := json.NewEncoder(buf)
	if err := enc.Encode(parsedHead{parsedVersion, m.List, len(m.Documents)}); err != nil {
		return fmt.Errorf("write model: %w", err)
	}
	for _, d := range m.Documents {
		if err := enc.Encode(parsedDocument{*d.Document, d.Options, len(d.Blocks)}); err != nil {
			return fmt.Errorf("write document: %w", err)
		}
		for i := range d.Blocks {
			if err := enc.Encode(&d.Blocks[i]); err != nil {
				return fmt.Errorf("write block: %w", err)
			}
		}
	}
	return errors.Join(buf.Flush(), z.Close())
}

// ReadParsed reads what Write stored.
func ReadParsed(r io.Reader) (*Parsed, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("open model: %w", err)
	}
	dec := json.NewDecoder(z)
	var head parsedHead
	if err := dec.Decode(&head); err != nil {
		return nil, fmt.Errorf("read model: %w", err)
	}
	if head.Version != parsedVersion {
		return nil, fmt.Errorf("model has version %d, this build reads %d", head.Version, parsedVersion)
	}
	m := &Parsed{List: head.List}
	for range head.Documents {
		var record parsedDocument
		if err := dec.Decode(&record); err != nil {
			return nil, fmt.Errorf("read document: %w", err)
		}
		d := record.Document
		for range record.Blocks {
			var b doc.Block
			if err := dec.Decode(&b); err != nil {
				return nil, fmt.Errorf("read block: %w", err)
			}
			d.Blocks = append(d.Blocks, b)
		}
		m.Documents = append(m.Documents, ParsedDocument{&d, record.Options})
	}
	return m, nil
}
