package picture

import (
	"bufio"
	"encoding/binary"
	"io"
)

// readPixar reads uncompressed pictures of Pixar image computers.
func readPixar(s source) ([]header, error) {
	const head, pixels = 512, 1024
	b := make([]byte, head)
	if n, err := s.ReadAt(b, 0); n < head || string(b[:4]) != "\x80\xe8\x00\x00" {
		return nil, damaged(err, "its header is cut off")
	}
	word := func(i int) int { return int(binary.LittleEndian.Uint16(b[i:])) }
	if word(424) != 14 || word(426) != 2 {
		return nil, unsupported("Pixar files other than plain RGB are not supported")
	}
	f := &frame{size: [2]int{word(418), word(416)}}
	f.decode = func() (*bitmap, error) { return rawRGB(s, pixels, f.size) }
	return single(f, nil)
}

// rawRGB reads three bytes a pixel from an offset on.
func rawRGB(s source, at int64, size [2]int) (*bitmap, error) {
	b := newBitmap(size[0], size[1], false)
	r, line := bufio.NewReader(s.from(at)), make([]byte, 3*b.width)
	for y := range b.height {
		if _, err := io.ReadFull(r, line); err != nil {
			if y == 0 {
				return nil, damaged(err, "its data is damaged")
			}
			b.keepRows(y)
			break
		}
		row := b.row(y)
		for x := range b.width {
			putRGBA(row[4*x:], line[3*x], line[3*x+1], line[3*x+2], 255)
		}
	}
	return b, nil
}
