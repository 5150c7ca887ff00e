package golden

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/app"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/ocr/pixel"
	"github.com/octavo-dev/octavo/internal/reader"
	"github.com/octavo-dev/octavo/internal/render"
)

// scans are pages whose pictures are read: their words only recognition can tell.
var scans = []page{
	{"scan", onSmallSheet(func(s *pdfgen.Sheet) {
		y := head(s, 40, 60, 20, "A note on the lamp")
		s.Size = 12
		y = s.Paragraph(40, y+10, 340, prose(6, 3))
		s.Paragraph(40, y+14, 340, prose(12, 3))
	})},
	{"scan-checks", onSmallSheet(func(s *pdfgen.Sheet) {
		s.Size = 12
		s.Text(40, 50, "What should be repaired first?")
		for i, label := range []string{"The roof of the tower", "The northern wall", "The clock", "The bridge"} {
			y := 80 + 24*float64(i)
			s.Box(40, y-10, 11, 11)
			switch i {
			case 1:
				s.Line(40, y-10, 51, y+1)
				s.Line(40, y+1, 51, y-10)
			case 3:
				s.Line(42, y-4, 46, y)
				s.Line(46, y, 54, y-13)
			}
			s.Text(60, y, label)
		}
		s.Text(40, 200, "Was it seen by the council?")
		for i, label := range []string{"Yes", "No", "Not yet"} {
			x := 220 + 55*float64(i)
			s.Box(x, 191, 10, 10)
			s.Text(x+15, 200, label)
		}
	})},
	{"scan-struck", onSmallSheet(func(s *pdfgen.Sheet) {
		s.Size = 12
		y := s.Paragraph(40, 60, 340, prose(6, 2))
		x := 40.0
		for i, text := range []string{"The mill was", "sold to a stranger", "kept by the town", "for"} {
			s.Text(x, y+14, text)
			if i == 1 {
				s.Line(x, y+10.5, x+s.Measure(text), y+10.5)
			}
			x += s.Measure(text + " ")
		}
		s.Text(40, y+28.4, "another ten years, and its wheel was mended.")
		s.Paragraph(40, y+60, 340, prose(12, 2))
	})},
}

func onSmallSheet(draw func(s *pdfgen.Sheet)) func(f *pdfgen.File) {
	return func(f *pdfgen.File) {
		s := pdfgen.NewSheet(f)
		s.Width, s.Height = 420, 300
		draw(s)
		s.Add()
	}
}

// TestScans reads pictures of pages.
func TestScans(t *testing.T) {
	r := opened(t)
	for _, p := range scans {
		t.Run(p.name, func(t *testing.T) {
			f := &pdfgen.File{}
			p.draw(f)
			data := photographed(t, r, f.Bytes(), 0)
			kept(t, p.name, data)
			check(t, p.name, read(t, r, p.name+".pdf", data, reader.Hybrid), scanned)
		})
	}
	// Pictures that lie on their side or on their head in a page that is upright are read as any other.
	f := &pdfgen.File{}
	scans[0].draw(f)
	for turn, name := range map[int]string{90: "scan-side", 180: "scan-head"} {
		t.Run(name, func(t *testing.T) {
			data := photographed(t, r, f.Bytes(), turn)
			kept(t, name, data)
			check(t, name, read(t, r, name+".pdf", data, reader.Hybrid), scanned)
		})
	}
}

// A watermark that is a picture of words says them; without them it is a figure.
func TestWatermarkPictures(t *testing.T) {
	r := opened(t)
	for name, word := range map[string]string{"words": "COPY", "none": ""} {
		t.Run(name, func(t *testing.T) {
			mark := &pdfgen.File{}
			drawn := pdfgen.NewSheet(mark)
			drawn.Width, drawn.Height = 300, 110
			drawn.With(pdfgen.Bold, 90)
			drawn.Color = pdfgen.Color{0.8, 0.8, 0.8}
			drawn.Text(20, 85, word)
			if word == "" {
				drawn.Fill(60, 20, 90, 70, drawn.Color)
			}
			drawn.Add()
			f := &pdfgen.File{}
			s := pdfgen.NewSheet(f)
			s.Image(150, 120, 300, 110, picture(f, photograph(t, r, mark.Bytes(), 0)))
			s.Paragraph(72, 90, 468, prose(3, 12))
			s.Add()
			kept(t, "watermark-"+name, f.Bytes())
			d := read(t, r, name+".pdf", f.Bytes(), reader.Hybrid)
			last := d.Blocks[len(d.Blocks)-1]
			want := doc.Text
			if word == "" {
				want = doc.Figure
			}
			if len(d.Blocks) != 2 || !last.Watermark || last.Type != want || last.Text != word {
				t.Errorf("%d blocks, the last %+v", len(d.Blocks), last)
			}
			if shown := render.Markdown(d, render.Options{Unmarked: true}); strings.Contains(shown, "COPY") || !strings.HasPrefix(shown, "In winter") {
				t.Errorf("without watermarks: %s", shown)
			}
		})
	}
}

const photoDPI = 150

// photograph is a picture of the first page of a file, turned clockwise.
func photograph(t *testing.T, r *app.Reading, data []byte, turn int) pixel.Image {
	t.Helper()
	file, err := r.Open(t.Context(), format.File{Size: int64(len(data)), Data: bytes.NewReader(data)}, reader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	d, err := file.Read(t.Context(), file.Selected)
	if err != nil {
		t.Fatal(err)
	}
	raster, err := file.Render(t.Context(), d, 1, photoDPI)
	if err != nil {
		t.Fatal(err)
	}
	return pixel.Of(raster).ToGrey().Turn(turn)
}

// picture puts an image into a file.
func picture(f *pdfgen.File, m pixel.Image) string {
	return f.AddStream(fmt.Sprintf("/Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode",
		m.Width, m.Height), pdfgen.Deflate(m.Pix))
}

// photographed is a file whose only page is a picture of the first page of another, turned clockwise.
func photographed(t *testing.T, r *app.Reading, data []byte, turn int) []byte {
	t.Helper()
	m := photograph(t, r, data, turn)
	f := &pdfgen.File{}
	s := pdfgen.NewSheet(f)
	s.Width, s.Height = float64(m.Width)*72/photoDPI, float64(m.Height)*72/photoDPI
	s.Image(0, 0, s.Width, s.Height, picture(f, m))
	s.Add()
	return f.Bytes()
}

// A word at a slant over a whole page does not hurt the lines it lies behind: those of the file stay as they are where it
// is a picture, and a scan says its words and no others. What the slanted word itself says is not always read.
func TestSlantedWatermarks(t *testing.T) {
	r := opened(t)
	mark := &pdfgen.File{}
	drawn := pdfgen.NewSheet(mark)
	drawn.Width, drawn.Height = 420, 420
	drawn.With(pdfgen.Bold, 110)
	drawn.Color = pdfgen.Color{0.85, 0.85, 0.85}
	drawn.Turned(110, 390, 45, "COPY")
	drawn.Add()
	f := &pdfgen.File{}
	s := pdfgen.NewSheet(f)
	s.Image(100, 80, 420, 420, picture(f, photograph(t, r, mark.Bytes(), 0)))
	y := s.Paragraph(72, 90, 468, prose(3, 12))
	s.Paragraph(72, y+10, 468, prose(13, 10))
	s.Add()
	kept(t, "watermark-slanted", f.Bytes())
	d := read(t, r, "slanted.pdf", f.Bytes(), reader.Hybrid)
	last := d.Blocks[len(d.Blocks)-1]
	if len(d.Blocks) != 3 || !last.Watermark || last.Text != "" && last.Text != "COPY" {
		t.Errorf("%d blocks, the last %+v", len(d.Blocks), last)
	}
	text := render.Markdown(d, render.Options{Unmarked: true})

	data := photographed(t, r, f.Bytes(), 0)
	kept(t, "watermark-slanted-scan", data)
	scan := render.Markdown(read(t, r, "scan.pdf", data, reader.Hybrid), render.Options{Unmarked: true})
	want, got := strings.Fields(text), strings.Fields(scan)
	wrong := 0
	for i := range min(len(want), len(got)) {
		if want[i] != got[i] {
			wrong++
		}
	}
	if len(want) != len(got) || wrong > len(want)/50 {
		t.Errorf("%d of %d words are wrong\n%s\n%s", wrong, len(want), scan, text)
	}
}
