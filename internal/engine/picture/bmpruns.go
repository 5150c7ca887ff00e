package picture

import (
	"bufio"
	"fmt"
)

// missed says that only the first rows of the file were read; most bitmaps begin with the lowest row.
func (d *dib) missed(b *bitmap, rows int) {
	b.damage = fmt.Sprintf("the image data is damaged: %d of %d rows could be read", rows, b.height)
}

// runs reads pixels that are packed as runs, with jumps over what keeps the first colour.
func (d *dib) runs() (*bitmap, error) {
	b := newBitmap(d.size[0], d.size[1], d.colours.grey(d.count))
	r := bufio.NewReader(d.from(d.pixels))
	line, y := make([]byte, d.size[0]), 0
	flush := func(upTo int) {
		for ; y < min(upTo, b.height); y++ {
			d.colours.put(b, d.place(y), line)
			clear(line)
		}
	}
	for x := 0; y < b.height; {
		pair, err := two(r)
		if err != nil {
			if y == 0 && x == 0 {
				return nil, damaged(err, "its data is damaged")
			}
			rows := y
			flush(y + 1)
			d.missed(b, rows)
			return b, nil
		}
		switch n, v := int(pair[0]), pair[1]; {
		case n > 0:
			x = d.fill(line, x, n, func(int) byte { return v })
		case v == 0:
			flush(y + 1)
			x = 0
		case v == 1:
			flush(b.height)
		case v == 2:
			jump, err := two(r)
			if err != nil {
				continue // the next read fails in the same way
			}
			x += int(jump[0])
			flush(y + int(jump[1]))
		default:
			size := (int(v)*d.bits + 7) / 8
			plain := make([]byte, (size+1)&^1)
			for i := range plain {
				if plain[i], err = r.ReadByte(); err != nil {
					break
				}
			}
			x = d.literal(line, x, int(v), plain)
		}
	}
	return b, nil
}

func two(r *bufio.Reader) (p [2]byte, err error) {
	for i := range p {
		if p[i], err = r.ReadByte(); err != nil {
			return p, err
		}
	}
	return p, nil
}

// fill writes n pixels of the bytes that from gives, and returns the place behind them.
func (d *dib) fill(line []byte, x, n int, from func(int) byte) int {
	for i := 0; i < n && x < len(line); i, x = i+1, x+1 {
		if d.bits == 8 {
			line[x] = from(i)
		} else {
			line[x] = from(i/2) >> (4 * (1 - i&1)) & 15
		}
	}
	return x
}

func (d *dib) literal(line []byte, x, n int, plain []byte) int {
	return d.fill(line, x, n, func(i int) byte { return plain[i] })
}
