package app_test

import (
	"bytes"
	"image/png"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

// pdfEnd is how a file may end.
type pdfEnd struct {
	status int
	name   string
}

var (
	isRead    = pdfEnd{200, ""}
	isCorrupt = pdfEnd{415, "DOCUMENT_CORRUPT"}
	tooLarge  = pdfEnd{413, "DOCUMENT_TOO_LARGE"}
	tooSlow   = pdfEnd{504, "TIMEOUT"}
)

// Fault 12: what can be repaired of a damaged file is read, and the rest is refused as damaged, soon.
func TestDamagedPDFs(t *testing.T) {
	s := start(t, "sqlite", "engines: {page_time: 3s}")
	sound := pdf(letter("some text"), letter("more text"))
	files := map[string]string{"without trailer": sound[:strings.LastIndex(sound, "trailer")]}
	for cut, share := range map[string]float64{"cut at a tenth": 0.1, "cut at half": 0.5, "cut at nine tenths": 0.9} {
		files[cut] = sound[:int(share*float64(len(sound)))]
	}
	noise, random := make([]byte, 4096), rand.New(rand.NewPCG(1, 7))
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	files["noise"] = "%PDF-1.7\n" + string(noise)
	s.ends(t, "ok.pdf", sound, nil, 200, "")
	for name, content := range files {
		t.Run(name, func(t *testing.T) {
			input := map[string]any{"input": s.upload("x.pdf", content)}
			began := time.Now()
			status, code, body := s.both(t, "/parse", input)
			if took := time.Since(began); took > 20*time.Second { // for both of them
				t.Errorf("it took %v", took)
			}
			if !slices.Contains([]pdfEnd{isRead, isCorrupt}, pdfEnd{status, code}) || name == "noise" && status != 415 {
				t.Errorf("%d %s: %v", status, code, body)
			}
		})
	}
	s.ends(t, "ok.pdf", sound, nil, 200, "")
}

// Faults 13, 14 and 16: files that lead in circles, count what is not there or unfold. Whatever an engine needs for them
// is bounded, and so is its stack: it does not die of any. A count that a file declares is not believed. Where there are
// pages behind it they are read, because only what cannot be read is corrupt; where there are none the file is refused.
func TestHostilePDFs(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	lines := logged(t)
	s := start(t, "sqlite", "engines: {page_time: 5s}", "workers: {cpu: 1}")
	sound := pdf(letter("some text"))
	s.ends(t, "ok.pdf", sound, nil, 200, "")
	s.ends(t, "ok.png", pngOf(t, 200, 200), nil, 200, "") // recognition stays, once it was needed
	files := pdfgen.Hostile()
	delete(files, "200 inches of 75 units") // see TestHugePage
	files["1.4 billion pages, none there"] = []byte(strings.Replace(string(files["1.4 billion pages"]), "/Kids[", "/Kids[990 0 R]/Odd[", 1))
	forgetPeak(t)
	before := s.idle(os.TempDir())
	for name, content := range files {
		t.Run(name, func(t *testing.T) {
			ends := []pdfEnd{isRead}
			switch name {
			case "1.4 billion pages, none there":
				ends = []pdfEnd{isCorrupt}
			case "pages in circles", "forms in circles", "fonts in circles", "patterns in circles":
				ends = []pdfEnd{isRead, isCorrupt, tooSlow}
			case "20 nested filters", "a billion references", "a billion packed ones":
				ends = []pdfEnd{isRead, isCorrupt, tooLarge}
			}
			status, code, body := s.both(t, "/parse", map[string]any{"input": s.upload("x.pdf", string(content))})
			if !slices.Contains(ends, pdfEnd{status, code}) {
				t.Errorf("%d %s: %v", status, code, body)
			}
			if pages := at(body, "usage", "num_pages"); name == "1.4 billion pages" && pages != 1.0 {
				t.Errorf("%v pages", pages)
			}
		})
	}
	s.ends(t, "ok.pdf", sound, nil, 200, "")
	restored(t, os.TempDir(), before)
	modest(t, before)
	if _, after, died := strings.Cut(lines.text(), "engine process died"); died {
		t.Errorf("an engine died: %s", after)
	}
}

// Fault 17: pages are counted before any of them is looked at, which for these would take until the end of its time.
func TestPageCap(t *testing.T) {
	s := start(t, "sqlite", "limits: {max_pages: 2}", "engines: {page_time: 60s}")
	f := &pdfgen.File{}
	for range 3 {
		f.AddPage(bomb(f))
	}
	s.ends(t, "x.pdf", pdf(letter("1"), letter("2")), nil, 200, "")
	began := time.Now()
	body := s.ends(t, "x.pdf", string(f.Bytes()), nil, 413, "DOCUMENT_TOO_LARGE")
	if message, _ := at(body, "error", "message").(string); !strings.Contains(message, "3") || !strings.Contains(message, "2") {
		t.Errorf("%q", message)
	}
	if took := time.Since(began); took > 50*time.Second {
		t.Errorf("it took %v", took)
	}
}

// Fault 18: a page of any size is drawn within the bounds of pictures.
func TestHugePage(t *testing.T) {
	s := start(t, "sqlite", "workers: {cpu: 1}")
	body := s.ends(t, "x.pdf", string(pdfgen.LargePage(14400, 75)), map[string]any{"return_images": []string{"page"}}, 200, "")
	link, _ := at(body, "result", "custom", "page_images", 0, "image_url").(string)
	drawn, err := png.DecodeConfig(bytes.NewReader(s.do("GET", link, nil).Body))
	if err != nil {
		t.Fatal(err)
	}
	if drawn.Width*drawn.Height > 50_000_000 || drawn.Width > 15_000 || drawn.Height > 15_000 || drawn.Width < 1_000 {
		t.Errorf("%d × %d pixels", drawn.Width, drawn.Height)
	}
}

// bomb is a page that draws forms in forms for hours.
func bomb(f *pdfgen.File) pdfgen.Page {
	last := f.AddStream("/Type/XObject/Subtype/Form/BBox[0 0 600 800]", []byte("0 0 m 9 9 l S"))
	for range 10 {
		last = f.AddStream("/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</XObject<</X "+last+">>>>", []byte(strings.Repeat("/X Do ", 10)))
	}
	return pdfgen.Page{Content: "/X Do", Resources: "/XObject<</X " + last + ">>"}
}

// Faults 15 and 16: content that takes hours or unfolds to gigabytes costs its page and the engine process that is killed
// for it, and nothing else: the time of a page is bounded before the time of its processor is.
func TestContentBomb(t *testing.T) {
	lines := logged(t)
	t.Setenv("TMPDIR", t.TempDir())
	s := start(t, "sqlite", "engines: {page_time: 2s}", "workers: {cpu: 1}")
	sound := pdf(letter("still here"))
	if status, _, body := s.parseOf("a.pdf", sound, nil); status != 200 {
		t.Fatal(body)
	}
	// Recognition stays, once it was needed.
	if status, _, body := s.parseOf("a.png", pngOf(t, 200, 200), nil); status != 200 {
		t.Fatal(body)
	}
	forgetPeak(t)
	before := s.idle(os.TempDir())
	alone, among := &pdfgen.File{}, &pdfgen.File{}
	alone.AddPage(bomb(alone))
	among.AddPage(letter("before it"))
	among.AddPage(bomb(among))
	among.AddPage(letter("after it"))

	s.ends(t, "a.pdf", string(alone.Bytes()), nil, 504, "TIMEOUT")
	if !strings.Contains(lines.text(), "engine process killed") {
		t.Error("no engine was killed")
	}
	for name, data := range pdfgen.Bombs() {
		status, code, body := s.parseOf("a.pdf", string(data), nil)
		if !slices.Contains([]pdfEnd{isRead, isCorrupt, tooLarge, tooSlow}, pdfEnd{status, code}) {
			t.Errorf("%s: %d %s: %v", name, status, code, body)
		}
	}
	status, _, body := s.parseOf("a.pdf", string(among.Bytes()), nil)
	warnings, _ := at(body, "result", "custom", "warnings").([]any)
	if content := at(body, "result", "chunks", 0, "content"); status != 200 || content != "before it\n\nafter it" ||
		len(warnings) != 1 || !strings.HasPrefix(warnings[0].(string), "page 2: ") {
		t.Errorf("among others: %d %q, warnings %v", status, content, warnings)
	}
	if status, _, body := s.parseOf("a.pdf", sound, nil); status != 200 {
		t.Errorf("the next document: %v", body)
	}
	restored(t, os.TempDir(), before)
	modest(t, before)
}
