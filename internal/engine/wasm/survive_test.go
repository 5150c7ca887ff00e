package wasm

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
	"github.com/octavo-dev/octavo/internal/fault"
)

// letters opens a file of one page with a few characters and reads it.
func letters(t *testing.T, word string) *Document {
	t.Helper()
	f := &pdfgen.File{}
	f.AddPage(pdfgen.Page{Content: "BT /F1 12 Tf 72 700 Td (" + word + ") Tj ET"})
	d, err := shared.OpenBytes(f.Bytes(), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	wantLetters(t, d, len(word))
	return d
}

func wantLetters(t *testing.T, d *Document, n int) {
	t.Helper()
	p, err := d.Page(1)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Chars) != n {
		t.Errorf("%d characters, want %d", len(p.Chars), n)
	}
}

// use runs calls of the machine as the methods of a document do.
func use(calls func(m *machine)) (err error) {
	defer shared.survive(&err, "try", damagedStructure)
	m, err := shared.running()
	if err != nil {
		return err
	}
	calls(m)
	return nil
}

func TestDocumentsOutliveTheMachine(t *testing.T) {
	const outside = 0xFFFFFF00
	one, two := letters(t, "one"), letters(t, "second")
	err := use(func(m *machine) { m.call("FPDFText_CountChars", outside) })
	if !fault.Is(err, fault.DocumentCorrupt) || !strings.Contains(err.Error(), "out of bounds") {
		t.Fatal(err)
	}
	if shared.machine != nil {
		t.Error("the machine that trapped is still in use")
	}
	wantLetters(t, two, 6)
	if _, err := one.Render(1, 72, true); err != nil {
		t.Error(err)
	}
	wantLetters(t, one, 3)
	if _, err := two.Info(); err != nil {
		t.Error(err)
	}
	if one.machine != two.machine {
		t.Error("two machines")
	}
}

func TestMemoryIsBounded(t *testing.T) {
	d := letters(t, "word")
	err := use(func(m *machine) {
		for range memoryLimit >> 26 {
			m.alloc(1 << 26)
		}
	})
	if err == nil || !strings.Contains(err.Error(), "out of memory") || fault.Is(err, fault.DocumentCorrupt) {
		t.Fatal(err)
	}
	wantLetters(t, d, 4)
}

func TestMemoryIsGivenBack(t *testing.T) {
	f := &pdfgen.File{}
	f.AddPage(pdfgen.Page{Width: 14400, Height: 14400, Content: "0 0 10 10 re f"})
	d, err := shared.OpenBytes(f.Bytes(), "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Render(1, 300, false); err != nil {
		t.Fatal(err)
	}
	d.Close()
	letters(t, "small")
	if n := shared.machine.memory.Size(); n > memoryKept {
		t.Errorf("%d bytes are kept", n)
	}
}

// PDFium sees open documents and fonts, nothing else of the host.
func TestOtherFilesCannotBeOpened(t *testing.T) {
	here, err := filepath.Abs("survive_test.go")
	if err != nil {
		t.Fatal(err)
	}
	d := letters(t, "word")
	closed := letters(t, "gone")
	closed.Close()
	const noFile = 2
	for path, want := range map[string]uint64{
		here: noFile, "/etc/passwd": noFile, mount + "/../etc/passwd": noFile, fonts + "/../../../etc/passwd": noFile,
		closed.path: noFile, d.path: 0,
	} {
		if err := use(func(m *machine) {
			handle := m.call("FPDF_LoadDocument", m.put(path), 0)
			if code := m.call("FPDF_GetLastError"); handle == 0 && code != want || (handle != 0) != (want == 0) {
				t.Errorf("%s: handle %d, code %d", path, handle, code)
			}
			if handle != 0 {
				m.call("FPDF_CloseDocument", handle)
			}
		}); err != nil {
			t.Error(err)
		}
	}
}

func TestLongTexts(t *testing.T) {
	for _, n := range []int{outRoom/2 - 1, outRoom / 2, 100_000, textBytes} {
		f := &pdfgen.File{Info: "/Title(" + strings.Repeat("x", n) + ")"}
		f.AddPage(pdfgen.Page{Content: " "})
		d, err := shared.OpenBytes(f.Bytes(), "")
		if err != nil {
			t.Fatal(err)
		}
		info, err := d.Info()
		d.Close()
		if err != nil {
			t.Fatal(err)
		}
		want := n
		if n == textBytes { // too long counts as absent
			want = 0
		}
		if got := len(info.Properties["Title"]); got != want {
			t.Errorf("%d characters, want %d", got, want)
		}
	}
}

func TestCacheThatIsNoFolder(t *testing.T) {
	if _, err := Open("wasm_test.go"); !fault.Is(err, fault.DocumentUnsupported) {
		t.Error(err)
	}
}
