package app_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"image"
	"image/color/palette"
	"image/gif"
	"image/png"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

// parseOf parses a file and returns the status, the error's name and the answer.
func (s *service) parseOf(name, content string, settings map[string]any) (int, string, map[string]any) {
	s.t.Helper()
	a := s.do("POST", "/parse", map[string]any{"input": s.upload(name, content), "settings": settings})
	body := a.object(s.t)
	code, _ := at(body, "error", "name").(string)
	return a.Status, code, body
}

// ends parses a file synchronously and asynchronously and wants both to end alike: with a status and, where that is not
// 200, the name of an error. It returns the body of the synchronous answer.
func (s *service) ends(t *testing.T, name, content string, settings map[string]any, status int, want string) map[string]any {
	t.Helper()
	file := s.upload(name, content)
	request := map[string]any{"input": file, "settings": settings}
	a := s.do("POST", "/parse", request)
	body := a.object(t)
	if code, _ := at(body, "error", "name").(string); a.Status != status || code != want {
		t.Errorf("%d %s, want %d %s: %.500s", a.Status, code, status, want, a.Body)
	}
	j := s.ended(s.want(200, "POST", "/parse_async", request)["job_id"].(string))
	state := "Completed"
	if want != "" {
		state = "Failed"
	}
	if code, _ := at(j, "error", "name").(string); j["status"] != state || code != want || at(j, "error", "type") != at(body, "error", "type") {
		t.Errorf("asynchronously: %v %v, want %s", j["status"], j["error"], want)
	}
	return body
}

// What hostile and damaged files may end in. Never in a failure that is ours.
func TestHostilePDFs(t *testing.T) {
	s := start(t, "sqlite", "engines: {page_time: 3s}")
	files := pdfgen.Hostile()
	sound := pdf(letter("some text"), letter("more text"))
	for cut, share := range map[string]float64{"cut at a tenth": 0.1, "cut at half": 0.5, "cut at nine tenths": 0.9} {
		files[cut] = []byte(sound[:int(share*float64(len(sound)))])
	}
	files["without trailer"] = []byte(sound[:strings.LastIndex(sound, "trailer")])
	noise := make([]byte, 4096)
	for i := range noise {
		noise[i] = byte(rand.New(rand.NewPCG(uint64(i), 7)).Uint32())
	}
	files["noise"] = append([]byte("%PDF-1.7\n"), noise...)
	for name, content := range files {
		t.Run(name, func(t *testing.T) {
			status, code, body := s.parseOf("x.pdf", string(content), nil)
			if !slices.Contains([]int{200, 413, 415, 504}, status) {
				t.Errorf("%d %s: %v", status, code, body)
			}
		})
	}
	if status, _, body := s.parseOf("ok.pdf", sound, nil); status != 200 {
		t.Errorf("afterwards: %v", body)
	}
}

func TestEmptyAndLockedPDFs(t *testing.T) {
	s := start(t, "sqlite")
	locked := &pdfgen.File{Lock: &pdfgen.Lock{User: "open sesame", Owner: "owner"}}
	locked.AddPage(letter("kept secret"))
	for _, c := range []struct {
		name, content string
		settings      map[string]any
		status        int
		want          string
	}{
		{"no bytes", "", nil, 422, "DOCUMENT_EMPTY"},
		{"only whitespace", " \n\t \n", nil, 422, "DOCUMENT_EMPTY"},
		{"no pages", pdf(), nil, 422, "DOCUMENT_EMPTY"},
		{"locked", string(locked.Bytes()), nil, 442, "DOCUMENT_PASSWORD_PROTECTED"},
		{"locked, wrong password", string(locked.Bytes()), map[string]any{"document_password": "sesame"}, 442, "DOCUMENT_PASSWORD_PROTECTED"},
		{"locked, right password", string(locked.Bytes()), map[string]any{"document_password": "open sesame"}, 200, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s.ends(t, "x.pdf", c.content, c.settings, c.status, c.want)
		})
	}
}

func TestPageCap(t *testing.T) {
	s := start(t, "sqlite", "limits: {max_pages: 2}")
	body := s.ends(t, "x.pdf", pdf(letter("1"), letter("2"), letter("3")), nil, 413, "DOCUMENT_TOO_LARGE")
	if message, _ := at(body, "error", "message").(string); !strings.Contains(message, "3") || !strings.Contains(message, "2") {
		t.Errorf("%q", message)
	}
}

// pngOf is a white picture.
func pngOf(t *testing.T, width, height int) string {
	t.Helper()
	m := image.NewGray(image.Rect(0, 0, width, height))
	for i := range m.Pix {
		m.Pix[i] = 0xff
	}
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// frameTIFF is a file of so many pictures of 8 × 8 white pixels, which share their bytes.
func frameTIFF(n int) string {
	le := binary.LittleEndian
	out := append([]byte("II*\x00"), make([]byte, 4)...)
	pixels := uint32(len(out))
	out = append(out, bytes.Repeat([]byte{0xff}, 64)...)
	link := 4
	for range n {
		le.PutUint32(out[link:], uint32(len(out)))
		fields := [][2]uint32{{256, 8}, {257, 8}, {258, 8}, {259, 1}, {262, 1}, {273, pixels}, {277, 1}, {278, 8}, {279, 64}}
		out = le.AppendUint16(out, uint16(len(fields)))
		for _, f := range fields {
			out = le.AppendUint16(out, uint16(f[0]))
			out = le.AppendUint16(out, 4) // one 32-bit number
			out = le.AppendUint32(out, 1)
			out = le.AppendUint32(out, f[1])
		}
		link = len(out)
		out = le.AppendUint32(out, 0)
	}
	return string(out)
}

func TestImageBounds(t *testing.T) {
	s := start(t, "sqlite")
	claim := []byte(pngOf(t, 10, 10))[:100]
	copy(claim[16:24], []byte{0, 0, 0xff, 0xdc, 0, 0, 0xff, 0xdc}) // 65,500 × 65,500
	const frameCount = 10_001
	var frames bytes.Buffer
	picture := image.NewPaletted(image.Rect(0, 0, 16, 16), palette.Plan9)
	if err := gif.EncodeAll(&frames, &gif.GIF{Image: slices.Repeat([]*image.Paletted{picture}, frameCount), Delay: make([]int, frameCount)}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, file, content string
		status              int
		want                string
	}{
		{"axis too long", "a.png", pngOf(t, 15_001, 100), 413, "IMAGE_TOO_LARGE"},
		{"too many pixels", "a.png", pngOf(t, 7_072, 7_072), 413, "IMAGE_TOO_LARGE"},
		{"claims too many", "a.png", string(claim), 413, "IMAGE_TOO_LARGE"},
		{"one pixel", "a.png", pngOf(t, 1, 1), 422, "IMAGE_TOO_SMALL"},
		{"two pixels high", "a.png", pngOf(t, 10_000, 2), 422, "IMAGE_TOO_SMALL"},
		{"too narrow", "a.png", pngOf(t, 10_000, 20), 422, "IMAGE_INVALID_ASPECT_RATIO"},
		{"small", "a.png", pngOf(t, 40, 40), 200, ""},
		{"animation", "a.gif", frames.String(), 200, ""},
		{"as many pages", "a.tiff", frameTIFF(frameCount), 413, "DOCUMENT_TOO_LARGE"},
		{"named otherwise", "a.pdf", pngOf(t, 40, 40), 200, ""},
		{"program", "a.pdf", "\x7fELF\x02\x01\x01" + strings.Repeat("\x00\x01", 300), 415, "DOCUMENT_UNSUPPORTED"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s.ends(t, c.file, c.content, nil, c.status, c.want)
		})
	}
}

func TestPageRanges(t *testing.T) {
	s := start(t, "sqlite")
	span := func(start, end int) map[string]any { return map[string]any{"start": start, "end": end} }
	two := pdf(letter("one"), letter("two"))
	for name, pages := range map[string]any{
		"page 0": []int{0}, "page -1": []int{-1}, "beyond the end": []int{1, 3}, "a billion": []int{1_000_000_000},
		"backwards": span(9, 3), "from 0": span(0, 1), "to the billionth": span(1, 1_000_000_000), "from beyond": span(3, 3),
		"one of many": []any{span(1, 1), span(2, 3)}, "sheet": []string{"Sheet9"},
	} {
		t.Run(name, func(t *testing.T) {
			body := s.ends(t, "x.pdf", two, map[string]any{"page_range": pages}, 400, "INVALID_CONFIG")
			if got := at(body, "error", "type"); got != "invalid_page_range" {
				t.Errorf("type %v", got)
			}
		})
	}
	t.Run("unknown sheet", func(t *testing.T) {
		body := s.ends(t, "x.csv", "a,b\n1,2\n", map[string]any{"page_range": []string{"Sheet9"}}, 400, "INVALID_CONFIG")
		if got := at(body, "error", "type"); got != "invalid_page_range" {
			t.Errorf("type %v", got)
		}
	})
}

// The type is what the bytes say, whatever a file is called.
func TestFilesThatLie(t *testing.T) {
	s := start(t, "sqlite")
	document := pdf(letter("words of the PDF"))
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	z.SetOffset(int64(len(document)))
	w, err := z.Create("word/document.xml")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = w.Write([]byte("words of the archive"))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	const page = "<!doctype html><html><body><p>words of the page</p></body></html>"
	program := "\x7fELF\x02\x01\x01" + strings.Repeat("\x00\x01", 300)
	film := "\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom" + strings.Repeat("\x00\x00\x01\xb3", 200)
	for name, c := range map[string]struct {
		ending, content string
		status          int
		want            string // name of the error, or the text that was read
	}{
		"archive behind a PDF":       {"docx", document + packed.String(), 200, "words of the PDF"},
		"page called PDF":            {"pdf", page, 200, "words of the page"},
		"PDF called PNG":             {"png", document, 200, "words of the PDF"},
		"PDF called spreadsheet":     {"xlsx", document, 200, "words of the PDF"},
		"program called PDF":         {"pdf", program, 415, "DOCUMENT_UNSUPPORTED"},
		"program called text":        {"txt", program, 415, "DOCUMENT_UNSUPPORTED"},
		"film called HEIC":           {"heic", film, 415, "DOCUMENT_UNSUPPORTED"},
		"film":                       {"mp4", film, 415, "DOCUMENT_UNSUPPORTED"},
		"ending that does not exist": {"exe", document, 200, "words of the PDF"},
	} {
		t.Run(name, func(t *testing.T) {
			body, kind := multipartFile(t, "file", c.content)
			id := at(s.want(200, "POST", "/upload?extension="+c.ending, body, "Content-Type", kind), "file_id").(string)
			a := s.do("POST", "/parse", map[string]any{"input": id})
			got, _ := at(a.object(t), "error", "name").(string)
			if a.Status == 200 {
				got, _ = at(a.object(t), "result", "chunks", 0, "content").(string)
			}
			if a.Status != c.status || got != c.want {
				t.Errorf("%d %q, want %d %q", a.Status, got, c.status, c.want)
			}
		})
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

func TestContentBomb(t *testing.T) {
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

	if status, code, body := s.parseOf("a.pdf", string(alone.Bytes()), nil); status != 504 || code != "TIMEOUT" {
		t.Errorf("alone: %d %s: %v", status, code, body)
	}
	for name, data := range pdfgen.Bombs() {
		if status, code, body := s.parseOf("a.pdf", string(data), nil); !slices.Contains([]int{200, 413, 415, 504}, status) {
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

// A password stays with the engine: it is in no log, no error and, once the job has ended, in no row.
func TestPasswordIsNotKept(t *testing.T) {
	var log lockedBuffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	defer slog.SetDefault(before)
	const right, wrong = "Zugzwang-4711", "Wanderlust-0815"
	locked := &pdfgen.File{Lock: &pdfgen.Lock{User: right, Owner: "owner"}}
	locked.AddPage(letter("kept secret"))
	dir := t.TempDir()
	var said bytes.Buffer
	t.Run("jobs", func(t *testing.T) {
		s := startIn(t, dir, []string{"data_dir: " + dir})
		for _, damage := range []string{"", "damaged"} {
			file := s.upload("a.pdf", strings.Replace(string(locked.Bytes()), "startxref", "startxref"+damage, 1))
			for _, password := range []string{right, wrong} {
				request := map[string]any{"input": file, "settings": map[string]any{"document_password": password}}
				a := s.do("POST", "/parse", request)
				if ok := a.Status == 200; ok != (password == right) || !ok && a.Status != 442 {
					t.Errorf("%s%s: %d %s", damage, password, a.Status, a.Body)
				}
				said.Write(a.Body)
				id := s.want(200, "POST", "/parse_async", request)["job_id"].(string)
				s.ended(id)
				said.Write(s.do("GET", "/job/"+id, nil).Body)
			}
		}
		said.Write(s.do("GET", "/jobs", nil).Body)
	})
	log.mu.Lock()
	defer log.mu.Unlock()
	places := map[string][]byte{"log": log.Bytes(), "answers": said.Bytes()}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		places[path], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(places) < 4 || len(places["log"]) == 0 {
		t.Fatalf("%d places", len(places))
	}
	for place, text := range places {
		for _, password := range []string{right, wrong} {
			if bytes.Contains(text, []byte(password)) {
				t.Errorf("%s holds %s", place, password)
			}
		}
	}
}
