package app_test

import (
	"bytes"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine/office/officetest"
	"github.com/octavo-dev/octavo/internal/engine/tooltest"
)

// markerWord stands in no document, only in what documents name.
const markerWord = "Zwiebelturmuhr"

// Faults 25 and 26: nothing that a document names is fetched or read, no macro of it runs, and nothing of all that stands
// in the answer, in its pictures or in the PDF file that the answer names. Spreadsheets have no such file.
func TestNothingNamedIsTouched(t *testing.T) {
	picture, inPDF := tooltest.Marker(t)
	if m, err := png.Decode(bytes.NewReader(picture)); err != nil || colourful(m) < 1000 {
		t.Fatalf("the marker would not be seen: %v", err)
	}
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
			r := s.finishes(t, "/parse", map[string]any{
				"input": s.upload("a."+kind, string(content)), "formatting": map[string]any{"include": []string{"comments"}},
				"settings": map[string]any{"return_images": []string{"figure", "page"}, "return_ocr_data": true},
			}, 200, "")
			told := strings.ReplaceAll(string(s.do("GET", "/job/"+r["job_id"].(string), nil).Body), `\u0026`, "&")
			if kind == "docx" && !pictureLinks.MatchString(told) {
				t.Errorf("no pictures in %.2000s", told)
			}
			if !strings.Contains(told, "before") || strings.Contains(told, markerWord) {
				t.Errorf("answer %.2000s", told)
			}
			for _, link := range pictureLinks.FindAllString(told, -1) {
				if m, err := png.Decode(bytes.NewReader(s.do("GET", link, nil).Body)); err != nil {
					t.Errorf("%s: %v", link, err)
				} else if colourful(m) > 100 {
					t.Errorf("%d coloured pixels in a picture of %v", colourful(m), m.Bounds())
				}
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

// pictureLinks finds the pictures that an answer names.
var pictureLinks = regexp.MustCompile(`http://127\.0\.0\.1:[0-9]+/objects/[^"\\]+\.png[^"\\]*`)

// colourful counts the pixels that are no shade of grey, as most of the marker are and nothing that the documents hold.
func colourful(m image.Image) int {
	n := 0
	for y := m.Bounds().Min.Y; y < m.Bounds().Max.Y; y++ {
		for x := m.Bounds().Min.X; x < m.Bounds().Max.X; x++ {
			r, g, b, _ := m.At(x, y).RGBA()
			if max(r, g, b)-min(r, g, b) > 0x4000 {
				n++
			}
		}
	}
	return n
}

// untouched looks for the marker among the words of a PDF file.
func (s *service) untouched(t *testing.T, made []byte) {
	t.Helper()
	_, _, body := s.parseOf("a.pdf", string(made), nil)
	if text, _ := at(body, "result", "chunks", 0, "content").(string); !strings.Contains(text, "before") || strings.Contains(text, markerWord) {
		t.Errorf("the PDF file says %q: %v", text, body["error"])
	}
}
