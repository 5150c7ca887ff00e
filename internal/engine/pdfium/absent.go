//go:build !cgo

package pdfium

import (
	"errors"
	"os"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/pdf"
)

// Library stands for a PDFium that this program cannot load, because it was built without C.
type Library struct{}

// Document stands for a document of such a library; there is none.
type Document struct{}

var errNoC = errors.New("the program was built without cgo")

// Open says that there is no library.
func Open(string) (*Library, error) { return nil, pdf.Absent(errNoC) }

// Version is empty.
func (*Library) Version() string { return "" }

// Close does nothing.
func (*Library) Close() {}

// OpenBytes says that there is no library.
func (*Library) OpenBytes([]byte, string) (*Document, error) { return nil, pdf.Absent(errNoC) }

// OpenFile says that there is no library.
func (*Library) OpenFile(*os.File, string) (*Document, error) { return nil, pdf.Absent(errNoC) }

// Pages is 0.
func (*Document) Pages() int { return 0 }

// Info says that there is no library.
func (*Document) Info() (*engine.Info, error) { return nil, pdf.Absent(errNoC) }

// Page says that there is no library.
func (*Document) Page(int) (*engine.Page, error) { return nil, pdf.Absent(errNoC) }

// Render says that there is no library.
func (*Document) Render(int, float64, bool) (*engine.Raster, error) { return nil, pdf.Absent(errNoC) }

// Close does nothing.
func (*Document) Close() {}
