package enginetest

import (
	"bytes"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

func testDrawing(t *testing.T, e Engine) {
	f := &pdfgen.File{}
	picture := f.AddStream("/Type/XObject/Subtype/Image/Width 30/Height 20/ColorSpace/DeviceRGB/BitsPerComponent 8",
		bytes.Repeat([]byte{200, 30, 30}, 600))
	inner := f.AddStream("/Type/XObject/Subtype/Form/BBox[0 0 50 50]/Matrix[1 0 0 1 10 0]", []byte("1 0 0 RG 2 w 0 0 m 20 0 l S"))
	outer := f.AddStream("/Type/XObject/Subtype/Form/BBox[0 0 200 200]/Resources<</XObject<</I "+inner+">>>>",
		[]byte("q 2 0 0 2 5 5 cm /I Do Q"))
	f.AddPage(pdfgen.Page{
		Resources: "/XObject<</P " + picture + "/O " + outer + ">>",
		Content: `
0 0 1 RG 3 w 72 700 m 272 700 l S
0.5 g 72 600 100 50 re f
1 0 0 rg 0 1 0 RG 1 w 200 600 m 250 650 l 300 600 l b
300 500 m 300 550 350 550 350 500 c S
72 500 10 10 re n
q 100 400 20 100 re W n 60 0 0 40 72 420 cm /P Do Q
q 1 0 0 1 300 300 cm /O Do Q
q 60 0 30 40 72 200 cm /P Do Q
q 0 60 -40 0 300 200 cm /P Do Q`})
	p := read(t, opened(t, e, f), 1)
	if len(p.Paths) != 5 || len(p.Images) != 3 {
		t.Fatalf("%d paths, %d images: %+v", len(p.Paths), len(p.Images), p.Paths)
	}
	rule := p.Paths[0]
	wantBox(t, "rule", rule.Box, engine.Box{X0: 72, Y0: 92, X1: 272, Y1: 92}, 0.01)
	want(t, "rule's stroke", rule.Stroke, 0x0000FFFF)
	want(t, "rule's fill", rule.Fill, 0)
	want(t, "rule's width", rule.Width, 3)
	want(t, "rule's steps", steps(rule), "ML")

	filled := p.Paths[1]
	wantBox(t, "filled box", filled.Box, engine.Box{X0: 72, Y0: 142, X1: 172, Y1: 192}, 0.01)
	want(t, "filled box's stroke", filled.Stroke, 0)
	if grey := filled.Fill; grey != 0x7F7F7FFF && grey != 0x808080FF {
		t.Errorf("filled box's colour %08x", uint32(grey))
	}

	both := p.Paths[2]
	want(t, "triangle's fill", both.Fill, 0xFF0000FF)
	want(t, "triangle's stroke", both.Stroke, 0x00FF00FF)
	if last := both.Segments[len(both.Segments)-1]; !last.Close {
		t.Errorf("the triangle is not closed: %+v", both.Segments)
	}
	want(t, "curve's steps", steps(p.Paths[3]), "MCCC")

	nested := p.Paths[4]
	wantBox(t, "path in forms", nested.Box, engine.Box{X0: 325, Y0: 487, X1: 365, Y1: 487}, 0.01)
	if !near(nested.Width, 4, 0.01) {
		t.Errorf("width in forms %v, want 4", nested.Width)
	}

	image := p.Images[0]
	wantBox(t, "image", image.Box, engine.Box{X0: 72, Y0: 332, X1: 132, Y1: 372}, 0.01)
	wantBox(t, "visible part", image.Visible, engine.Box{X0: 100, Y0: 332, X1: 120, Y1: 372}, 0.01)
	if image.Width != 30 || image.Height != 20 || !near(image.DPIX, 36, 0.01) || !near(image.DPIY, 36, 0.01) {
		t.Errorf("image %+v", image)
	}
	if !(p.Paths[3].Object < image.Object && image.Object < nested.Object) {
		t.Errorf("drawing order %d %d %d", p.Paths[3].Object, image.Object, nested.Object)
	}
	wantBox(t, "sheared image", p.Images[1].Box, engine.Box{X0: 72, Y0: 552, X1: 162, Y1: 592}, 0.01)
	wantBox(t, "turned image", p.Images[2].Box, engine.Box{X0: 260, Y0: 532, X1: 300, Y1: 592}, 0.01)
	want(t, "angle of the turned image", p.Images[2].Angle, 270)
	want(t, "dropped", p.Dropped, 0)
}

func steps(p engine.Path) string {
	var b strings.Builder
	for _, s := range p.Segments {
		b.WriteByte("MLC"[s.Kind])
	}
	return b.String()
}
