// Package format says what a file format is and decides which one a file has.
package format

import (
	"context"
	"io"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
)

// Format is one type of file. Package format/all lists them.
type Format struct {
	Name       string   // "html"; also a file name ending
	Endings    []string // other file name endings: "htm"
	MediaTypes []string // what origins call it
	Text       bool     // its bytes are text, so the file name is believed only where they are

	// Sniff recognises the format by its first bytes. Nil: by name only.
	Sniff func(head []byte) bool

	// Read reads a whole file. It is nil for a format that is recognised but cannot be read, and for one that is Paged.
	Read func(context.Context, File, Options) (*doc.Document, error)
	// Paged formats are read page by page by an engine process.
	Paged bool
	// Via is the format that a converter makes of this one, which is then read in its place.
	Via string
	// Printed says what the pages are to the format that a converter prints it on.
	Printed Printing
}

// Printing says what printed pages are to a format.
type Printing uint8

// What printed pages are to a format.
const (
	Unprinted Printing = iota // it is never printed
	Slides                    // it has pages and places of its own, which print only shows
	Paper                     // its text runs over the pages, which alone tell where it stands
)

// File is an opened file.
type File struct {
	Name      string // without folder; may be empty
	MediaType string // what the origin said; may be empty
	Size      int64
	Data      io.ReaderAt
}

// Reader reads the file from its start and stops with the context.
func (f File) Reader(ctx context.Context) io.Reader {
	return &reader{ctx, io.NewSectionReader(f.Data, 0, f.Size)}
}

// Ending is the lower-case file name ending without its dot.
func (f File) Ending() string { return ending(f.Name) }

func ending(name string) string {
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 {
		return ""
	}
	return strings.ToLower(name[dot+1:])
}

// Options is how a file is to be read.
type Options struct {
	Force    string // file name ending that overrides detection
	Password string
	Limits   Limits
	Sheet    Sheet

	// Select picks page numbers, ascending, from a document of count pages; names are sheet names, nil where pages
	// have none. A nil Select takes all.
	Select func(count int, names []string) ([]int, error)
}

// Pages applies Select.
func (o Options) Pages(count int, names []string) ([]int, error) {
	if o.Select != nil {
		return o.Select(count, names)
	}
	all := make([]int, count)
	for i := range all {
		all[i] = i + 1
	}
	return all, nil
}

// Limits bounds what one file may cost.
type Limits struct {
	Pages     int   // pages, slides or sheets
	Cells     int   // non-empty cells of a workbook
	TextBytes int64 // bytes of a text that is held in memory as a whole
	Nodes     int   // parts of a markup tree
	Expansion Expansion
}

// Expansion bounds how far an office container may unfold; both bounds hold.
type Expansion struct {
	Ratio int   // unpacked size as a multiple of the packed one
	Bytes int64 // unpacked size
}

// DefaultLimits are the bounds of an installation that sets none.
var DefaultLimits = Limits{Pages: 10_000, Cells: 5_000_000, TextBytes: 64 << 20, Nodes: 2_000_000, Expansion: Expansion{Ratio: 100, Bytes: 4 << 30}}

// Clustering says how tables are found on a sheet.
type Clustering string

// The clusterings of the interface.
const (
	Accurate Clustering = "accurate"
	Fast     Clustering = "fast"
	Disabled Clustering = "disabled"
)

// Sheet is how spreadsheets are to be read.
type Sheet struct {
	Clustering         Clustering
	SplitRows          int // rows of a table before it is cut; 0 = never
	SplitCols          int
	MaxCells           int // non-empty cells the caller allows; 0 = no bound
	SkipHiddenSheets   bool
	SkipHiddenRows     bool
	SkipHiddenCols     bool
	SkipEmbeddedImages bool
}

// Unsupported is the refusal of a type that cannot be read.
func Unsupported(name string) *fault.Error {
	if name == "" {
		return fault.New(fault.DocumentUnsupported, "the type of the file is not known or not supported").Typed("file_conversion_error")
	}
	return fault.New(fault.DocumentUnsupported, "files of type %s are not supported", name).Typed("file_conversion_error")
}

// TooLarge is the refusal of something above a limit.
func TooLarge(what string, n, limit int64) *fault.Error {
	return fault.New(fault.DocumentTooLarge, "%s is %d, the limit is %d", what, n, limit)
}

type reader struct {
	ctx  context.Context
	from io.Reader
}

func (r *reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.from.Read(p)
}
