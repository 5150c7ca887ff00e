package picture

import (
	"bytes"
	"image"
	"image/color"
)

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
