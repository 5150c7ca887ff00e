package app_test

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// noisy does not pack, so that half of its file is half of its picture.
func noisy(width, height int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	r := rand.New(rand.NewPCG(1, 2))
	for i := range m.Pix {
		if m.Pix[i] = byte(r.Uint32()); i%4 == 3 {
			m.Pix[i] = 255
		}
	}
	return m
}

// encoded is a picture as a file.
func encoded(t testing.TB, m image.Image, encode func(*bytes.Buffer, image.Image) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asPNG(b *bytes.Buffer, m image.Image) error  { return png.Encode(b, m) }
func asJPEG(b *bytes.Buffer, m image.Image) error { return jpeg.Encode(b, m, nil) }

// What is left of a picture that was cut off is shown, and the answer says that it is not all.
func TestCutPictures(t *testing.T) {
	s := start(t, "sqlite")
	for name, file := range map[string][]byte{
		"a.png": encoded(t, noisy(80, 80), asPNG), "a.jpg": encoded(t, noisy(80, 80), asJPEG),
	} {
		for _, mode := range []string{"hybrid", "metadata"} {
			status, _, body := s.parseOf(name, string(file[:len(file)/2]), map[string]any{"extraction_mode": mode})
			warnings, _ := at(body, "result", "custom", "warnings").([]any)
			said := 0
			for _, w := range warnings {
				if text, _ := w.(string); strings.HasPrefix(text, "page 1: the image data is damaged") {
					said++
				}
			}
			if status != 200 || said != 1 {
				t.Errorf("%s, %s: %d with %v", name, mode, status, warnings)
			}
		}
	}
}

func TestHEIC(t *testing.T) {
	s := start(t, "sqlite")
	file, err := os.ReadFile("../engine/convert/testdata/camera.heic")
	if err != nil {
		t.Fatal(err)
	}
	r := s.want(200, "POST", "/parse", map[string]any{
		"input": s.upload("a.heif", string(file)), "settings": map[string]any{"return_images": []string{"page"}},
	})
	image := at(r, "result", "custom", "page_images", 0)
	if width, height := at(image, "width").(float64), at(image, "height").(float64); width < height {
		t.Errorf("turned twice: %v × %v pixels", width, height)
	}
	types := at(s.want(200, "GET", "/capabilities", nil), "types")
	if at(types, "heic") != "converter" || at(types, "heif") != "converter" {
		t.Errorf("capabilities: %v", types)
	}
	// The header alone is refused, in a hundred bytes and before any tool.
	size := bytes.Index(file, []byte("ispe")) + 8
	binary.BigEndian.PutUint32(file[size:], 65_500)
	binary.BigEndian.PutUint32(file[size+4:], 65_500)
	if status, code, _ := s.parseOf("a.heic", string(file), nil); status != 413 || code != "IMAGE_TOO_LARGE" {
		t.Errorf("a header that claims too much: %d %s", status, code)
	}
}

func TestHEICWithoutConverter(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	s := start(t, "sqlite")
	file, err := os.ReadFile("../engine/convert/testdata/plain.heic")
	if err != nil {
		t.Fatal(err)
	}
	if status, code, _ := s.parseOf("a.heic", string(file), nil); status != 415 || code != "DOCUMENT_UNSUPPORTED" {
		t.Errorf("%d %s", status, code)
	}
	if got := at(s.want(200, "GET", "/capabilities", nil), "types", "heic"); got != "missing" {
		t.Errorf("capabilities: %v", got)
	}
}
