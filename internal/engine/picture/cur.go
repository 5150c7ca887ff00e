package picture

import (
	"encoding/binary"
	"io"
)

// readCursor reads the largest picture of a cursor or icon file, which is a PNG file or a bitmap inside.
func readCursor(s source) ([]header, error) {
	const head, entry, most = 6, 16, 256
	list := make([]byte, head+entry*most)
	n, err := s.ReadAt(list, 0)
	if n < head+entry {
		return nil, damaged(err, "its header is cut off")
	}
	count := min(int(binary.LittleEndian.Uint16(list[4:])), (n-head)/entry)
	best, area := -1, 0
	for i := range count {
		e := list[head+i*entry:]
		// A zero stands for 256.
		if a := (int(e[0]-1) + 1) * (int(e[1]-1) + 1); a > area {
			best, area = i, a
		}
	}
	if best < 0 {
		return nil, corrupt("it holds no picture")
	}
	start := int64(binary.LittleEndian.Uint32(list[head+best*entry+12:]))
	if start >= s.size {
		return nil, corrupt("its picture lies behind the end of the file")
	}
	inside := source{s.from(start), s.size - start}
	magic := make([]byte, len(pngMagic))
	if _, err := inside.ReadAt(magic, 0); err == nil && string(magic) == pngMagic {
		return readPNG(inside)
	}
	d, err := readDIB(inside, 0)
	if err != nil {
		return nil, err
	}
	// The height counts the mask too. The fourth byte of a pixel is its transparency, unless all are zero.
	d.size[1] /= 2
	d.cursor = true
	if d.bits == 32 && d.packing == dibRaw {
		d.masks[3] = 0xFF000000
	}
	return single(&frame{size: d.size, decode: d.decode}, nil)
}

// cut makes white what the mask behind the pixels says is transparent.
func (d *dib) cut(b *bitmap) {
	r := d.from(d.pixels + d.stride(d.bits)*int64(d.size[1]))
	line := make([]byte, d.stride(1))
	for i := range b.height {
		if _, err := io.ReadFull(r, line); err != nil {
			return
		}
		row := b.row(d.place(i))
		for x := range b.width {
			if line[x/8]>>(7-x%8)&1 != 0 {
				white(row[x*b.bytes() : (x+1)*b.bytes()])
			}
		}
	}
}
