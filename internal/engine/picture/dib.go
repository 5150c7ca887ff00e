package picture

import (
	"io"
	"math/bits"
)

func (d *dib) decode() (*bitmap, error) {
	if d.packing == dibRuns4 || d.packing == dibRuns8 {
		return d.runs()
	}
	b, opaque, err := d.rows(d.masks[3])
	if err == nil && !opaque && d.masks[3] != 0 { // written by programs that leave the fourth byte zero
		b, _, err = d.rows(0)
	}
	if err == nil && d.cursor {
		d.cut(b)
	}
	return b, err
}

// stride is the length of a row in bytes.
func (d *dib) stride(bits int) int64 { return int64((d.size[0]*bits + 31) / 32 * 4) }

// place is the row of the picture that row i of the file is.
func (d *dib) place(i int) int {
	if d.topDown {
		return i
	}
	return d.size[1] - 1 - i
}

// rows reads unpacked pixels. It tells whether any of them is to be seen.
func (d *dib) rows(alpha uint32) (*bitmap, bool, error) {
	b := newBitmap(d.size[0], d.size[1], d.bits <= 8 && d.colours.grey(d.count))
	line, indexes := make([]byte, d.stride(d.bits)), make([]byte, d.size[0])
	r, seen := d.from(d.pixels), false
	for i := range b.height {
		if _, err := io.ReadFull(r, line); err != nil {
			if i == 0 {
				return nil, false, damaged(err, "its data is damaged")
			}
			d.missed(b, i)
			break
		}
		if d.bits > 8 {
			seen = d.line(b.row(d.place(i)), line, alpha) || seen
			continue
		}
		for x := range indexes {
			at := x * d.bits
			indexes[x] = line[at/8] >> (8 - d.bits - at%8) & byte(1<<d.bits-1)
		}
		d.colours.put(b, d.place(i), indexes)
	}
	return b, seen, nil
}

// line paints pixels of 16, 24 or 32 bits.
func (d *dib) line(row, line []byte, alpha uint32) bool {
	seen, step := false, d.bits/8
	for ; len(row) > 0; row, line = row[4:], line[step:] {
		v := uint32(line[0]) | uint32(line[1])<<8
		if step > 2 {
			v |= uint32(line[2]) << 16
		}
		if step > 3 {
			v |= uint32(line[3]) << 24
		}
		a := byte(255)
		if alpha != 0 {
			a = channel(v, alpha)
		}
		seen = seen || a != 0
		putRGBA(row, channel(v, d.masks[0]), channel(v, d.masks[1]), channel(v, d.masks[2]), a)
	}
	return seen
}

// channel is the value under a mask, scaled to 0–255.
func channel(v, mask uint32) byte {
	if mask == 0 {
		return 0
	}
	shift := bits.TrailingZeros32(mask)
	return byte((uint64(v&mask) >> shift) * 255 / uint64(mask>>shift))
}
