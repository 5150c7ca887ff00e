package picture

import (
	"bufio"
	"encoding/binary"
	"io"
)

// readFTEX reads textures of Independence War 2: plain RGB, or blocks of 4×4 pixels.
func readFTEX(s source) ([]header, error) {
	const head, blocks, plain = 32, 0, 1
	b := make([]byte, head)
	if n, err := s.ReadAt(b, 0); n < head || string(b[:4]) != "FTEX" {
		return nil, damaged(err, "its header is cut off")
	}
	long := func(i int) int { return int(binary.LittleEndian.Uint32(b[i:])) }
	f := &frame{size: [2]int{long(8), long(12)}}
	at := int64(long(28)) + 4 // behind the length of the first, largest picture
	switch long(24) {
	case plain:
		f.decode = func() (*bitmap, error) { return rawRGB(s, at, f.size) }
	case blocks:
		f.decode = func() (*bitmap, error) { return textureBlocks(s, at, f.size) }
	default:
		return nil, unsupported("FTEX files of kind %d are not supported", long(24))
	}
	return single(f, nil)
}

// textureBlocks reads 4×4 blocks of two colours of 16 bits and the mixtures between them.
func textureBlocks(s source, at int64, size [2]int) (*bitmap, error) {
	b := newBitmap(size[0], size[1], false)
	r := bufio.NewReader(s.from(at))
	var block [8]byte
	for y := 0; y < b.height; y += 4 {
		for x := 0; x < b.width; x += 4 {
			if _, err := io.ReadFull(r, block[:]); err != nil {
				if y == 0 {
					return nil, damaged(err, "its data is damaged")
				}
				b.keepRows(y)
				return b, nil
			}
			colours := blockColours(block)
			choices := binary.LittleEndian.Uint32(block[4:])
			for i := range 16 {
				if px, py := x+i%4, y+i/4; px < b.width && py < b.height {
					copy(b.row(py)[4*px:], colours[choices>>(2*i)&3][:])
				}
			}
		}
	}
	return b, nil
}

func blockColours(block [8]byte) (c [4][4]byte) {
	ends := [2]uint16{binary.LittleEndian.Uint16(block[:]), binary.LittleEndian.Uint16(block[2:])}
	for i, v := range ends {
		r, g, b := uint32(v>>11), uint32(v>>5&63), uint32(v&31)
		putRGBA(c[i][:], byte(r*255/31), byte(g*255/63), byte(b*255/31), 255)
	}
	for i := range 3 {
		first, second := int(c[0][i]), int(c[1][i])
		if ends[0] > ends[1] {
			c[2][i], c[3][i] = byte((2*first+second)/3), byte((first+2*second)/3)
		} else {
			c[2][i], c[3][i] = byte((first+second)/2), 255 // the fourth is transparent
		}
	}
	c[2][3], c[3][3] = 255, 255
	return c
}
