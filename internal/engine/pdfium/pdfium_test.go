//go:build cgo

package pdfium

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine/enginetest"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
	"github.com/octavo-dev/octavo/internal/fault"
)

const installed = "../../../.cache/engines/pdfium-1.2.1/libpdfium.so"

// library loads PDFium for one test, on its thread.
func library(t testing.TB) *Library {
	t.Helper()
	runtime.LockOSThread()
	lib, err := Open(installed)
	if err != nil {
		t.Fatalf("%v (make setup fetches it)", err)
	}
	t.Cleanup(func() {
		lib.Close()
		runtime.UnlockOSThread()
	})
	return lib
}

func TestConformance(t *testing.T) {
	t.Run("Memory", func(t *testing.T) {
		enginetest.Run(t, func(t *testing.T) enginetest.Engine { return enginetest.FromMemory(library(t).OpenBytes) })
	})
	t.Run("File", func(t *testing.T) {
		enginetest.Run(t, func(t *testing.T) enginetest.Engine { return enginetest.FromFile(t, library(t).OpenFile) })
	})
}

func TestOpen(t *testing.T) {
	if v := library(t).Version(); !strings.HasPrefix(v, "152.0.7934") {
		t.Errorf("version %q", v)
	}
	notOurs := filepath.Join(t.TempDir(), "lib.so")
	if err := os.WriteFile(notOurs, []byte("no library"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{notOurs, notOurs + ".missing", "libc.so.6"} {
		if _, err := Open(path); !fault.Is(err, fault.DocumentUnsupported) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// A file that is longer than the window through which it is read, with objects across its edges.
func TestLongFile(t *testing.T) {
	lib := library(t)
	f := &pdfgen.File{}
	for range 20 {
		f.AddStream("", []byte(strings.Repeat("x", 10_007)))
		f.AddPage(pdfgen.Page{Content: "BT /F1 12 Tf 72 700 Td (long) Tj ET" + strings.Repeat(" ", 40_000)})
	}
	d, err := enginetest.FromFile(t, lib.OpenFile).Open(f.Bytes(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for n := 1; n <= 20; n++ {
		p, err := d.Page(n)
		if err != nil || len(p.Chars) != 4 {
			t.Fatalf("page %d: %v, %v", n, p, err)
		}
	}
}
