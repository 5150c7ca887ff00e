package repair

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
	"github.com/octavo-dev/octavo/internal/engine/tooltest"
	"github.com/octavo-dev/octavo/internal/fault"
)

func TestMain(m *testing.M) { tooltest.Main(m) }

// strict opens only files whose table of objects is where the end of the file says, and remembers what it was given.
type strict struct {
	opened []*os.File
	open   int
}

var (
	ending   = regexp.MustCompile(`startxref\s+(\d+)\s+%%EOF\s*$`)
	pageMark = regexp.MustCompile(`/Type\s*/Page\b`)
)

func (s *strict) Open(_ context.Context, f *os.File, o engine.OpenOptions) (engine.Document, error) {
	s.opened = append(s.opened, f)
	data, err := io.ReadAll(io.NewSectionReader(f, 0, 1<<30))
	if err != nil {
		return nil, err
	}
	damage := fault.New(fault.DocumentCorrupt, "opening %d", len(s.opened))
	end := ending.FindSubmatch(data)
	if end == nil {
		return nil, damage
	}
	at, _ := strconv.Atoi(string(end[1]))
	if at > len(data) || !bytes.HasPrefix(data[at:], []byte("xref")) {
		return nil, damage
	}
	s.open++
	return &pages{s, len(pageMark.FindAll(data, -1))}, nil
}

type pages struct {
	of *strict
	n  int
}

func (p *pages) Pages() int                                      { return p.n }
func (p *pages) Info(context.Context) (*engine.Info, error)      { return &engine.Info{}, nil }
func (p *pages) Page(context.Context, int) (*engine.Page, error) { return nil, errors.ErrUnsupported }
func (p *pages) Close()                                          { p.of.open-- }
func (p *pages) Render(context.Context, int, float64, bool) (*engine.Raster, error) {
	return nil, errors.ErrUnsupported
}

func whole(n int) []byte {
	f := &pdfgen.File{}
	for i := range n {
		f.AddPage(pdfgen.Page{Content: fmt.Sprintf("BT /F1 12 Tf 1 0 0 1 72 700 Tm (page %d) Tj ET", i+1)})
	}
	return f.Bytes()
}

func TestRepair(t *testing.T) {
	data := whole(10)
	b, tool := tooltest.Box(t), tooltest.Installed(t, "qpdf")
	for _, tt := range []struct {
		name  string
		data  []byte
		pages int // 0 is beyond repair
	}{
		{"sound", data, 10},
		{"shifted", append([]byte("%PDF-1.4\n% an extra line\n"), data...), 10},
		{"no end", bytes.Replace(data, []byte("startxref"), []byte("         "), 1), 10},
		{"no table", bytes.Replace(data, []byte("\nxref\n"), []byte("\n----\n"), 1), 10},
		{"cut at 10 %", data[:len(data)/10], 0},
		{"cut at 50 %", data[:len(data)/2], 0},
		{"cut at 90 %", data[:len(data)*9/10], 0},
		{"no trailer", data[:bytes.LastIndex(data, []byte("trailer"))], 0},
		{"page loop", unlisted(pdfgen.PageLoop()), 1},
		{"noise", append([]byte("%PDF-1.7\n"), bytes.Repeat([]byte{0xfe, 0x17, 0x80}, 9999)...), 0},
		{"empty", nil, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			inner := &strict{}
			start := time.Now()
			d, err := Opener(inner, b, tool, dir, time.Minute).Open(t.Context(), tooltest.File(t, tt.data), engine.OpenOptions{Type: "pdf"})
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("took %v", took)
			}
			if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) > 0 {
				t.Errorf("named files: %q", left)
			}
			if tt.pages == 0 {
				if err == nil {
					t.Fatalf("opened with %d pages", d.Pages())
				}
				if f := fault.Of(err); f.Name != fault.DocumentCorrupt || f.Message != "opening 1" {
					t.Errorf("not the failure of the first opening: %v", err)
				}
			} else if err != nil {
				t.Fatal(err)
			} else {
				if d.Pages() != tt.pages {
					t.Errorf("%d pages, want %d", d.Pages(), tt.pages)
				}
				last := inner.opened[len(inner.opened)-1]
				if _, err := last.Stat(); err != nil {
					t.Errorf("the file is closed before the document: %v", err)
				}
				d.Close()
				if _, err := last.Stat(); len(inner.opened) > 1 && err == nil {
					t.Error("the rewritten file stays open")
				}
			}
			if inner.open != 0 {
				t.Errorf("%d documents stay open", inner.open)
			}
		})
	}
}

// unlisted spoils the table of objects, so that the loop is met while it is rebuilt.
func unlisted(data []byte) []byte {
	return bytes.Replace(data, []byte("startxref"), []byte("startxxxx"), 1)
}

func TestLockedFile(t *testing.T) {
	f := &pdfgen.File{Lock: &pdfgen.Lock{User: "open sesame", Owner: "keeper", AES: true}}
	f.AddPage(pdfgen.Page{Content: "BT /F1 12 Tf 1 0 0 1 72 700 Tm (secret) Tj ET"})
	data := bytes.Replace(f.Bytes(), []byte("startxref"), []byte("         "), 1)
	open := Opener(&strict{}, tooltest.Box(t), tooltest.Installed(t, "qpdf"), t.TempDir(), time.Minute)
	d, err := open.Open(t.Context(), tooltest.File(t, data), engine.OpenOptions{Type: "pdf", Password: "open sesame"})
	if err != nil {
		t.Fatal(err)
	}
	d.Close()
	_, err = open.Open(t.Context(), tooltest.File(t, data), engine.OpenOptions{Type: "pdf", Password: "hush hush"})
	if !fault.Is(err, fault.DocumentCorrupt) || strings.Contains(err.Error(), "hush hush") {
		t.Errorf("%v", err)
	}
}

func TestNotForRepair(t *testing.T) {
	broken := whole(1)[:200]
	b := tooltest.Box(t)
	t.Run("another type", func(t *testing.T) {
		inner := &strict{}
		_, err := Opener(inner, b, tooltest.Installed(t, "qpdf"), "", time.Minute).Open(t.Context(), tooltest.File(t, broken), engine.OpenOptions{Type: "png"})
		if !fault.Is(err, fault.DocumentCorrupt) || len(inner.opened) != 1 {
			t.Errorf("opened %d times: %v", len(inner.opened), err)
		}
	})
	t.Run("no qpdf", func(t *testing.T) {
		inner := &strict{}
		if Opener(inner, b, "", "", time.Minute) != engine.Opener(inner) {
			t.Error("something stands before the engine")
		}
	})
	t.Run("qpdf does not start", func(t *testing.T) {
		_, err := Opener(&strict{}, b, "/no/such/qpdf", "", time.Minute).Open(t.Context(), tooltest.File(t, broken), engine.OpenOptions{Type: "pdf"})
		if f := fault.Of(err); f.Name != fault.DocumentCorrupt || f.Message != "opening 1" {
			t.Errorf("%v", err)
		}
	})
	t.Run("cancelled", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := Opener(&strict{}, b, tooltest.Installed(t, "qpdf"), "", time.Minute).Open(ctx, tooltest.File(t, broken), engine.OpenOptions{Type: "pdf"})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
	})
}
