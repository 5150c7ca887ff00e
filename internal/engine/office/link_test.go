package office

import (
	"bytes"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine/office/officetest"
	"github.com/octavo-dev/octavo/internal/engine/tooltest"
)

// canary is a server that hands out a picture and notes who asks: the first part of the path.
type canary struct {
	*httptest.Server
	mu    sync.Mutex
	asked map[string]bool
}

func newCanary(t *testing.T, picture []byte) *canary {
	t.Helper()
	c := &canary{asked: map[string]bool{}}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c.mu.Lock()
		defer c.mu.Unlock()
		who, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		c.asked[who] = true
		_, _ = w.Write(picture)
	}))
	t.Cleanup(c.Close)
	return c
}

// by tells who asked.
func (c *canary) by() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Sorted(maps.Keys(c.asked))
}

// linking is a document of each type that LibreOffice gets, which names places that are the type's own.
func linking(t *testing.T, c *canary, picture []byte) (documents map[string][]byte, script string) {
	t.Helper()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "marker.png"), picture, 0o644); err != nil {
		t.Fatal(err)
	}
	script = filepath.Join(t.TempDir(), "written")
	documents = map[string][]byte{}
	for _, kind := range []string{"docx", "docm", "odt", "rtf", "ods", "pptx"} {
		documents[kind] = officetest.Linking(officetest.Places{URL: c.URL + "/" + kind, Folder: folder, Script: script})[kind]
	}
	return documents, script
}

// The documents do what they are said to do: without our settings and fences LibreOffice follows their links.
func TestLinksWithoutFences(t *testing.T) {
	picture, inPDF := tooltest.Marker(t)
	c := newCanary(t, picture)
	documents, _ := linking(t, c, picture)
	dir := t.TempDir()
	args := []string{"-env:UserInstallation=file://" + dir + "/profile", "--headless", "--convert-to", "pdf", "--outdir", filepath.Join(dir, "out")}
	kinds := []string{"docx", "odt", "rtf", "pptx"}
	for _, kind := range kinds {
		in := filepath.Join(dir, kind+"."+kind)
		if err := os.WriteFile(in, documents[kind], 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, in)
	}
	out, err := exec.Command(tooltest.Installed(t, "soffice"), args...).CombinedOutput()
	if got, want := c.by(), []string{"docx", "odt", "pptx"}; !slices.Equal(got, want) { // of RTF files only those beside them
		t.Errorf("asked by %v, want %v; %v\n%s", got, want, err, out)
	}
	for _, kind := range kinds {
		if made, _ := os.ReadFile(filepath.Join(dir, "out", kind+".pdf")); !bytes.Contains(made, inPDF) {
			t.Errorf("%s: %d bytes without the picture", kind, len(made))
		}
	}
}

// Faults 25 and 26: nothing that a document names is fetched, read, or run.
func TestLinks(t *testing.T) {
	picture, inPDF := tooltest.Marker(t)
	c := newCanary(t, picture)
	documents, script := linking(t, c, picture)
	converter := converter(t, Options{Program: tooltest.Installed(t, "soffice")})
	into := map[string]string{"odt": "docx", "rtf": "docx", "ods": "xlsx"}
	for kind, content := range documents {
		t.Run(kind, func(t *testing.T) {
			to := into[kind]
			if to == "" {
				to = "pdf"
			}
			made, err := convert(t, converter, content, kind, to)
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Contains(made, inPDF) || bytes.Contains(made, []byte("media/image")) {
				t.Error("a picture stands in the document")
			}
		})
	}
	if got := c.by(); len(got) != 0 {
		t.Errorf("asked by %v", got)
	}
	if _, err := os.Stat(script); err == nil {
		t.Error("a macro ran")
	}
}
