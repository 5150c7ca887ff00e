package picture

import (
	"bufio"
	"compress/lzw"
	"io"
)

func (g *gifFrame) decode(s source) (*bitmap, error) {
	if g.transparent >= 0 {
		putRGBA(g.colours[g.transparent][:], 0, 0, 0, 0)
	}
	r := bufio.NewReader(s.from(g.data))
	bits, err := r.ReadByte()
	if err != nil || bits < 1 || bits > 8 {
		return nil, damaged(err, "the file ends before the first pixel")
	}
	grey := g.colours.grey(g.count) && g.colours.grey(g.transparent+1)
	b := newBitmap(g.screen[0], g.screen[1], grey)
	pixels := lzw.NewReader(&gifBlocks{from: r}, lzw.LSB, int(bits))
	line := make([]byte, g.size[0])
	row := &bitmap{pix: make([]byte, g.size[0]*b.bytes()), width: g.size[0], height: 1, grey: grey}
	for i, y := range g.lines() {
		if _, err := io.ReadFull(pixels, line); err != nil {
			if i == 0 {
				return nil, damaged(err, "its data is damaged")
			}
			if !g.interlaced {
				b.keepRows(g.at[1] + i)
			} else {
				b.damage = "the image data is damaged: a part of the detail could not be read"
			}
			break
		}
		g.colours.put(row, 0, line)
		copy(b.row(g.at[1] + y)[g.at[0]*b.bytes():], row.pix)
	}
	return b, nil
}

// lines are the rows of the picture in the order of the file.
func (g *gifFrame) lines() []int {
	var out []int
	passes := [][2]int{{0, 1}}
	if g.interlaced {
		passes = [][2]int{{0, 8}, {4, 8}, {2, 4}, {1, 2}}
	}
	for _, p := range passes {
		for y := p[0]; y < g.size[1]; y += p[1] {
			out = append(out, y)
		}
	}
	return out
}

// gifBlocks joins data that comes in blocks of up to 255 bytes.
type gifBlocks struct {
	from *bufio.Reader
	left int
}

func (r *gifBlocks) Read(p []byte) (int, error) {
	b, err := r.ReadByte()
	if err != nil || len(p) == 0 {
		return 0, err
	}
	p[0] = b
	return 1, nil
}

func (r *gifBlocks) ReadByte() (byte, error) {
	if r.left == 0 {
		n, err := r.from.ReadByte()
		if err != nil {
			return 0, err
		}
		if n == 0 {
			return 0, io.EOF
		}
		r.left = int(n)
	}
	r.left--
	return r.from.ReadByte()
}
