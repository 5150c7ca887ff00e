package enginetest

import (
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

func rendered(t *testing.T, d Document, dpi float64, grey bool) *engine.Raster {
	t.Helper()
	r, err := d.Render(1, dpi, grey)
	if err != nil {
		t.Fatal(err)
	}
	bytes := 4
	if grey {
		bytes = 1
	}
	if len(r.Pixels) != r.Width*r.Height*bytes || r.Grey != grey {
		t.Fatalf("%d bytes for %d × %d, grey %v", len(r.Pixels), r.Width, r.Height, r.Grey)
	}
	return r
}

// at is the colour at a place given in points.
func at(r *engine.Raster, x, y float64) [3]byte {
	i := int(y*r.DPI/72)*r.Width + int(x*r.DPI/72)
	if r.Grey {
		return [3]byte{r.Pixels[i], r.Pixels[i], r.Pixels[i]}
	}
	return [3]byte(r.Pixels[4*i : 4*i+3])
}

func testRender(t *testing.T, e Engine) {
	white, red := [3]byte{255, 255, 255}, [3]byte{255, 0, 0}
	t.Run("Colours", func(t *testing.T) {
		d := onePage(t, e, pdfgen.Page{Content: "1 0 0 rg 100 592 100 100 re f"})
		r := rendered(t, d, 150, false)
		want(t, "width", r.Width, 1275)
		want(t, "height", r.Height, 1650)
		want(t, "inside", at(r, 150, 150), red)
		want(t, "outside", at(r, 90, 150), white)
		want(t, "opaque", r.Pixels[3], 255)
		grey := rendered(t, d, 72, true)
		want(t, "outside in grey", at(grey, 90, 150), white)
		if v := at(grey, 150, 150)[0]; v < 50 || v > 110 {
			t.Errorf("red in grey is %d", v)
		}
	})
	t.Run("Turned and cropped", func(t *testing.T) {
		d := onePage(t, e, pdfgen.Page{
			Width: 400, Height: 600, Content: "1 0 0 rg 100 200 60 20 re f", More: "/Rotate 90/CropBox[50 100 350 480]",
		})
		box := read(t, d, 1).Paths[0].Box
		r := rendered(t, d, 72, false)
		want(t, "size", [2]int{r.Width, r.Height}, [2]int{380, 300})
		want(t, "inside", at(r, float64(box.X0+box.X1)/2, float64(box.Y0+box.Y1)/2), red)
		want(t, "outside", at(r, float64(box.X0)-3, float64(box.Y0)), white)
	})
	t.Run("Huge page", func(t *testing.T) {
		d := onePage(t, e, pdfgen.Page{Width: 14400, Height: 14400, Content: "1 0 0 rg 0 0 7200 7200 re f", More: "/UserUnit 75"})
		r := rendered(t, d, 300, true)
		if r.Width*r.Height > engine.MaxPixels || r.Width > engine.MaxAxis || r.Height > engine.MaxAxis || r.DPI >= 300 {
			t.Errorf("%d × %d at %v dpi", r.Width, r.Height, r.DPI)
		}
		want(t, "top right", at(r, 14000, 100), white)
	})
	t.Run("Forms and notes", func(t *testing.T) {
		d := opened(t, e, form())
		for range 2 { // also after the page was read in between
			r := rendered(t, d, 72, false)
			want(t, "text field", at(r, 290, 102), [3]byte{0, 128, 0})
			want(t, "checkbox", at(r, 110, 142), [3]byte{0, 0, 0})
			want(t, "widgets are still there", len(read(t, d, 1).Widgets), 5)
		}
	})
}
