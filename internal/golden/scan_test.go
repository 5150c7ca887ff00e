package golden

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/octavo-dev/octavo/internal/app"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/reader"
)

// TestScan reads the picture of a page, whose words only recognition can tell.
func TestScan(t *testing.T) {
	r, f := opened(t), &pdfgen.File{}
	s := pdfgen.NewSheet(f)
	s.Width, s.Height = 420, 300
	y := head(s, 40, 60, 20, "A note on the lamp")
	s.Size = 12
	y = s.Paragraph(40, y+10, 340, prose(6, 3))
	s.Paragraph(40, y+14, 340, prose(12, 3))
	s.Add()
	check(t, "scan", read(t, r, "scan.pdf", photographed(t, r, f.Bytes()), reader.Hybrid), scanned)
}

// photographed is a file whose only page is a picture of the first page of another.
func photographed(t *testing.T, r *app.Reading, data []byte) []byte {
	t.Helper()
	const dpi = 150
	file, err := r.Open(t.Context(), format.File{Size: int64(len(data)), Data: bytes.NewReader(data)}, reader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	d, err := file.Read(t.Context(), file.Selected)
	if err != nil {
		t.Fatal(err)
	}
	raster, err := file.Render(t.Context(), d, 1, dpi)
	if err != nil {
		t.Fatal(err)
	}
	grey := make([]byte, 0, raster.Width*raster.Height)
	for i := 0; i < len(raster.Pixels); i += 4 {
		grey = append(grey, raster.Pixels[i+1])
	}
	f := &pdfgen.File{}
	s := pdfgen.NewSheet(f)
	s.Width, s.Height = d.Pages[0].Width, d.Pages[0].Height
	s.Image(0, 0, s.Width, s.Height, f.AddStream(fmt.Sprintf("/Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode",
		raster.Width, raster.Height), pdfgen.Deflate(grey)))
	s.Add()
	return f.Bytes()
}
