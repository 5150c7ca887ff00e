package child

import (
	"errors"
	"fmt"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/wire"
	"github.com/octavo-dev/octavo/internal/fault"
)

var errNoDocument = errors.New("no document is open")

// open takes the file that was handed over and closes the document before it.
func (s *server) open(body []byte) ([][]byte, error) {
	s.close()
	file, err := s.files.Next()
	if err != nil {
		return nil, err
	}
	s.file = file
	o, err := wire.DecodeOpen(body)
	if err != nil {
		return nil, err
	}
	open, ok := s.openers[o.Type]
	if !ok {
		return nil, fault.New(fault.DocumentUnsupported, "%s files cannot be read here", o.Type)
	}
	doc, err := open(s.file, o.Password)
	if err != nil {
		return nil, err
	}
	s.doc = doc
	return s.encoder.EncodePages(doc.Pages()), nil
}

func (s *server) close() {
	if s.doc != nil {
		s.doc.Close()
	}
	if s.file != nil {
		s.file.Close()
	}
	s.doc, s.file = nil, nil
}

func (s *server) info() ([][]byte, error) {
	if s.doc == nil {
		return nil, errNoDocument
	}
	info, err := s.doc.Info()
	if err != nil {
		return nil, err
	}
	return s.encoder.EncodeInfo(info), nil
}

// page reads or renders a page.
func (s *server) page(kind wire.Kind, body []byte) ([][]byte, error) {
	wanted, err := wire.DecodeWanted(body)
	if err != nil {
		return nil, err
	}
	if s.doc == nil {
		return nil, errNoDocument
	}
	if kind == wire.Page {
		page, err := s.doc.Page(wanted.Number)
		if err != nil {
			return nil, err
		}
		return s.encoder.EncodePage(page), nil
	}
	raster, err := s.doc.Render(wanted.Number, wanted.DPI, wanted.Grey)
	if err != nil {
		return nil, err
	}
	return s.encoder.EncodeRaster(wanted.Number, raster), nil
}

// scoped says which page a failure concerns when the question named one.
func scoped(kind wire.Kind, body []byte, err error) error {
	if err == nil || kind != wire.Page && kind != wire.Render {
		return err
	}
	wanted, malformed := wire.DecodeWanted(body)
	if malformed != nil {
		return fmt.Errorf("%w: %w", malformed, err)
	}
	return &engine.PageError{Page: wanted.Number, Err: err}
}
