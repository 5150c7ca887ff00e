//go:build cgo

package pdfout_test

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"math"
	"runtime"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/pdfium"
	"github.com/octavo-dev/octavo/internal/pdfout"
)

const installed = "../../.cache/engines/pdfium-1.2.1/libpdfium.so"

func library(t testing.TB) *pdfium.Library {
	t.Helper()
	runtime.LockOSThread()
	lib, err := pdfium.Open(installed)
	if err != nil {
		t.Fatalf("%v (make setup fetches it)", err)
	}
	t.Cleanup(func() {
		lib.Close()
		runtime.UnlockOSThread()
	})
	return lib
}

// grey is an image of one shade.
func grey(shade byte) *engine.Raster {
	return &engine.Raster{Pixels: bytes.Repeat([]byte{shade}, 30*40), Width: 30, Height: 40, Grey: true, DPI: 72}
}

// packed takes what packs an image, which must not fail.
func packed(t testing.TB) func(pdfout.Image, error) pdfout.Image {
	return func(image pdfout.Image, err error) pdfout.Image {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return image
	}
}

func written(t testing.TB, pages ...pdfout.Page) []byte {
	t.Helper()
	var b bytes.Buffer
	w := pdfout.New(&b)
	for _, p := range pages {
		if err := w.Page(p); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

type fatal interface {
	Helper()
	Fatal(...any)
}

func opened(t fatal, lib *pdfium.Library, file []byte) *pdfium.Document {
	t.Helper()
	d, err := lib.OpenBytes(file, "")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func page(t fatal, d *pdfium.Document, n int) *engine.Page {
	t.Helper()
	p, err := d.Page(n)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// words are what a reader tells apart by spaces and line ends.
func words(p *engine.Page) []string {
	var b strings.Builder
	for _, c := range p.Chars {
		b.WriteRune(c.Rune)
	}
	return strings.Fields(b.String())
}

// hull is the box around the drawn letters, spaces aside, as fractions of the page.
func hull(p *engine.Page) doc.Box {
	box := engine.Box{X0: math.MaxFloat32, Y0: math.MaxFloat32}
	for _, c := range p.Chars {
		if c.Font < 0 || c.Rune == ' ' {
			continue
		}
		box.X0, box.Y0 = min(box.X0, c.Loose.X0), min(box.Y0, c.Loose.Y0)
		box.X1, box.Y1 = max(box.X1, c.Loose.X1), max(box.Y1, c.Loose.Y1)
	}
	w, h := float64(p.Width), float64(p.Height)
	return doc.Box{Left: float64(box.X0) / w, Top: float64(box.Y0) / h, Width: float64(box.X1-box.X0) / w, Height: float64(box.Y1-box.Y0) / h}
}

func near(a, b, within float64) bool { return math.Abs(a-b) <= within }

func TestWords(t *testing.T) {
	lib := library(t)
	shade := packed(t)(pdfout.JPEG(grey(200)))
	for _, tt := range []struct {
		name string
		text []string
	}{
		{"Latin", []string{"Hello,", "world!", "§12(3)"}},
		{"Accents", []string{"Żółć", "Größe", "naïve"}},
		{"Greek and Cyrillic", []string{"Ελλάδα", "Привет"}},
		{"CJK", []string{"中文字符", "日本語", "한국어"}},
		{"Beyond 16 bits", []string{"\U0001F600\U0001D49C", "\U00020000"}},
		{"Hebrew", []string{"שלום"}},
		{"Arabic", []string{"مرحبا"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var all []doc.Word
			for i, text := range tt.text {
				all = append(all, doc.Word{Text: text, Box: doc.Box{Left: 0.1 + 0.25*float64(i), Top: 0.1, Width: 0.24, Height: 0.02}})
			}
			d := opened(t, lib, written(t, pdfout.Page{Width: 600, Height: 800, Image: shade, Words: all}))
			defer d.Close()
			p := page(t, d, 1)
			if got := words(p); strings.Join(got, "|") != strings.Join(tt.text, "|") {
				t.Errorf("%q, want %q", got, tt.text)
			}
			for _, c := range p.Chars {
				if c.Font >= 0 && (c.Mode != engine.TextInvisible || c.Flags&engine.CharUnmapped != 0) {
					t.Errorf("%q: mode %d, flags %b", c.Rune, c.Mode, c.Flags)
				}
			}
		})
	}
}

// A word stands in its box however it is turned.
func TestPlaces(t *testing.T) {
	lib := library(t)
	shade := packed(t)(pdfout.JPEG(grey(200)))
	const width, height = 600.0, 800.0
	for _, degrees := range []int{0, 1, 5, 30, 45, 60, 89, 90, 91, 135, 180, 200, 269, 270, 300, 359} {
		t.Run(fmt.Sprint(degrees), func(t *testing.T) {
			// The hull of a rectangle of 120 × 15 points around the middle of the page: five letters half as wide as high
			// would be 37.5 wide, so near 45 degrees, where the rectangle cannot be known, only the middle is asked for.
			s, c := math.Sincos(float64(degrees) * math.Pi / 180)
			s, c = math.Abs(s), math.Abs(c)
			w, h := 120*c+15*s, 120*s+15*c
			box := doc.Box{Left: 0.5 - w/2/width, Top: 0.5 - h/2/height, Width: w / width, Height: h / height}
			d := opened(t, lib, written(t, pdfout.Page{Width: width, Height: height, Image: shade, Words: []doc.Word{{Text: "Words", Box: box, Rotation: degrees}}}))
			defer d.Close()
			p := page(t, d, 1)
			if got := words(p); len(got) != 1 || got[0] != "Words" {
				t.Fatalf("%q", got)
			}
			if turn := math.Mod(360-float64(degrees), 360); !near(float64(p.Chars[0].Angle), turn, 0.1) {
				t.Errorf("angle %v, want %v", p.Chars[0].Angle, turn)
			}
			got := hull(p)
			if degrees%90 == 45 {
				if !near(got.Left+got.Width/2, 0.5, 0.01) || !near(got.Top+got.Height/2, 0.5, 0.01) {
					t.Errorf("around %+v", got)
				}
				return
			}
			if !near(got.Left*width, box.Left*width, 1) || !near(got.Top*height, box.Top*height, 1) ||
				!near(got.Width*width, w, 1) || !near(got.Height*height, h, 1) {
				t.Errorf("box %+v, want %+v", got, box)
			}
		})
	}
}

// Any words anywhere come back, each in its box.
func TestRoundTrip(t *testing.T) {
	lib := library(t)
	shade := packed(t)(pdfout.JPEG(grey(200)))
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[!-~À-ÿĀ-ſα-ωа-я一-龥]{1,12}`).Draw(t, "text")
		box := doc.Box{
			Left: rapid.Float64Range(0, 0.6).Draw(t, "left"), Top: rapid.Float64Range(0, 0.9).Draw(t, "top"),
			Width: rapid.Float64Range(0.02, 0.4).Draw(t, "width"), Height: rapid.Float64Range(0.008, 0.09).Draw(t, "height"),
		}
		var b bytes.Buffer
		w := pdfout.New(&b)
		if err := errors.Join(w.Page(pdfout.Page{Width: 600, Height: 800, Image: shade, Words: []doc.Word{{Text: text, Box: box}}}), w.Close()); err != nil {
			t.Fatal(err)
		}
		d := opened(t, lib, b.Bytes())
		defer d.Close()
		p := page(t, d, 1)
		if got := strings.Join(words(p), ""); got != text {
			t.Fatalf("%q, want %q", got, text)
		}
		got := hull(p)
		if !near(got.Left*600, box.Left*600, 1) || !near(got.Top*800, box.Top*800, 1) || !near(got.Width*600, box.Width*600, 1) || !near(got.Height*800, box.Height*800, 1) {
			t.Fatalf("%q: box %+v, want %+v", text, got, box)
		}
	})
}

// Pages look as their images do, in every kind, and hold nothing else.
func TestImages(t *testing.T) {
	lib := library(t)
	colour := &engine.Raster{Pixels: bytes.Repeat([]byte{200, 40, 90, 255}, 30*40), Width: 30, Height: 40}
	var file bytes.Buffer
	if err := jpeg.Encode(&file, &image.Gray{Pix: grey(77).Pixels, Stride: 30, Rect: image.Rect(0, 0, 30, 40)}, nil); err != nil {
		t.Fatal(err)
	}
	pages := []struct {
		image pdfout.Image
		want  [3]byte
	}{
		{packed(t)(pdfout.JPEG(grey(200))), [3]byte{200, 200, 200}},
		{packed(t)(pdfout.JPEG(colour)), [3]byte{200, 40, 90}},
		{packed(t)(pdfout.Lossless(grey(13))), [3]byte{13, 13, 13}},
		{packed(t)(pdfout.Lossless(colour)), [3]byte{200, 40, 90}},
		{packed(t)(pdfout.FromJPEG(file.Bytes())), [3]byte{77, 77, 77}},
	}
	var all []pdfout.Page
	for _, p := range pages {
		all = append(all, pdfout.Page{Width: 300, Height: 400, Image: p.image})
	}
	d := opened(t, lib, written(t, all...))
	defer d.Close()
	if d.Pages() != len(pages) {
		t.Fatalf("%d pages", d.Pages())
	}
	for i, tt := range pages {
		p := page(t, d, i+1)
		if p.Width != 300 || p.Height != 400 || len(p.Images) != 1 || len(p.Chars)+len(p.Paths) != 0 {
			t.Errorf("page %d: %+v", i+1, p)
		}
		r, err := d.Render(i+1, 36, false)
		if err != nil {
			t.Fatal(err)
		}
		middle := r.Pixels[4*(r.Width*r.Height/2+r.Width/2):]
		for k := range 3 {
			if !near(float64(middle[k]), float64(tt.want[k]), 4) {
				t.Errorf("page %d: colour %v, want %v", i+1, middle[:3], tt.want)
				break
			}
		}
	}
}

// A side of more than 200 inches needs larger units.
func TestLargePage(t *testing.T) {
	lib := library(t)
	word := doc.Word{Text: "far", Box: doc.Box{Left: 0.5, Top: 0.25, Width: 0.1, Height: 0.5}}
	d := opened(t, lib, written(t, pdfout.Page{Width: 60_000, Height: 800, Image: packed(t)(pdfout.JPEG(grey(200))), Words: []doc.Word{word}}))
	defer d.Close()
	p := page(t, d, 1)
	if !near(float64(p.Width), 60_000, 1) || !near(float64(p.Height), 800, 1) {
		t.Errorf("%v × %v", p.Width, p.Height)
	}
	if got := hull(p); !near(got.Left, 0.5, 1e-4) || !near(got.Width, 0.1, 1e-4) || !near(got.Top, 0.25, 0.01) {
		t.Errorf("box %+v", got)
	}
}

func TestRefused(t *testing.T) {
	if err := pdfout.New(&bytes.Buffer{}).Close(); err == nil {
		t.Error("a file without pages")
	}
	good := packed(t)(pdfout.JPEG(grey(1)))
	for name, p := range map[string]pdfout.Page{
		"no image":  {Width: 1, Height: 1},
		"no width":  {Height: 1, Image: good},
		"no number": {Width: math.NaN(), Height: 1, Image: good},
	} {
		w := pdfout.New(&bytes.Buffer{})
		if err := w.Page(p); err == nil {
			t.Errorf("%s: accepted", name)
		}
		if err := w.Close(); err == nil {
			t.Errorf("%s: closed", name)
		}
	}
	if _, err := pdfout.JPEG(&engine.Raster{Pixels: make([]byte, 3), Width: 1, Height: 1}); err == nil {
		t.Error("packed pixels that are not there")
	}
	if _, err := pdfout.FromJPEG([]byte("no picture")); err == nil {
		t.Error("took words for a picture")
	}
	full := errors.New("disk full")
	w := pdfout.New(failing{full})
	if err := w.Page(pdfout.Page{Width: 1, Height: 1, Image: good}); !errors.Is(err, full) {
		t.Error(err)
	}
	if err := w.Close(); !errors.Is(err, full) {
		t.Error(err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
