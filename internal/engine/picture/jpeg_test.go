package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"slices"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/fault"
)

// withEXIF puts EXIF data with an orientation and 240 dpi behind the first marker.
func withEXIF(jpeg []byte, order binary.ByteOrder, turned int64) []byte {
	data := append([]byte("Exif\x00\x00"), writeTIFF(order, false, false, tiffSpec{tags: map[uint16][]int64{
		tagOrientation: {turned}, tagXResolution: {240, 1}, tagYResolution: {240, 1}, tagUnit: {2},
	}})...)
	segment := binary.BigEndian.AppendUint16([]byte{0xFF, 0xE1}, uint16(len(data)+2))
	return slices.Concat(jpeg[:2], segment, data, jpeg[2:])
}

// corners is a picture of four colours, upright: red and green above, blue and black below.
func corners(w, h int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for i, c := range []color.NRGBA{{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {0, 0, 0, 255}} {
		x, y := i%2*w/2, i/2*h/2
		draw.Draw(m, image.Rect(x, y, x+w/2, y+h/2), image.NewUniform(c), image.Point{}, draw.Src)
	}
	return m
}

func TestOrientations(t *testing.T) {
	const w, h = 64, 32
	upright := corners(w, h)
	// stored tells where the stored pixel x, y of each orientation stands in the upright picture.
	stored := map[int64]func(x, y int) (int, int){
		1: func(x, y int) (int, int) { return x, y },
		2: func(x, y int) (int, int) { return w - 1 - x, y },
		3: func(x, y int) (int, int) { return w - 1 - x, h - 1 - y },
		4: func(x, y int) (int, int) { return x, h - 1 - y },
		5: func(x, y int) (int, int) { return y, x },
		6: func(x, y int) (int, int) { return w - 1 - y, x },
		7: func(x, y int) (int, int) { return w - 1 - y, h - 1 - x },
		8: func(x, y int) (int, int) { return y, h - 1 - x },
	}
	turns := map[int64]int{3: 180, 4: 180, 5: 270, 6: 90, 7: 90, 8: 270}
	for turned, place := range stored {
		m := image.NewNRGBA(image.Rect(0, 0, w, h))
		if turned >= 5 {
			m = image.NewNRGBA(image.Rect(0, 0, h, w))
		}
		for y := range m.Rect.Dy() {
			for x := range m.Rect.Dx() {
				m.Set(x, y, upright.At(place(x, y)))
			}
		}
		chunk := writeTIFF(binary.BigEndian, false, false, tiffSpec{tags: map[uint16][]int64{tagOrientation: {turned}}})
		files := map[string][]byte{
			"jpg": withEXIF(asJPEG(m), binary.LittleEndian, turned),
			"png": slices.Concat(asPNG(m)[:33], pngChunkOf("eXIf", chunk), asPNG(m)[33:]),
			"tiff": writeTIFF(binary.LittleEndian, false, false, tiffSpec{
				fields(m, 1, 2, 8, 3, map[uint16][]int64{tagOrientation: {turned}}), [][]byte{samplesOf(m, rgbBytes)}}),
		}
		for kind, data := range files {
			d := opened(t, data, kind)
			p, err := d.Page(1)
			if err != nil {
				t.Fatal(err)
			}
			if p.Rotation != turns[turned] || p.Images[0].Width != w || p.Images[0].Height != h {
				t.Errorf("%s %d: turned by %d, %d × %d", kind, turned, p.Rotation, p.Images[0].Width, p.Images[0].Height)
			}
			r := native(t, d, 1, false)
			for i, want := range [][3]byte{{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {0, 0, 0}} {
				got := pixel(r, w/4+i%2*w/2, h/4+i/2*h/2)
				for j := range 3 {
					if int(got[j])-int(want[j]) > 6 || int(want[j])-int(got[j]) > 6 {
						t.Errorf("%s %d: corner %d is %v", kind, turned, i, got)
					}
				}
			}
		}
	}
}

// flatInks is a JPEG of one colour of four inks, written with one coefficient a block.
func flatInks(inks [4]byte, adobe string) []byte {
	out := []byte("\xff\xd8" + adobe)
	segment := func(marker byte, data ...byte) {
		out = slices.Concat(out, []byte{0xFF, marker}, binary.BigEndian.AppendUint16(nil, uint16(len(data)+2)), data)
	}
	segment(0xDB, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)...)
	segment(0xC0, 8, 0, 16, 0, 16, 4, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 4, 0x11, 0)
	// Codes of four bits for the sizes 0 to 11 of a difference, one bit for the end of a block.
	segment(0xC4, append([]byte{0, 0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, counting(12)...)...)
	segment(0xC4, 0x10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	segment(0xDA, 4, 1, 0, 2, 0, 3, 0, 4, 0, 0, 63, 0)
	w := &faxWriter{}
	bits := func(v, n int) {
		for i := n - 1; i >= 0; i-- {
			w.code(string(rune('0' + v>>i&1)))
		}
	}
	for block := range 4 {
		for _, ink := range inks {
			difference := 8 * (int(ink) - 128)
			if block > 0 {
				difference = 0
			}
			size := 0
			for ; max(difference, -difference)>>size > 0; size++ {
			}
			bits(size, 4)
			if difference < 0 {
				difference += 1<<size - 1
			}
			bits(difference, size)
			bits(0, 1)
		}
	}
	for w.have%8 != 0 {
		bits(1, 1)
	}
	for _, b := range w.out {
		if out = append(out, b); b == 0xFF {
			out = append(out, 0)
		}
	}
	return append(out, 0xFF, 0xD9)
}

func TestInksOfJPEG(t *testing.T) {
	inverted := string(adobeMark)
	mixed := strings.TrimSuffix(inverted, "\x00") + "\x02"
	for _, tt := range []struct {
		name, adobe string
		inks        [4]byte
		want        [3]byte
	}{
		{"cyan", "", [4]byte{255, 0, 0, 0}, [3]byte{0, 255, 255}},
		{"black", "", [4]byte{0, 0, 0, 255}, [3]byte{0, 0, 0}},
		{"Adobe's cyan", inverted, [4]byte{0, 255, 255, 255}, [3]byte{0, 255, 255}},
		{"Adobe's half magenta", inverted, [4]byte{255, 128, 255, 255}, [3]byte{255, 128, 255}},
		{"Adobe's grey as YCCK", mixed, [4]byte{100, 128, 128, 255}, [3]byte{155, 155, 155}},
		{"Adobe's black as YCCK", mixed, [4]byte{255, 128, 128, 0}, [3]byte{0, 0, 0}},
	} {
		got := pixel(native(t, opened(t, flatInks(tt.inks, tt.adobe), "jpg"), 1, false), 9, 9)
		for i := range 3 {
			if int(got[i])-int(tt.want[i]) > 2 || int(tt.want[i])-int(got[i]) > 2 {
				t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
				break
			}
		}
	}
	m := image.NewNRGBA(image.Rect(0, 0, 16, 16))
	data := writeTIFF(binary.LittleEndian, false, false, tiffSpec{fields(m, 7, 5, 8, 4, nil), [][]byte{flatInks([4]byte{0, 255, 0, 0}, "")}})
	if got := pixel(native(t, opened(t, data, "tiff"), 1, false), 5, 5); got != [3]byte{255, 0, 255} {
		t.Errorf("magenta in TIFF: %v", got)
	}
}

func TestUnsupportedJPEG(t *testing.T) {
	data := asJPEG(photo(16, 16))
	data[bytes.Index(data, []byte{0xFF, 0xC0})+1] = 0xC9 // arithmetic coding
	_, err := open(source{bytes.NewReader(data), int64(len(data))}, "jpg")
	if !fault.Is(err, fault.DocumentUnsupported) {
		t.Errorf("arithmetic coding: %v", err)
	}
}
