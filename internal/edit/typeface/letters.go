package typeface

import "encoding/binary"

// letters are the glyphs of letters, from the largest table of a font that lists them by their Unicode numbers.
func letters(cmap []byte) map[rune]uint16 {
	out := map[rune]uint16{}
	for i := range int(binary.BigEndian.Uint16(cmap[2:])) {
		at := 4 + 8*i
		if at+8 > len(cmap) {
			break
		}
		platform, from := binary.BigEndian.Uint16(cmap[at:]), int(binary.BigEndian.Uint32(cmap[at+4:]))
		if platform == 1 || from < 0 || from+16 > len(cmap) {
			continue
		}
		switch t := cmap[from:]; binary.BigEndian.Uint16(t) {
		case 4:
			segments(t, out)
		case 12:
			groups(t, out)
		}
	}
	return out
}

func segments(t []byte, out map[rune]uint16) {
	word := func(at int) int {
		if at < 0 || at+2 > len(t) {
			return 0
		}
		return int(binary.BigEndian.Uint16(t[at:]))
	}
	n := word(6) / 2
	for i := range n {
		end, start := word(14+2*i), word(16+2*n+2*i)
		delta, offsetAt := word(16+4*n+2*i), 16+6*n+2*i
		offset := word(offsetAt)
		for c := start; c <= end && c < 0xffff; c++ {
			glyph := c + delta
			if offset != 0 {
				if glyph = word(offsetAt + offset + 2*(c-start)); glyph != 0 {
					glyph += delta
				}
			}
			if glyph &= 0xffff; glyph != 0 {
				out[rune(c)] = uint16(glyph)
			}
		}
	}
}

func groups(t []byte, out map[rune]uint16) {
	const most = 0x10ffff
	for i := range int(binary.BigEndian.Uint32(t[12:])) {
		at := 16 + 12*i
		if at+12 > len(t) {
			return
		}
		start, end, glyph := binary.BigEndian.Uint32(t[at:]), binary.BigEndian.Uint32(t[at+4:]), binary.BigEndian.Uint32(t[at+8:])
		for c := start; c <= end && c <= most; c++ {
			if g := glyph + c - start; g > 0 && g <= 0xffff {
				out[rune(c)] = uint16(g)
			}
		}
	}
}
