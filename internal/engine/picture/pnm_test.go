package picture

import (
	"encoding/binary"
	"strconv"
)

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
