package pdf_test

import (
	"bytes"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/edit/pdf"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/enginetest"
	"github.com/octavo-dev/octavo/internal/engine/pdfium"
	"github.com/octavo-dev/octavo/internal/engine/tooltest"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "edit" {
		if err := pdf.Serve(os.Stdin, os.Stdout, os.NewFile(3, "document")); err != nil {
			os.Stderr.WriteString(err.Error())
			os.Exit(1)
		}
		os.Exit(0)
	}
	tooltest.Main(m)
}

// desk edits files in children, as the service does, and looks at them with PDFium.
type desk struct {
	*pdf.Writer
	engine enginetest.Engine
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	runtime.LockOSThread()
	lib, err := pdfium.Open("../../../.cache/engines/pdfium-1.2.1/libpdfium.so")
	if err != nil {
		t.Fatalf("%v (make setup fetches it)", err)
	}
	t.Cleanup(func() {
		lib.Close()
		runtime.UnlockOSThread()
	})
	return &desk{
		pdf.New(pdf.Options{
			Box: tooltest.Box(t), Command: []string{"/proc/self/exe", "edit"}, QPDF: tooltest.Installed(t, "qpdf"), Dir: t.TempDir(), Time: time.Minute,
		}),
		enginetest.FromMemory(lib.OpenBytes),
	}
}

// edited is a file after an edit.
type edited struct {
	enginetest.Document
	data   []byte
	report *pdf.Report
}

func (d *desk) edit(t *testing.T, data []byte, o pdf.Order) *edited {
	t.Helper()
	out, report, err := d.Apply(t.Context(), tooltest.File(t, data), &o)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	made, err := io.ReadAll(io.NewSectionReader(out, 0, 1<<30))
	if err != nil {
		t.Fatal(err)
	}
	return &edited{d.open(t, made), made, report}
}

func (d *desk) open(t *testing.T, data []byte) enginetest.Document {
	t.Helper()
	document, err := d.engine.Open(data, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(document.Close)
	return document
}

func page(t *testing.T, d enginetest.Document, n int) *engine.Page {
	t.Helper()
	p, err := d.Page(n)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// text is what can be read on a page, without what the engine makes up.
func text(t *testing.T, d enginetest.Document, n int) string {
	t.Helper()
	var b strings.Builder
	for _, c := range page(t, d, n).Chars {
		if c.Flags&engine.CharGenerated == 0 {
			b.WriteRune(c.Rune)
		}
	}
	return b.String()
}

// place is the box around a text on a page.
func place(t *testing.T, d enginetest.Document, n int, find string) pdf.Place {
	t.Helper()
	p := page(t, d, n)
	var chars []engine.Char
	for _, c := range p.Chars {
		if c.Flags&engine.CharGenerated == 0 {
			chars = append(chars, c)
		}
	}
	at := strings.Index(text(t, d, n), find)
	if at < 0 {
		t.Fatalf("page %d has no %q", n, find)
	}
	box := chars[at].Loose
	for _, c := range chars[at : at+len(find)] {
		box = engine.Box{X0: min(box.X0, c.Loose.X0), Y0: min(box.Y0, c.Loose.Y0), X1: max(box.X1, c.Loose.X1), Y1: max(box.Y1, c.Loose.Y1)}
	}
	return pdf.Place{Page: n, Box: doc.Box{
		Left: float64(box.X0 / p.Width), Top: float64(box.Y0 / p.Height), Width: float64((box.X1 - box.X0) / p.Width), Height: float64((box.Y1 - box.Y0) / p.Height),
	}}
}

// ink is how many pixels of a page differ between two files, and how many of them inside of a box.
func ink(t *testing.T, a, b enginetest.Document, n int, box doc.Box) (all, inside int) {
	t.Helper()
	const dpi = 72
	first, err := a.Render(n, dpi, true)
	if err != nil {
		t.Fatal(err)
	}
	second, err := b.Render(n, dpi, true)
	if err != nil {
		t.Fatal(err)
	}
	if first.Width != second.Width || bytes.Equal(first.Pixels, second.Pixels) {
		return 0, 0
	}
	for i, v := range first.Pixels {
		if v == second.Pixels[i] {
			continue
		}
		all++
		x, y := float64(i%first.Width)/float64(first.Width), float64(i/first.Width)/float64(first.Height)
		const slack = 0.005
		if x >= box.Left-slack && x <= box.Left+box.Width+slack && y >= box.Top-slack && y <= box.Top+box.Height+slack {
			inside++
		}
	}
	return all, inside
}
