package picture

import (
	"encoding/binary"
	"fmt"
	"io"
)

// decode reads the picture chunk by chunk. Chunks that are cut off or damaged stay white from there on; when nothing
// could be read, it fails.
func (p *tiffPage) decode() (*bitmap, error) {
	if p.compression == tiffJPEG || p.compression == tiffOldJPEG {
		return p.decodeJPEG()
	}
	paint, grey, err := p.painter()
	if err != nil {
		return nil, err
	}
	b := newBitmap(p.size[0], p.size[1], grey)
	return b, p.each(b, func(i, x, y int) (int, error) { return p.rows(b, i, x, y, paint) })
}

// each reads every chunk with read, which gets its number and its place and tells how many rows it got, and sums up
// what was missed.
func (p *tiffPage) each(b *bitmap, read func(i, x, y int) (int, error)) error {
	missed, got := 0, 0
	var first error
	for i := range p.grid[0] * p.grid[1] {
		x, y := i%p.grid[0]*p.chunk[0], i/p.grid[0]*p.chunk[1]
		rows, err := read(i, x, y)
		got += rows
		if err != nil {
			if missed++; first == nil {
				first = err
			}
		}
	}
	switch {
	case missed == 0:
	case got == 0:
		return damaged(first, "the data of the page is damaged")
	case p.grid[0]*p.grid[1] == 1:
		b.keepRows(got)
	default:
		b.damage = fmt.Sprintf("the image data is damaged: %d of %d parts could not be read whole", missed, p.grid[0]*p.grid[1])
	}
	return nil
}

// rows reads chunk i into the picture at x, y, and tells how many rows it got.
func (p *tiffPage) rows(b *bitmap, i, x, y int, paint func(to, samples []byte)) (int, error) {
	parts := make([]io.Reader, p.planes)
	for plane := range parts {
		var err error
		if parts[plane], err = p.unpack(i + plane*p.grid[0]*p.grid[1]); err != nil {
			return 0, err
		}
	}
	each := p.samples / p.planes // samples of a pixel in one part
	packed := make([]byte, (p.chunk[0]*each*p.bits+7)/8)
	samples := make([]byte, p.chunk[0]*p.samples)
	width, height := min(p.chunk[0], b.width-x), min(p.chunk[1], b.height-y)
	for row := range height {
		for plane, part := range parts {
			if _, err := io.ReadFull(part, packed); err != nil {
				return row, err
			}
			p.undo(packed, each)
			p.spread(samples[plane:], packed, p.planes, p.chunk[0]*each)
		}
		paint(b.row(y + row)[x*b.bytes():(x+width)*b.bytes()], samples)
	}
	return height, nil
}

// spread turns n packed samples into bytes, every step-th of them. Indexes of a palette keep their value, all others
// are scaled to 0–255.
func (p *tiffPage) spread(to, packed []byte, step, n int) {
	switch {
	case p.bits == 8 && step == 1:
		copy(to, packed[:n])
	case p.bits == 8:
		for i, v := range packed[:n] {
			to[i*step] = v
		}
	case p.bits == 16 || p.bits == 32:
		wide, high := p.bits/8, 0
		if p.file.order == binary.LittleEndian {
			high = wide - 1
		}
		for i := range n {
			to[i*step] = packed[i*wide+high]
		}
	default:
		full := 1<<p.bits - 1
		hold, have, at := 0, 0, 0
		for i := range n {
			for have < p.bits {
				hold, have = hold<<8|int(packed[at]), have+8
				at++
			}
			have -= p.bits
			v := hold >> have & full
			hold &= 1<<have - 1
			if p.photometric != tiffPalette {
				v = v * 255 / full
			}
			to[i*step] = byte(v)
		}
	}
}
