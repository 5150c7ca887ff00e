package picture

import (
	"image"
	"image/color"
	"strconv"
)

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
