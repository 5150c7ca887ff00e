package picture

import (
	"bytes"
	"image"
	"image/color"
	"slices"
	"testing"
)

const testW, testH = 37, 29

type formatCase struct {
	name, kind string
	data       []byte
	want       image.Image
	within     int
}

func TestFormats(t *testing.T) {
	for _, c := range slices.Concat(commonCases(), bmpCases(), psdCases(), pcxCases(), pnmCases(), tiffCases()) {
		t.Run(c.name, func(t *testing.T) {
			d := opened(t, c.data, c.kind)
			wantPixels(t, native(t, d, 1, false), c.want, c.within)
			grey := native(t, d, 1, true)
			wantPixels(t, grey, greyOf(onWhite(c.want)), c.within+1)
			if grey.Damage != "" {
				t.Errorf("damage: %s", grey.Damage)
			}
			if info, err := d.Info(); err != nil || info.Pages != 1 || d.Pages() != 1 {
				t.Errorf("info %+v, %v", info, err)
			}
		})
	}
}

func onWhite(m image.Image) image.Image {
	return &image.NRGBA{Pix: samplesOf(m, func(c color.NRGBA) []byte {
		var p [4]byte
		putRGBA(p[:], c.R, c.G, c.B, c.A)
		return p[:]
	}), Stride: 4 * m.Bounds().Dx(), Rect: image.Rect(0, 0, m.Bounds().Dx(), m.Bounds().Dy())}
}

// sheer is a picture whose transparency grows to the right.
func sheer() *image.NRGBA {
	m := photo(testW, testH)
	for i := 3; i < len(m.Pix); i += 4 {
		m.Pix[i] = byte(i / 4 % testW * 7)
	}
	return m
}

func commonCases() []formatCase {
	m, grey, two := photo(testW, testH), greyOf(photo(testW, testH)), bilevel(testW, testH)
	deep := image.NewNRGBA64(m.Rect)
	for y := range testH {
		for x := range testW {
			deep.Set(x, y, m.At(x, y))
		}
	}
	colours := palettedOf(m, 16)
	clear := palettedOf(m, 5)
	clear.Palette[2] = color.NRGBA{}
	block := make([]byte, 0, 8*80)
	for range (testW + 3) / 4 * ((testH + 3) / 4) {
		block = append(block, 0x00, 0xF8, 0x1F, 0x00, 0x00, 0x55, 0x00, 0x55) // red rows and blue rows
	}
	striped := image.NewNRGBA(m.Rect)
	for y := range testH {
		for x := range testW {
			striped.SetNRGBA(x, y, color.NRGBA{byte(255 * (1 - y%2)), 0, byte(255 * (y % 2)), 255})
		}
	}
	moved := slices.Clone(asGIF(colours))
	copy(moved[6:], little(uint16(testW+4), uint16(testH+6))) // the screen
	at := bytes.Index(moved, little([]byte{','}, uint32(0), uint16(testW), uint16(testH)))
	copy(moved[at+1:], little(uint16(3), uint16(5)))
	placed := image.NewNRGBA(image.Rect(0, 0, testW+4, testH+6))
	for y := range testH {
		for x := range testW {
			placed.Set(x+3, y+5, colours.At(x, y))
		}
	}
	green := image.NewNRGBA(m.Rect)
	for i, v := range two.Pix {
		green.Pix[4*i+1], green.Pix[4*i+3] = v, 255
	}
	frame := asWebP(two)[12:]
	still := slices.Concat([]byte("ANMF"), little(uint32(16+len(frame))), make([]byte, 6), []byte{testW - 1, 0, 0, testH - 1, 0, 0, 0, 0, 0, 0}, frame)
	webp := slices.Concat([]byte("VP8X"), little(uint32(10)), []byte{2, 0, 0, 0, testW - 1, 0, 0, testH - 1, 0, 0}, []byte("ANIM"), little(uint32(6)), make([]byte, 6), still, still)
	moving := slices.Concat([]byte("RIFF"), little(uint32(4+len(webp))), []byte("WEBP"), webp)
	mask := make([]byte, 8*testH)
	for y := range testH {
		mask[8*y] = 0xFF // eight pixels on the left
	}
	cut := photo(testW, testH)
	for y := range testH {
		for x := range 8 {
			cut.SetNRGBA(x, y, color.NRGBA{})
		}
	}
	bgr := fromBelow(samplesOf(m, func(c color.NRGBA) []byte { return []byte{c.B, c.G, c.R} }), 3*testW)
	bgra := fromBelow(samplesOf(sheer(), func(c color.NRGBA) []byte { return []byte{c.B, c.G, c.R, c.A} }), 4*testW)
	return []formatCase{
		{"PNG", "png", asPNG(m), m, 0},
		{"PNG with alpha", "png", asPNG(sheer()), sheer(), 1},
		{"PNG of 16 bits", "png", asPNG(deep), m, 1},
		{"PNG grey", "png", asPNG(grey), grey, 0},
		{"PNG with palette", "png", asPNG(colours), colours, 0},
		{"PNG with transparent colour", "png", asPNG(clear), clear, 0},
		{"JPEG grey", "jpg", asJPEG(grey), grey, 4},
		{"GIF", "gif", asGIF(colours), colours, 0},
		{"GIF with transparent colour", "gif", asGIF(clear), clear, 0},
		{"GIF of many pictures", "gif", asGIF(colours, clear, clear), colours, 0},
		{"GIF smaller than its screen", "gif", moved, placed, 0},
		{"WebP", "webp", asWebP(two), green, 0},
		{"WebP in motion", "webp", moving, green, 0},
		{"Pixar", "pixar", asPixar(m), m, 0},
		{"FTEX plain", "ftex", asFTEX(testW, testH, 1, samplesOf(m, rgbBytes)), m, 0},
		{"FTEX in blocks", "ftex", asFTEX(testW, testH, 0, block), striped, 0},
		{"Cursor of PNG", "cur", asCursor(asPNG(photo(64, 64)), asPNG(photo(16, 16))), photo(64, 64), 0},
		{"Cursor with mask", "cur", asCursor(asDIB(testW, 2*testH, 24, 0, nil, slices.Concat(bgr, mask))), cut, 0},
		{"Cursor with alpha", "cur", asCursor(asDIB(testW, 2*testH, 32, 0, nil, bgra)), sheer(), 1},
	}
}
