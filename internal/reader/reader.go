// Package reader turns a file into a document.
package reader

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/ocr"
)

// Reader reads files with what this installation has.
type Reader struct {
	Engines engine.Opener // nil: formats that are Paged cannot be read
	OCR     ocr.Reader    // nil: text is what the file says, pixels stay pixels
	Regions ocr.Finder    // nil: where the parts of a page are is told by geometry alone
	Office  Converter     // nil: older formats cannot be read, and office files have no pages
	// Languages are those of recognised text where a request names none.
	Languages []string
}

// Converter makes files of another type, by their names in package format.
type Converter interface {
	// Convert returns a file to be read by place, until it is given back.
	Convert(ctx context.Context, f *os.File, from, to string) (made *os.File, back func(), err error)
}

// Options say how a file is to be read.
type Options struct {
	format.Options
	Mode      Mode
	Languages []string // of recognised text; none = all that are installed
	Careful   bool     // read again what recognition was unsure of
	Tables    Second   // which tables are looked at a second time
	Lite      bool     // text of the file only, tables that rules show, and no text of figures
	Regions   bool     // look for regions on every page, not only where text is read from pixels
	Charts    bool     // tell charts from other figures
	Scripts   bool     // mark what is raised or lowered
	// Choose takes the place of Select where the choice depends on the type of the file, by its name in package format.
	Choose func(kind string, count int, names []string) ([]int, error)
	// Turned is told of every page that was read; nil where nobody asks.
	Turned func(page int)
}

// Mode says which text of a page is believed.
type Mode string

// The modes of the interface.
const (
	Hybrid   Mode = "hybrid"   // what the file says where that is sound, else what the pixels show
	Pixels   Mode = "ocr"      // what the pixels show
	Embedded Mode = "metadata" // what the file says
)

// Read decides the type of a file and reads it.
func (r *Reader) Read(ctx context.Context, f format.File, o Options) (*doc.Document, error) {
	file, err := r.Open(ctx, f, o)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	d, err := file.Read(ctx, file.Selected)
	if err != nil {
		return nil, err
	}
	return file.Join(ctx, []*doc.Document{d})
}

// ReadStream reads a document from a stream. What does not fit in memory is spooled to a temporary file, as formats
// read from any place.
func (r *Reader) ReadStream(ctx context.Context, name string, from io.Reader, o Options) (*doc.Document, error) {
	if f, ok := from.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return r.Read(ctx, format.File{Name: base(name), Size: info.Size(), Data: f}, o)
		}
	}
	const inMemory = 1 << 20
	start, err := io.ReadAll(io.LimitReader(from, inMemory))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", base(name), err)
	}
	if len(start) < inMemory {
		return r.Read(ctx, format.File{Name: base(name), Size: int64(len(start)), Data: strings.NewReader(string(start))}, o)
	}
	spool, size, err := spool(io.MultiReader(strings.NewReader(string(start)), from))
	if err != nil {
		return nil, fmt.Errorf("spool %s: %w", base(name), err)
	}
	defer func() { _ = spool.Close() }()
	return r.Read(ctx, format.File{Name: base(name), Size: size, Data: spool}, o)
}

// spool writes a stream to a temporary file that is gone as soon as it is closed.
func spool(from io.Reader) (*os.File, int64, error) {
	f, err := os.CreateTemp("", "octavo-*")
	if err != nil {
		return nil, 0, err
	}
	err = os.Remove(f.Name())
	var n int64
	if err == nil {
		n, err = io.Copy(f, from)
	}
	if err != nil {
		_ = f.Close()
		return nil, 0, err
	}
	return f, n, nil
}

// base is a file name without its folders, in the notation of any system.
func base(name string) string { return name[strings.LastIndexAny(name, `/\`)+1:] }
