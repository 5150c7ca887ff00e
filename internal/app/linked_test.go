package app_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine/office/officetest"
	"github.com/octavo-dev/octavo/internal/engine/tooltest"
)

// markerWord stands in no document, only in what documents name.
const markerWord = "Zwiebelturmuhr"

// Nothing that a document names is fetched or read, no macro of it runs, and nothing of all that stands in the answer or
// in the PDF file that the answer names.
func TestNothingNamedIsTouched(t *testing.T) {
	picture, inPDF := tooltest.Marker(t)
	var touched atomic.Int32
	canary := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		touched.Add(1)
		if strings.HasSuffix(r.URL.Path, ".png") {
			_, _ = w.Write(picture)
			return
		}
		_, _ = w.Write([]byte(markerWord))
	}))
	defer canary.Close()
	places := officetest.Places{URL: canary.URL, Folder: t.TempDir(), Script: filepath.Join(t.TempDir(), "written")}
	for name, content := range map[string][]byte{"marker.png": picture, "marker.txt": []byte(markerWord)} {
		if err := os.WriteFile(filepath.Join(places.Folder, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s := start(t, "sqlite")
	for kind, content := range officetest.Linking(places) {
		t.Run(kind, func(t *testing.T) {
			r := s.want(200, "POST", "/parse", map[string]any{
				"input": s.upload("a."+kind, string(content)), "formatting": map[string]any{"include": []string{"comments"}},
				"settings": map[string]any{"return_images": []string{"figure", "page"}, "return_ocr_data": true},
			})
			told := string(s.do("GET", "/job/"+r["job_id"].(string), nil).Body)
			if !strings.Contains(told, "before") || strings.Contains(told, markerWord) {
				t.Errorf("answer %.2000s", told)
			}
			if url, ok := r["pdf_url"].(string); ok {
				made := s.do("GET", url, nil).Body
				if bytes.Contains(made, inPDF) {
					t.Error("the picture stands in the PDF file")
				}
				s.untouched(t, made)
			} else if kind != "html" && kind != "ods" && kind != "xlsm" {
				t.Errorf("no PDF file: %v", r)
			}
			if n := touched.Swap(0); n != 0 {
				t.Errorf("touched %d times", n)
			}
			if _, err := os.Stat(places.Script); err == nil {
				t.Error("a macro ran")
			}
		})
	}
}

// untouched looks for the marker among the words of a PDF file.
func (s *service) untouched(t *testing.T, made []byte) {
	t.Helper()
	_, _, body := s.parseOf("a.pdf", string(made), nil)
	if text, _ := at(body, "result", "chunks", 0, "content").(string); !strings.Contains(text, "before") || strings.Contains(text, markerWord) {
		t.Errorf("the PDF file says %q: %v", text, body["error"])
	}
}
