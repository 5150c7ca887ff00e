// Package reader turns a file into a document.
package reader

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/format/all"
)

// Read decides the type of a file and reads it.
func Read(ctx context.Context, f format.File, opts format.Options) (*doc.Document, error) {
	if opts.Limits == (format.Limits{}) {
		opts.Limits = format.DefaultLimits
	}
	kind, err := format.Detect(all.Formats, f, opts.Force)
	if err != nil {
		return nil, err
	}
	d, err := kind.Read(ctx, f, opts)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", kind.Name, err)
	}
	if most := opts.Limits.Pages; most > 0 && len(d.Pages) > most {
		return nil, format.TooLarge("the number of pages", int64(len(d.Pages)), int64(most))
	}
	return d, nil
}

// ReadStream reads a document from a stream. What does not fit in memory is spooled to a temporary file, as formats
// read from any place.
func ReadStream(ctx context.Context, name string, r io.Reader, opts format.Options) (*doc.Document, error) {
	if f, ok := r.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return Read(ctx, format.File{Name: base(name), Size: info.Size(), Data: f}, opts)
		}
	}
	const inMemory = 1 << 20
	start, err := io.ReadAll(io.LimitReader(r, inMemory))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", base(name), err)
	}
	if len(start) < inMemory {
		return Read(ctx, format.File{Name: base(name), Size: int64(len(start)), Data: strings.NewReader(string(start))}, opts)
	}
	spool, size, err := spool(start, r)
	if err != nil {
		return nil, fmt.Errorf("spool %s: %w", base(name), err)
	}
	defer func() { _ = spool.Close() }()
	return Read(ctx, format.File{Name: base(name), Size: size, Data: spool}, opts)
}

// spool writes a stream to a temporary file that is gone as soon as it is closed.
func spool(start []byte, rest io.Reader) (*os.File, int64, error) {
	f, err := os.CreateTemp("", "octavo-*")
	if err != nil {
		return nil, 0, err
	}
	if err := os.Remove(f.Name()); err != nil {
		_ = f.Close()
		return nil, 0, err
	}
	size, err := f.Write(start)
	if err != nil {
		_ = f.Close()
		return nil, 0, err
	}
	n, err := io.Copy(f, rest)
	if err != nil {
		_ = f.Close()
		return nil, 0, err
	}
	return f, int64(size) + n, nil
}

// base is a file name without its folders, in the notation of any system.
func base(name string) string { return name[strings.LastIndexAny(name, `/\`)+1:] }
