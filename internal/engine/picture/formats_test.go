package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"slices"
	"strconv"
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
			if d.Damage(1) != "" {
				t.Errorf("damage: %s", d.Damage(1))
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

func bmpCases() []formatCase {
	m := photo(testW, testH)
	bgr := samplesOf(m, func(c color.NRGBA) []byte { return []byte{c.B, c.G, c.R} })
	bgrx := samplesOf(m, func(c color.NRGBA) []byte { return []byte{c.B, c.G, c.R, 0} })
	sixteen := samplesOf(m, func(c color.NRGBA) []byte {
		return little(uint16(c.R>>3)<<11 | uint16(c.G>>2)<<5 | uint16(c.B>>3))
	})
	fifteen := samplesOf(m, func(c color.NRGBA) []byte {
		return little(uint16(c.R>>3)<<10 | uint16(c.G>>3)<<5 | uint16(c.B>>3))
	})
	out := []formatCase{
		{"BMP of 24 bits", "bmp", asBMP(testW, testH, 24, 0, nil, fromBelow(bgr, 3*testW)), m, 0},
		{"BMP of 32 bits from the top", "bmp", asBMP(testW, -testH, 32, 0, nil, bgrx), m, 0},
		{"BMP of 16 bits", "bmp", asBMP(testW, testH, 16, 0, nil, fromBelow(fifteen, 2*testW)), m, 8},
		{"BMP with masks", "bmp", asBMP(testW, testH, 16, 3, little(uint32(0xF800), uint32(0x7E0), uint32(0x1F)), fromBelow(sixteen, 2*testW)), m, 8},
		{"BMP of PNG", "bmp", asBMP(testW, testH, 0, 5, nil, asPNG(m)), m, 0},
	}
	for _, bits := range []int{1, 2, 4, 8} {
		p := palettedOf(m, 1<<bits)
		rows := packed(p.Pix, testW, bits)
		out = append(out, formatCase{"BMP with palette of bits " + strconv.Itoa(bits), "bmp",
			asBMP(testW, testH, bits, 0, bgrPalette(p.Palette), fromBelow(rows, len(rows)/testH)), p, 0})
	}
	eight, four := palettedOf(m, 256), palettedOf(m, 16)
	var runs8, runs4 []byte
	for y := testH - 1; y >= 0; y-- {
		row := eight.Pix[y*testW : (y+1)*testW]
		runs8 = append(append(runs8, 0, testW), row...) // as it is, filled to an even length
		runs8 = append(runs8, 0, 0, 0)
		for _, v := range four.Pix[y*testW : (y+1)*testW] {
			runs4 = append(runs4, 1, v<<4) // runs of one
		}
		runs4 = append(runs4, 0, 0)
	}
	long := image.NewPaletted(m.Rect, palettedOf(m, 16).Palette)
	for i := range long.Pix {
		long.Pix[i] = byte(4 + i%testW&1)
	}
	clear(long.Pix[:3*testW]) // jumped over
	long.Pix[3*testW+5], long.Pix[3*testW+6] = 0, 0
	var runsLong []byte
	for y := testH - 1; y > 2; y-- {
		if y == 3 {
			runsLong = append(runsLong, 5, 0x45, 0, 2, 2, 0, testW-7, 0x54, 0, 1)
			break
		}
		runsLong = append(runsLong, testW, 0x45, 0, 0)
	}
	return append(out,
		formatCase{"BMP of plain runs", "bmp", asBMP(testW, testH, 8, 1, bgrPalette(eight.Palette), append(runs8, 0, 1)), eight, 0},
		formatCase{"BMP of short runs", "bmp", asBMP(testW, testH, 4, 2, bgrPalette(four.Palette), append(runs4, 0, 1)), four, 0},
		formatCase{"BMP of runs and jumps", "bmp", asBMP(testW, testH, 4, 2, bgrPalette(long.Palette), runsLong), long, 0},
	)
}

func psdCases() []formatCase {
	m := photo(testW, testH)
	plane := func(each func(c color.NRGBA) []byte) []byte { return samplesOf(m, each) }
	r := plane(func(c color.NRGBA) []byte { return []byte{c.R} })
	g := plane(func(c color.NRGBA) []byte { return []byte{c.G} })
	b := plane(func(c color.NRGBA) []byte { return []byte{c.B} })
	wide := func(p []byte) (out []byte) {
		for _, v := range p {
			out = append(out, v, 99)
		}
		return out
	}
	none := bytes.Repeat([]byte{255}, testW*testH)
	p := palettedOf(m, 256)
	table := make([]byte, 768)
	for i, c := range p.Palette {
		n := c.(color.NRGBA)
		table[i], table[256+i], table[512+i] = n.R, n.G, n.B
	}
	two := bilevel(testW, testH)
	bits := make([]byte, len(two.Pix))
	for i, v := range two.Pix {
		bits[i] = ^v & 1
	}
	return []formatCase{
		{"PSD", "psd", asPSD(testW, testH, 8, psdRGB, nil, false, r, g, b), m, 0},
		{"PSD packed, with another channel", "psd", asPSD(testW, testH, 8, psdRGB, nil, true, r, g, b, none), m, 0},
		{"PSD of 16 bits", "psd", asPSD(testW, testH, 16, psdRGB, nil, true, wide(r), wide(g), wide(b)), m, 0},
		{"PSD of inks", "psd", asPSD(testW, testH, 8, psdCMYK, nil, true, r, g, b, none), m, 0},
		{"PSD grey", "psd", asPSD(testW, testH, 8, psdGrey, nil, false, r), &image.Gray{Pix: r, Stride: testW, Rect: m.Rect}, 0},
		{"PSD with palette", "psd", asPSD(testW, testH, 8, psdIndexed, table, true, p.Pix), p, 0},
		{"PSD of bits", "psd", asPSD(testW, testH, 1, psdBits, nil, true, packed(bits, testW, 1)), two, 0},
	}
}

func pcxCases() []formatCase {
	m := photo(testW, testH)
	const stride = testW + 1
	var planes, indexes []byte
	p := palettedOf(m, 256)
	for y := range testH {
		for i := range 3 {
			for x := range testW {
				planes = append(planes, m.Pix[4*(y*testW+x)+i])
			}
			planes = append(planes, 0)
		}
		indexes = append(append(indexes, p.Pix[y*testW:(y+1)*testW]...), 0)
	}
	tail := append([]byte{12}, samplesOf(&image.Paletted{Pix: counting(256), Stride: 256, Rect: image.Rect(0, 0, 256, 1), Palette: p.Palette}, rgbBytes)...)
	few := palettedOf(m, 16)
	head := samplesOf(&image.Paletted{Pix: counting(16), Stride: 16, Rect: image.Rect(0, 0, 16, 1), Palette: few.Palette}, rgbBytes)
	var four []byte
	for y := range testH {
		for bit := range 4 {
			row := make([]byte, testW)
			for x := range row {
				row[x] = few.Pix[y*testW+x] >> bit & 1
			}
			four = append(append(four, packed(row, testW, 1)...), 0)
		}
	}
	two := bilevel(testW, testH)
	bits := make([]byte, len(two.Pix))
	for i, v := range two.Pix {
		bits[i] = v & 1
	}
	one := asPCX(testW, testH, 1, 1, 5, nil, nil, packed(bits, testW, 1))
	return []formatCase{
		{"PCX", "pcx", asPCX(testW, testH, 8, 3, stride, nil, nil, planes), m, 0},
		{"PCX with palette", "pcx", asPCX(testW, testH, 8, 1, stride, nil, tail, indexes), p, 0},
		{"PCX of four planes", "pcx", asPCX(testW, testH, 1, 4, 6, head, nil, four), few, 0},
		{"PCX of bits", "pcx", one, two, 0},
		{"DCX", "dcx", asDCX(one), two, 0},
	}
}

func counting(n int) []byte {
	out := make([]byte, n)
	for i := range out {
		out[i] = byte(i)
	}
	return out
}

func pnmCases() []formatCase {
	m, two := photo(testW, testH), bilevel(testW, testH)
	grey := greyOf(m)
	rgb := samplesOf(m, rgbBytes)
	bits := make([]byte, len(two.Pix))
	var zeros []byte
	for i, v := range two.Pix {
		bits[i] = ^v & 1
		zeros = append(zeros, '0'+bits[i])
	}
	digits := func(samples []byte) (out []byte) {
		for i, v := range samples {
			out = append(strconv.AppendInt(out, int64(v), 10), " \n"[i%9/8])
		}
		return out
	}
	var wide []byte
	for _, v := range rgb {
		wide = binary.BigEndian.AppendUint16(wide, uint16(v)*4)
	}
	return []formatCase{
		{"PBM in digits", "ppm", asPNM(1, testW, testH, 1, zeros), two, 0},
		{"PGM in digits", "ppm", asPNM(2, testW, testH, 255, digits(grey.Pix)), grey, 0},
		{"PPM in digits", "ppm", asPNM(3, testW, testH, 255, digits(rgb)), m, 0},
		{"PBM", "ppm", asPNM(4, testW, testH, 1, packed(bits, testW, 1)), two, 0},
		{"PGM", "ppm", asPNM(5, testW, testH, 255, grey.Pix), grey, 0},
		{"PPM", "ppm", asPNM(6, testW, testH, 255, rgb), m, 0},
		{"PPM of ten bits", "ppm", asPNM(6, testW, testH, 1020, wide), m, 0},
	}
}
