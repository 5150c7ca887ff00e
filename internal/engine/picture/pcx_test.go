package picture

import (
	"image"
)

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
