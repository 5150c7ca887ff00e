package picture

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"slices"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/fault"
)

func pngChunkOf(name string, data []byte) []byte {
	body := append([]byte(name), data...)
	return slices.Concat(binary.BigEndian.AppendUint32(nil, uint32(len(data))), body, binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(body)))
}

// noise does not pack, so that half of a file is half of its picture.
func noise(w, h int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	state := uint32(7)
	for i := range m.Pix {
		state = state*1664525 + 1013904223
		if m.Pix[i] = byte(state >> 24); i%4 == 3 {
			m.Pix[i] = 255
		}
	}
	return m
}

// What is left of a file that was cut is shown, and the rest is said to be missing.
func TestCutFiles(t *testing.T) {
	m := noise(64, 60)
	grey, p := greyOf(m), palettedOf(m, 16)
	copy(p.Pix, grey.Pix)
	for i := range p.Pix {
		p.Pix[i] &= 15
	}
	rgb := samplesOf(m, rgbBytes)
	bgr := samplesOf(m, rgbBytes)
	for i := 0; i < len(bgr); i += 3 {
		bgr[i], bgr[i+2] = bgr[i+2], bgr[i]
	}
	rows := map[uint16][]int64{tagRowsPerStrip: {10}}
	upper := func(y int) bool { return y < 24 }
	for _, tt := range []struct {
		name, kind string
		data       []byte
		sound      func(y int) bool
	}{
		{"PNG", "png", asPNG(m), upper},
		{"grey PNG", "png", asPNG(grey), upper},
		{"JPEG", "jpg", asJPEG(grey), upper},
		{"GIF", "gif", asGIF(p), upper},
		{"BMP", "bmp", asBMP(64, 60, 24, 0, nil, fromBelow(bgr, 192)), func(y int) bool { return y > 36 }},
		{"PPM", "ppm", asPNM(6, 64, 60, 255, rgb), upper},
		{"PSD", "psd", asPSD(64, 60, 8, psdGrey, nil, true, grey.Pix), upper},
		{"PCX", "pcx", asPCX(64, 60, 8, 1, 64, nil, nil, grey.Pix), upper},
		{"Pixar", "pixar", asPixar(m), func(y int) bool { return y < 20 }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := opened(t, tt.data[:len(tt.data)/2], tt.kind)
			r := native(t, d, 1, false)
			if !strings.Contains(r.Damage, "rows could be read") {
				t.Errorf("damage: %q", r.Damage)
			}
			whole := native(t, opened(t, tt.data, tt.kind), 1, false)
			for y := range r.Height {
				if at := 4 * y * r.Width; tt.sound(y) && !bytes.Equal(r.Pixels[at:at+4*r.Width], whole.Pixels[at:at+4*r.Width]) {
					t.Fatalf("row %d differs", y)
				}
			}
			lost := r.Height - 1
			if tt.kind == "bmp" {
				lost = 0
			}
			if got := pixel(r, 5, lost); got != [3]byte{255, 255, 255} {
				t.Errorf("the missing part is %v", got)
			}
		})
	}
	// A strip in the middle is damaged.
	spec := tiffSpec{fields(m, 8, 1, 8, 1, rows), strips(grey.Pix, 64, 10, deflated)}
	spec.chunks[2] = spec.chunks[2][:100]
	d := opened(t, writeTIFF(binary.LittleEndian, false, false, spec), "tiff")
	if r := native(t, d, 1, true); !strings.Contains(r.Damage, "1 of 6 parts") || pixel(r, 3, 59) != [3]byte{grey.Pix[59*64+3], grey.Pix[59*64+3], grey.Pix[59*64+3]} {
		t.Errorf("damage %q", r.Damage)
	}
}

func TestChecksumsOfPNG(t *testing.T) {
	m := photo(40, 40)
	data := asPNG(m)
	data[bytes.Index(data, []byte("IEND"))-2] ^= 1
	d := opened(t, data, "png")
	wantPixels(t, native(t, d, 1, false), m, 0)
}

// Files that show nothing are refused by name, with a sentence that helps.
func TestRuins(t *testing.T) {
	for _, c := range slices.Concat(commonCases(), bmpCases(), psdCases(), pcxCases(), pnmCases(), tiffCases()) {
		for _, n := range []int{1, 3, 9, 20} {
			data := c.data[:n]
			d, err := open(source{bytes.NewReader(data), int64(len(data))}, c.kind)
			if err == nil {
				_, err = d.Render(1, 72, false)
			}
			f := fault.Of(err)
			if err == nil || f.Code != 415 && f.Code != 413 && f.Code != 422 || !strings.Contains(f.Message, " ") {
				t.Errorf("%s cut to %d bytes: %v", c.name, n, err)
			}
		}
	}
	if _, err := open(source{bytes.NewReader(nil), 0}, "png"); !fault.Is(err, fault.DocumentEmpty) {
		t.Errorf("nothing at all: %v", err)
	}
	for _, kind := range []string{"heic", "pdf"} {
		if _, err := open(source{strings.NewReader("xxxxxxxxxxxx"), 12}, kind); !fault.Is(err, fault.DocumentUnsupported) {
			t.Errorf("%s: %v", kind, err)
		}
	}
	if kinds := Kinds(); len(kinds) != 13 || slices.Contains(kinds, "heic") || !slices.IsSorted(kinds) {
		t.Errorf("kinds %v", kinds)
	}
}
