package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine/enginetest"
	"github.com/octavo-dev/octavo/internal/fault"
)

// claims are files of a few bytes that say they hold a picture of the given size.
func claims(w, h int) map[string][]byte {
	size := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(w)), uint32(h))
	jpeg := []byte("\xff\xd8\xff\xc0\x00\x0b\x08\x00\x00\x00\x00\x01\x01\x11\x00\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00")
	binary.BigEndian.PutUint16(jpeg[7:], uint16(h))
	binary.BigEndian.PutUint16(jpeg[9:], uint16(w))
	pcx := asPCX(16, 16, 8, 3, 65535, nil, nil, []byte{1})
	copy(pcx[8:], little(uint16(w-1), uint16(h-1)))
	gif := slices.Concat([]byte("GIF89a"), little(uint16(w), uint16(h), []byte{0, 0, 0, ','}, uint32(0), uint16(w), uint16(h), []byte{0, 8, 1, 0, 0}))
	psd := asPSD(16, 16, 8, psdGrey, nil, false, []byte{1})
	binary.BigEndian.PutUint32(psd[14:], uint32(h))
	binary.BigEndian.PutUint32(psd[18:], uint32(w))
	out := map[string][]byte{
		"png":  slices.Concat([]byte(pngMagic), pngChunkOf("IHDR", append(size, 8, 2, 0, 0, 0)), pngChunkOf("IDAT", []byte{0x78, 1})),
		"jpg":  jpeg,
		"gif":  gif,
		"bmp":  asBMP(w, h, 24, 0, nil, []byte{1}),
		"tiff": writeTIFF(binary.LittleEndian, true, false, tiffSpec{map[uint16][]int64{tagWidth: {int64(w)}, tagHeight: {int64(h)}}, [][]byte{{1}}}),
		"psd":  psd,
		"ppm":  asPNM(6, w, h, 255, []byte{1}),
		"ftex": asFTEX(w, h, 1, []byte{1}),
	}
	if w*3 < 65536 {
		out["pcx"], out["dcx"] = pcx, asDCX(pcx)
	}
	return out
}

// Faults 19 and 20: sizes are told from the header, for which little is read.
func TestSizes(t *testing.T) {
	for _, tt := range []struct {
		w, h    int
		want    fault.Name
		code    int
		message string
	}{
		{15_001, 10, fault.ImageTooLarge, 413, "image of 15001×10 pixels exceeds the limit"},
		{7_072, 7_072, fault.ImageTooLarge, 413, "image of 7072×7072 pixels exceeds the limit"},
		{65_500, 65_500, fault.ImageTooLarge, 413, "image of 65500×65500 pixels exceeds the limit"},
		{1, 1, fault.ImageTooSmall, 422, "image of 1×1 pixels is too small"},
		{10_000, 2, fault.ImageTooSmall, 422, "image of 10000×2 pixels is too small"},
		{10_000, 20, fault.ImageInvalidAspectRatio, 422, "aspect ratio 500 is out of range"},
		{15_000, 3_333, "", 0, ""},
		{1600, 8, "", 0, ""},
	} {
		for kind, data := range claims(tt.w, tt.h) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := open(source{bytes.NewReader(data), int64(len(data))}, kind)
			runtime.ReadMemStats(&after)
			if used := after.TotalAlloc - before.TotalAlloc; used > 1<<20 {
				t.Errorf("%s of %d × %d: %d bytes for the header", kind, tt.w, tt.h, used)
			}
			if tt.want == "" {
				if err != nil {
					t.Errorf("%s of %d × %d: %v", kind, tt.w, tt.h, err)
				}
				continue
			}
			if f := fault.Of(err); err == nil || f.Name != tt.want || f.Code != tt.code || f.Message != tt.message {
				t.Errorf("%s of %d × %d: %v", kind, tt.w, tt.h, err)
			}
		}
	}
}

// A picture inside another is held to the bounds as well.
func TestSizesInside(t *testing.T) {
	large := claims(65_500, 65_500)
	twice := slices.Concat(large["png"], claims(16, 16)["png"][8:])
	for name, data := range map[string][]byte{"png": twice, "cur": asCursor(large["png"]), "bmp": asBMP(16, 16, 0, dibJPEG, nil, large["jpg"])} {
		if _, err := open(source{bytes.NewReader(data), int64(len(data))}, name); !fault.Is(err, fault.ImageTooLarge) {
			t.Errorf("%s: %v", name, err)
		}
	}
	m := image.NewGray(image.Rect(0, 0, 16, 16))
	data := writeTIFF(binary.LittleEndian, false, false, tiffSpec{fields(m, 7, 1, 8, 1, nil), [][]byte{large["jpg"]}})
	if _, err := opened(t, data, "tiff").Render(1, 72, false); !fault.Is(err, fault.DocumentCorrupt) {
		t.Errorf("tiff: %v", err)
	}
}

func TestResolution(t *testing.T) {
	jfif := func(unit byte, x, y uint16) []byte {
		data := append([]byte("\xff\xe0\x00\x10JFIF\x00\x01\x02"), unit)
		data = binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(data, x), y)
		jpeg := asJPEG(photo(300, 200))
		return slices.Concat(jpeg[:2], append(data, 0, 0), jpeg[2:])
	}
	physical := func(perMetre uint32, w, h int) []byte {
		data := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, perMetre), perMetre)
		file := asPNG(image.NewGray(image.Rect(0, 0, w, h)))
		return slices.Concat(file[:33], pngChunkOf("pHYs", append(data, 1)), file[33:])
	}
	plainPNG := func(w, h int) []byte { return asPNG(image.NewGray(image.Rect(0, 0, w, h))) }
	fax := image.NewGray(image.Rect(0, 0, 1728, 1143))
	for _, tt := range []struct {
		name, kind    string
		data          []byte
		dpiX, dpiY    float32
		width, height float32
	}{
		{"JFIF", "jpg", jfif(1, 150, 150), 150, 150, 144, 96},
		{"JFIF in centimetres", "jpg", jfif(2, 100, 100), 254, 254, 300 * 72 / 254., 200 * 72 / 254.},
		{"JFIF in whole centimetres", "jpg", jfif(2, 78, 78), 200, 200, 108, 72},
		{"JFIF without unit", "jpg", jfif(0, 1, 1), 72, 72, 300, 200},
		{"JFIF beyond sense", "jpg", jfif(1, 5000, 5000), 72, 72, 300, 200},
		{"EXIF", "jpg", withEXIF(asJPEG(photo(300, 200)), binary.BigEndian, 1), 240, 240, 90, 60},
		{"PNG", "png", physical(11811, 2480, 3508), 300, 300, 595.2, 841.92},
		{"a photo that says 72", "png", physical(2835, 3000, 4000), 342, 342, 3000 * 72 / 342., 4000 * 72 / 342.},
		{"a page at 72", "png", physical(2835, 595, 842), 72, 72, 595, 842},
		{"A4 without word", "png", plainPNG(1240, 1754), 150, 150, 595.2, 841.92},
		{"Letter without word", "png", plainPNG(2200, 1700), 200, 200, 792, 612},
		{"Legal without word", "png", plainPNG(1700, 2800), 200, 200, 612, 1008},
		{"PCX", "pcx", pcxCases()[0].data, 300, 300, testW * 72 / 300., testH * 72 / 300.},
		{"PSD", "psd", psdCases()[0].data, 200, 200, testW * 72 / 200., testH * 72 / 200.},
		{"fax", "tiff", writeTIFF(binary.LittleEndian, false, false, tiffSpec{
			fields(fax, 4, 0, 1, 1, map[uint16][]int64{tagXResolution: {204, 1}, tagYResolution: {98, 1}}), [][]byte{{0}}}), 204, 98, 1728 * 72 / 204., 1143 * 72 / 98.},
		{"TIFF in centimetres, turned", "tiff", writeTIFF(binary.LittleEndian, false, false, tiffSpec{
			fields(fax, 4, 0, 1, 1, map[uint16][]int64{tagXResolution: {100, 1}, tagYResolution: {50, 1}, tagUnit: {3}, tagOrientation: {6}}), [][]byte{{0}}}), 127, 254, 1143 * 72 / 127., 1728 * 72 / 254.},
	} {
		p, err := opened(t, tt.data, tt.kind).Page(1)
		if err != nil {
			t.Fatal(err)
		}
		i := p.Images[0]
		if i.DPIX != tt.dpiX || i.DPIY != tt.dpiY || p.Width != tt.width || p.Height != tt.height || i.Box != i.Visible || i.Box.X1 != p.Width || i.Box.Y1 != p.Height {
			t.Errorf("%s: %v × %v dpi, page of %v × %v; want %v × %v, %v × %v", tt.name, i.DPIX, i.DPIY, p.Width, p.Height, tt.dpiX, tt.dpiY, tt.width, tt.height)
		}
	}
}

func TestOpenFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "photo.png")
	if err := os.WriteFile(name, asPNG(photo(20, 10)), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var d enginetest.Document
	if d, err = Open(f, "png"); err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if _, err := d.Render(1, 0, false); err == nil || !strings.Contains(err.Error(), "no such resolution") {
		t.Errorf("no resolution: %v", err)
	}
	if r, err := d.Render(1, 36, false); err != nil || r.Width != 10 || r.Height != 5 {
		t.Errorf("%+v, %v", r, err)
	}
}
