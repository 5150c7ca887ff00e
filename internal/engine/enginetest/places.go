package enginetest

import (
	"fmt"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

// turned is where a point of a page of the given box stands after a turn clockwise.
func turned(x, y float32, box [4]float32, degrees int) (engine.Point, float32, float32) {
	x, y = x-box[0], box[3]-y
	w, h := box[2]-box[0], box[3]-box[1]
	for ; degrees > 0; degrees -= 90 {
		x, y = h-y, x
		w, h = h, w
	}
	return engine.Point{X: x, Y: y}, w, h
}

// Rotation and crop box are applied to everything alike.
func testPlaces(t *testing.T, e Engine) {
	media, crop := [4]float32{0, 0, 400, 600}, [4]float32{50, 100, 350, 480}
	for _, box := range [][4]float32{media, crop} {
		for _, degrees := range []int{0, 90, 180, 270} {
			t.Run(fmt.Sprintf("%v turned by %d", box, degrees), func(t *testing.T) {
				f := &pdfgen.File{}
				link := f.Add("<</Type/Annot/Subtype/Link/Rect[100 200 160 220]/A<</S/URI/URI(https://example.com/)>>>>")
				f.AddPage(pdfgen.Page{
					Width: 400, Height: 600, Annots: []string{link},
					Content: "BT /F1 12 Tf 1 0 0 1 100 200 Tm (Marked) Tj ET 100 200 60 20 re f",
					More:    fmt.Sprintf("/Rotate %d/CropBox[%g %g %g %g]", degrees, box[0], box[1], box[2], box[3]),
				})
				p := read(t, opened(t, e, f), 1)
				at, w, h := turned(100, 200, box, degrees)
				other, _, _ := turned(160, 220, box, degrees)
				area := engine.Box{X0: min(at.X, other.X), Y0: min(at.Y, other.Y), X1: max(at.X, other.X), Y1: max(at.Y, other.Y)}
				want(t, "rotation", p.Rotation, degrees)
				if !near(p.Width, w, 0.01) || !near(p.Height, h, 0.01) {
					t.Errorf("page of %v × %v, want %v × %v", p.Width, p.Height, w, h)
				}
				m := first(t, p, 'M')
				wantPoint(t, "M", m.Origin, at)
				want(t, "angle", m.Angle, float32(degrees))
				if len(p.Paths) != 1 || len(p.Links) != 1 {
					t.Fatalf("%d paths, %d links", len(p.Paths), len(p.Links))
				}
				wantBox(t, "path", p.Paths[0].Box, area, 0.01)
				wantBox(t, "link", p.Links[0].Box, area, 0.01)
				want(t, "text", text(p, every), "Marked")
			})
		}
	}
}
