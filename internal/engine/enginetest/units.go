package enginetest

import (
	"fmt"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

// A page may be measured in other units than points; everything on it is.
func testUnits(t *testing.T, e Engine) {
	for _, packed := range []bool{false, true} {
		t.Run(fmt.Sprintf("packed %v", packed), func(t *testing.T) {
			f := &pdfgen.File{Packed: packed}
			link := f.Add("<</Type/Annot/Subtype/Link/Rect[10 20 30 40]/A<</S/URI/URI(https://example.com/)>>>>")
			f.AddPage(pdfgen.Page{Content: "BT /F1 12 Tf 1 0 0 1 72 700 Tm (plain) Tj ET"})
			f.AddPage(pdfgen.Page{
				Width: 200, Height: 300, More: "/UserUnit 2.5/Rotate 90", Annots: []string{link},
				Content: "BT /F1 12 Tf 1 0 0 1 20 100 Tm (Large) Tj ET 3 w 20 50 m 120 50 l S",
			})
			d := opened(t, e, f)
			want(t, "size of plain text", first(t, read(t, d, 1), 'p').Size, 12)

			p := read(t, d, 2)
			want(t, "width", p.Width, 750)
			want(t, "height", p.Height, 500)
			l := first(t, p, 'L')
			want(t, "size", l.Size, 30)
			wantPoint(t, "L", l.Origin, engine.Point{X: 250, Y: 50})
			if len(p.Paths) != 1 || len(p.Links) != 1 {
				t.Fatalf("%d paths, %d links", len(p.Paths), len(p.Links))
			}
			want(t, "stroke", p.Paths[0].Width, 7.5)
			wantBox(t, "rule", p.Paths[0].Box, engine.Box{X0: 125, Y0: 50, X1: 125, Y1: 300}, 0.01)
			wantBox(t, "link", p.Links[0].Box, engine.Box{X0: 50, Y0: 25, X1: 100, Y1: 75}, 0.01)
			r, err := d.Render(2, 72, true)
			if err != nil {
				t.Fatal(err)
			}
			want(t, "pixels across", r.Width, 750)
			want(t, "pixels down", r.Height, 500)
			want(t, "colour of the rule", at(r, 125, 175), [3]byte{})
		})
	}
	// A square of 200 by 200 inches in units of 75 points is more than a kilometre wide.
	d := onePage(t, e, pdfgen.Page{Width: 14400, Height: 14400, More: "/UserUnit 75", Content: "0 0 14400 7200 re f"})
	p := read(t, d, 1)
	want(t, "width", p.Width, 14400*75)
	r, err := d.Render(1, 300, true)
	if err != nil {
		t.Fatal(err)
	}
	if r.Width*r.Height > engine.MaxPixels || r.Width > engine.MaxAxis || r.Height > engine.MaxAxis || r.Width < 7000 {
		t.Errorf("%d × %d pixels", r.Width, r.Height)
	}
	want(t, "upper half", r.Pixels[r.Width*r.Height/4+r.Width/2], 255)
	want(t, "lower half", r.Pixels[r.Width*r.Height/4*3+r.Width/2], 0)
}
