package app_test

import (
	"bytes"
	"image"
	"image/color/palette"
	"image/gif"
	"image/png"
	"math/rand/v2"
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
		{"no pages", pdf(), nil, 422, "DOCUMENT_EMPTY"},
		{"locked", string(locked.Bytes()), nil, 442, "DOCUMENT_PASSWORD_PROTECTED"},
		{"locked, wrong password", string(locked.Bytes()), map[string]any{"document_password": "sesame"}, 442, "DOCUMENT_PASSWORD_PROTECTED"},
		{"locked, right password", string(locked.Bytes()), map[string]any{"document_password": "open sesame"}, 200, ""},
		{"page that is not there", pdf(letter("x")), map[string]any{"page_range": []int{2}}, 400, "INVALID_CONFIG"},
		{"page 0", pdf(letter("x")), map[string]any{"page_range": []int{0}}, 400, "INVALID_CONFIG"},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, code, body := s.parseOf("x.pdf", c.content, c.settings)
			if status != c.status || code != c.want {
				t.Errorf("%d %s, want %d %s: %v", status, code, c.status, c.want, body)
			}
		})
	}
}

func TestPageCap(t *testing.T) {
	s := start(t, "sqlite", "limits: {max_pages: 2}")
	status, code, body := s.parseOf("x.pdf", pdf(letter("1"), letter("2"), letter("3")), nil)
	message, _ := at(body, "error", "message").(string)
	if status != 413 || code != "DOCUMENT_TOO_LARGE" || !strings.Contains(message, "3") || !strings.Contains(message, "2") {
		t.Errorf("%d %s %q", status, code, message)
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

func TestImageBounds(t *testing.T) {
	s := start(t, "sqlite")
	claim := []byte(pngOf(t, 10, 10))[:100]
	copy(claim[16:24], []byte{0, 0, 0xff, 0xdc, 0, 0, 0xff, 0xdc}) // 65,500 × 65,500
	var frames bytes.Buffer
	picture := image.NewPaletted(image.Rect(0, 0, 16, 16), palette.Plan9)
	if err := gif.EncodeAll(&frames, &gif.GIF{Image: slices.Repeat([]*image.Paletted{picture}, 101), Delay: make([]int, 101)}); err != nil {
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
		{"named otherwise", "a.pdf", pngOf(t, 40, 40), 200, ""},
		{"program", "a.pdf", "\x7fELF\x02\x01\x01" + strings.Repeat("\x00\x01", 300), 415, "DOCUMENT_UNSUPPORTED"},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, code, body := s.parseOf(c.file, c.content, nil)
			if status != c.status || code != c.want {
				t.Errorf("%d %s, want %d %s: %v", status, code, c.status, c.want, body)
			}
		})
	}
}
