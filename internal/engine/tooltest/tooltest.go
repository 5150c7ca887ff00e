// Package tooltest helps to test what runs other programs on documents behind fences.
package tooltest

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"os/exec"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/sandbox"
)

// Main runs the tests of a package, whose program also puts up the fences when it is started for that.
func Main(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "sandbox" {
		os.Exit(sandbox.Main(os.Args[2:]))
	}
	os.Exit(m.Run())
}

// Box puts up fences as an installation does without settings.
func Box(t testing.TB) *sandbox.Box {
	t.Helper()
	b, err := sandbox.New(t.Context(), sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Installed is the path of a program.
func Installed(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatal(name + " is missing; scripts/setup installs it")
	}
	return path
}

// File is a document as tools get it: a file without a name.
func File(t testing.TB, data []byte) *os.File {
	t.Helper()
	f, err := engine.Nameless(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	if _, err := f.Write(data); err != nil {
		t.Fatal(err)
	}
	return f
}

// Marker is a picture that no document holds, and how a PDF file that holds it says so.
func Marker(t testing.TB) (picture []byte, inPDF []byte) {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, 67, 61))
	for i := range m.Pix {
		m.Pix[i] = byte(i*i*31 + i>>3)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), []byte("/Width 67")
}
