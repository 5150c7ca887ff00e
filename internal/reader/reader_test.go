package reader_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/ooxml/ooxmltest"
	"github.com/octavo-dev/octavo/internal/reader"
	"github.com/octavo-dev/octavo/internal/render"
)

func TestReadStream(t *testing.T) {
	long := "# T\n\n" + strings.Repeat("word ", 300_000) // above what is kept in memory
	path := filepath.Join(t.TempDir(), "a.md")
	if err := os.WriteFile(path, []byte(long), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	for name, in := range map[string]io.Reader{"Short": strings.NewReader("# T"), "Spooled": strings.NewReader(long), "File": file} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("TMPDIR", t.TempDir())
			d, err := (&reader.Reader{}).ReadStream(t.Context(), `C:\docs/a.md`, in, reader.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if d.Name != "a.md" || d.Type != "md" || !strings.HasPrefix(render.Markdown(d, render.Options{}), "# T") {
				t.Errorf("%s %s with %d blocks", d.Name, d.Type, len(d.Blocks))
			}
			if left, _ := os.ReadDir(os.Getenv("TMPDIR")); len(left) > 0 {
				t.Errorf("%d files left behind", len(left))
			}
		})
	}
}

func TestFailures(t *testing.T) {
	broken := errors.New("broken pipe")
	if _, err := (&reader.Reader{}).ReadStream(t.Context(), "a.txt", io.MultiReader(strings.NewReader("a"), failing{broken}), reader.Options{}); !errors.Is(err, broken) {
		t.Errorf("stream: %v", err)
	}
	if _, err := (&reader.Reader{}).ReadStream(t.Context(), "a.txt", strings.NewReader(""), reader.Options{}); !fault.Is(err, fault.DocumentEmpty) {
		t.Errorf("empty: %v", err)
	}
	if _, err := (&reader.Reader{}).ReadStream(t.Context(), "a.bin", strings.NewReader("\x01\x02\x03"), reader.Options{}); !fault.Is(err, fault.DocumentUnsupported) {
		t.Errorf("binary: %v", err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// A locked office file is opened with its password, whatever it is called and whatever lies inside.
func TestLocked(t *testing.T) {
	inside := ooxmltest.Parts{
		"[Content_Types].xml": ooxmltest.Types("word/document.xml", "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"),
		"_rels/.rels":         ooxmltest.Relations("r", "officeDocument", "word/document.xml"),
		"word/document.xml":   `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>words</w:t></w:r></w:p></w:body></w:document>`,
	}.Zip(t)
	locked := ooxmltest.Lock([]byte(inside), "secret", 10)
	for password, want := range map[string]fault.Name{"": fault.DocumentPasswordProtected, "wrong": fault.DocumentPasswordProtected, "secret": ""} {
		var o reader.Options
		o.Password = password
		d, err := (&reader.Reader{}).ReadStream(t.Context(), "a.bin", strings.NewReader(locked), o)
		if want == "" && (err != nil || render.Markdown(d, render.Options{}) != "words") || want != "" && !fault.Is(err, want) {
			t.Errorf("with %q: %v", password, err)
		}
	}
}
