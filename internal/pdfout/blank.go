package pdfout

import (
	"encoding/binary"
	"slices"
)

// The metrics of the blank font, in thousandths of its size: together they fill a word's box from edge to edge.
const (
	advance = 500
	ascent  = 800
	descent = -200
)

// blank is a TrueType font of two glyphs without ink. Every character is drawn with the second, because readers may
// take the first for a missing character. The second is two lone points in the corners of its box: readers leave out
// text whose box is empty.
func blank() []byte {
	const glyphs = 2
	be := binary.BigEndian
	words := func(all ...int) []byte {
		var b []byte
		for _, v := range all {
			b = be.AppendUint16(b, uint16(v))
		}
		return b
	}
	tables := []struct {
		tag  string
		data []byte
	}{
		{"cmap", words(0, 1, 3, 1, 0, 12, 4, 24, 0, 2, 2, 0, 0, 0xFFFF, 0, 0xFFFF, 1, 0)},
		// Two outlines of one point each, their box and last points, no instructions, both on the curve.
		{"glyf", words(2, 0, descent, advance, ascent, 0, 1, 0, 0x0101, 0, advance, descent, ascent-descent, 0)},
		// Version 1.0, revision 1.0, checksum, magic, flags, 1000 units, two dates, box, style, size, direction, loca format.
		{"head", words(1, 0, 1, 0, 0, 0, 0x5F0F, 0x3CF5, 3, 1000, 0, 0, 0, 0, 0, 0, 0, 0, 0, descent, advance, ascent, 0, 8, 2, 0, 0)},
		{"hhea", words(1, 0, ascent, descent, 0, advance, 0, 0, advance, 1, 0, 0, 0, 0, 0, 0, 0, glyphs)},
		{"hmtx", words(advance, 0, advance, 0)},
		{"loca", words(0, 0, 14)},
		{"maxp", words(1, 0, glyphs, 2, 2, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)},
		{"name", words(0, 0, 6)},
		{"post", words(3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)},
	}
	sum := func(b []byte) (total uint32) {
		for chunk := range slices.Chunk(b, 4) {
			total += be.Uint32(append(slices.Clone(chunk), 0, 0, 0))
		}
		return total
	}
	out := words(1, 0, len(tables), 128, 3, len(tables)*16-128)
	at := len(out) + 16*len(tables)
	var body []byte
	head := 0
	for _, t := range tables {
		if t.tag == "head" {
			head = at + len(body)
		}
		out = append(out, t.tag...)
		out = be.AppendUint32(out, sum(t.data))
		out = be.AppendUint32(out, uint32(at+len(body)))
		out = be.AppendUint32(out, uint32(len(t.data)))
		body = append(body, t.data...)
		for len(body)%4 != 0 {
			body = append(body, 0)
		}
	}
	out = append(out, body...)
	be.PutUint32(out[head+8:], 0xB1B0AFBA-sum(out))
	return out
}
