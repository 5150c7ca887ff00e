// Package enginetest is the conformance suite that every PDF engine passes, over files the suite makes itself.
package enginetest

import (
	"math"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

// Engine opens PDF files.
type Engine interface {
	Open(data []byte, password string) (Document, error)
}

// Document is an open PDF file. Pages are counted from 1.
type Document interface {
	Pages() int
	Info() (*engine.Info, error)
	Page(n int) (*engine.Page, error)
	Render(n int, dpi float64, grey bool) (*engine.Raster, error)
	Close()
}

// Run holds an engine to what the rest of the program relies on. The tests run one after the other on the caller's
// goroutine when open does.
func Run(t *testing.T, open func(t *testing.T) Engine) {
	for _, group := range []struct {
		name string
		run  func(t *testing.T, e Engine)
	}{
		{"Text", testText}, {"Mapped", testMapped}, {"Visibility", testVisibility}, {"Seen", testSeen},
		{"Unmapped", testUnmapped}, {"Places", testPlaces}, {"Units", testUnits}, {"Drawing", testDrawing}, {"Structure", testStructure},
		{"Notes", testNotes}, {"Forms", testForms}, {"Info", testInfo}, {"Locks", testLocks}, {"Damage", testDamage},
		{"Render", testRender}, {"Hostile", testHostile},
	} {
		t.Run(group.name, func(t *testing.T) { group.run(t, open(t)) })
	}
}

// onePage opens a file of one page.
func onePage(t *testing.T, e Engine, page pdfgen.Page) Document {
	t.Helper()
	f := &pdfgen.File{}
	f.AddPage(page)
	return opened(t, e, f)
}

func opened(t *testing.T, e Engine, f *pdfgen.File) Document {
	t.Helper()
	d, err := e.Open(f.Bytes(), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

func read(t *testing.T, d Document, n int) *engine.Page {
	t.Helper()
	p, err := d.Page(n)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// text joins the characters of a page that are wanted; line ends become one space.
func text(p *engine.Page, want func(engine.Char) bool) string {
	var b strings.Builder
	for _, c := range p.Chars {
		if want(c) {
			b.WriteRune(c.Rune)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func every(engine.Char) bool { return true }

func flagged(flag engine.CharFlags) func(engine.Char) bool {
	return func(c engine.Char) bool { return c.Flags&flag != 0 }
}

// first finds the first drawn character of the given value.
func first(t *testing.T, p *engine.Page, r rune) engine.Char {
	t.Helper()
	for _, c := range p.Chars {
		if c.Rune == r && c.Flags&engine.CharGenerated == 0 {
			return c
		}
	}
	t.Fatalf("no %q among %q", r, text(p, every))
	return engine.Char{}
}

func near(a, b float32, within float64) bool { return math.Abs(float64(a-b)) <= within }

func wantBox(t *testing.T, what string, got, want engine.Box, within float64) {
	t.Helper()
	if !near(got.X0, want.X0, within) || !near(got.Y0, want.Y0, within) || !near(got.X1, want.X1, within) || !near(got.Y1, want.Y1, within) {
		t.Errorf("%s: box %+v, want %+v", what, got, want)
	}
}

func wantPoint(t *testing.T, what string, got, want engine.Point) {
	t.Helper()
	if !near(got.X, want.X, 0.01) || !near(got.Y, want.Y, 0.01) {
		t.Errorf("%s: at %+v, want %+v", what, got, want)
	}
}

func want[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}
