// Package ooxml opens Office Open XML packages, the container of Word, Excel and PowerPoint files, within bounds.
package ooxml

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/markup"
)

// Limits bound how far a package may unfold; both bounds hold.
type Limits struct {
	Ratio int   // unpacked size as a multiple of the packed one
	Bytes int64 // unpacked size
}

// DefaultLimits are those of the interface.
var DefaultLimits = Limits{Ratio: 100, Bytes: 4 << 30}

// ErrMissing is a part that is not in the package.
var ErrMissing = errors.New("no such part")

// Package is an opened file. It reads parts one at a time and holds none of them.
type Package struct {
	ctx    context.Context // of the reading; the package does not outlive it
	files  []*zip.File     // as they lie in the container
	parts  map[string]*zip.File
	types  contentTypes
	limits Limits
}

// Open reads the directory of a package. What is damaged or unfolds too far is DOCUMENT_CORRUPT.
func Open(ctx context.Context, data io.ReaderAt, size int64, limits Limits) (*Package, error) {
	if limits.Ratio <= 0 {
		limits.Ratio = DefaultLimits.Ratio
	}
	if limits.Bytes <= 0 {
		limits.Bytes = DefaultLimits.Bytes
	}
	files, err := directory(data, size)
	if err != nil {
		return nil, err
	}
	if err := inspect(files, size, limits); err != nil {
		return nil, err
	}
	p := &Package{ctx: ctx, files: files, parts: make(map[string]*zip.File, len(files)), limits: limits}
	for _, f := range files {
		name := key(f.Name)
		if p.parts[name] == nil {
			p.parts[name] = f
		} else if strings.HasSuffix(name, ".xml") || strings.HasSuffix(name, ".rels") {
			// Readers differ in which of two parts they take: what is checked could be another than what is shown.
			return nil, Corrupt(nil, "it has two parts of one name")
		}
	}
	if p.types, err = p.readTypes(); err != nil {
		return nil, err
	}
	return p, nil
}

// key is a part's name as it is looked up: without leading slash, in lower case, as the names of parts are equal
// without regard to case.
func key(name string) string {
	return strings.ToLower(strings.TrimLeft(strings.ReplaceAll(name, `\`, "/"), "/"))
}

// Has reports whether there is a part of that name.
func (p *Package) Has(name string) bool { return p.parts[key(name)] != nil }

// Size is the unpacked size of a part, 0 when there is none.
func (p *Package) Size(name string) int64 {
	if f := p.parts[key(name)]; f != nil {
		return int64(f.UncompressedSize64)
	}
	return 0
}

// Open reads the bytes of a part.
func (p *Package) Open(name string) (io.ReadCloser, error) {
	f := p.parts[key(name)]
	if f == nil {
		return nil, fmt.Errorf("%w: %s", ErrMissing, name)
	}
	if unfolds(f.UncompressedSize64, int64(f.CompressedSize64), p.limits.Ratio) {
		return nil, Corrupt(nil, "a part unfolds too far")
	}
	r, err := f.Open()
	if err != nil {
		return nil, Corrupt(err, "a part cannot be unpacked")
	}
	return &part{ctx: p.ctx, from: r}, nil
}

// Read calls read with the XML of a part behind its root element. Damage is DOCUMENT_CORRUPT; a part that is not there
// is ErrMissing.
func (p *Package) Read(name string, read func(r *markup.Reader, root string) error) error {
	in, err := p.Open(name)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	r := markup.NewReader(in, &Names)
	root := r.Root()
	if r.Err() == nil {
		if err := read(r, root); err != nil {
			return err
		}
	}
	switch err := r.Err(); {
	case err == nil:
		return nil
	case errors.Is(err, markup.ErrSyntax):
		return Corrupt(fmt.Errorf("part %s: %w", name, err), "a part of it is no sound XML")
	default:
		return fmt.Errorf("part %s: %w", name, err)
	}
}

// part turns damage found while unpacking into a named failure and stops with the context.
type part struct {
	ctx  context.Context
	from io.ReadCloser
}

func (p *part) Read(b []byte) (int, error) {
	if err := p.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := p.from.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		err = Corrupt(err, "a part cannot be unpacked")
	}
	return n, err
}

func (p *part) Close() error { return p.from.Close() }

// Corrupt is the failure of a file that cannot be read.
func Corrupt(cause error, why string) *fault.Error {
	return fault.Wrap(fault.DocumentCorrupt, cause, "the document cannot be read: %s", why)
}
