package engine

import (
	"context"
	"os"
)

// Opener opens files that only an engine process can read.
type Opener interface {
	// Open hands the file to an engine. The file must stay open until the document is closed and stays the caller's.
	Open(ctx context.Context, f *os.File, o OpenOptions) (Document, error)
}

// OpenOptions say what the file is.
type OpenOptions struct {
	Type     string // a name of package format: pdf, png, tiff, …
	Password string
}

// Document is an open file. It belongs to one goroutine. Pages are counted from 1.
//
// A failure that names a page as damaged, slow or too large leaves the others readable; after a failure of the engine
// process itself the next call starts another.
type Document interface {
	Pages() int
	Info(ctx context.Context) (*Info, error)
	Page(ctx context.Context, n int) (*Page, error)
	Render(ctx context.Context, n int, dpi float64, grey bool) (*Raster, error)
	Close()
}
