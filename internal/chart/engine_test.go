//go:build cgo

package chart_test

import (
	"runtime"
	"testing"

	"github.com/octavo-dev/octavo/engines"
	"github.com/octavo-dev/octavo/internal/chart"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
	"github.com/octavo-dev/octavo/internal/engine/pdfium"
	"github.com/octavo-dev/octavo/internal/layout"
)

// fataler is a test, or one run of a property.
type fataler interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

// library opens PDFium for one test.
func library(t *testing.T) *pdfium.Library {
	t.Helper()
	runtime.LockOSThread()
	path, err := engines.Dir("../../.cache/engines").Find("libpdfium.so")
	if err != nil {
		t.Fatalf("%v (make setup fetches it)", err)
	}
	lib, err := pdfium.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		lib.Close()
		runtime.UnlockOSThread()
	})
	return lib
}

const (
	pageWidth  = 560
	pageHeight = 380
)

// source is a page with content as the chart package sees it, with its pixels at 150 dpi.
func source(t fataler, lib *pdfium.Library, content string, box [4]float64) chart.Source {
	t.Helper()
	return seen(t, lib, content, box, true)
}

// outlined is a page whose pixels are not looked at.
func outlined(t fataler, lib *pdfium.Library, content string, box [4]float64) chart.Source {
	t.Helper()
	return seen(t, lib, content, box, false)
}

func seen(t fataler, lib *pdfium.Library, content string, box [4]float64, pixels bool) chart.Source {
	t.Helper()
	f := &pdfgen.File{}
	f.AddPage(pdfgen.Page{Width: pageWidth, Height: pageHeight, Content: content})
	d, err := lib.OpenBytes(f.Bytes(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	p, err := d.Page(1)
	if err != nil {
		t.Fatal(err)
	}
	var r *engine.Raster
	if pixels {
		if r, err = d.Render(1, 150, false); err != nil {
			t.Fatal(err)
		}
	}
	return chart.Source{
		Page: p, Lines: layout.Read(p).Lines, Raster: r,
		Box: engine.Box{X0: float32(box[0]), Y0: float32(box[1]), X1: float32(box[2]), Y1: float32(box[3])},
	}
}

// flattened is the source with its outlines known as pixels only.
func flattened(src chart.Source) chart.Source {
	p := *src.Page
	p.Paths, p.Images = nil, []engine.Image{{Box: src.Box, Visible: src.Box}}
	src.Page = &p
	return src
}

func content(c *pdfgen.Chart) (string, [4]float64) { return c.Content(), c.Box(pageHeight) }
