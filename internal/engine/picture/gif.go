package picture

import (
	"bufio"
	"compress/lzw"
	"io"
)

// gifFrame is the first picture of a GIF file and its place on the screen.
type gifFrame struct {
	screen      [2]int
	at, size    [2]int
	interlaced  bool
	colours     palette
	count       int // of colours
	transparent int // an index, -1 for none
	data        int64
}

func readGIF(s source) ([]header, error) {
	g := &gifFrame{transparent: -1}
	r := &offsetReader{from: bufio.NewReader(s.from(0))}
	if err := g.scan(r); err != nil {
		return nil, err
	}
	g.data = r.at
	return single(&frame{size: g.screen, decode: func() (*bitmap, error) { return g.decode(s) }}, nil)
}

// offsetReader knows how far it has read.
type offsetReader struct {
	from *bufio.Reader
	at   int64
}

func (r *offsetReader) next(n int) ([]byte, error) {
	b := make([]byte, n)
	got, err := io.ReadFull(r.from, b)
	r.at += int64(got)
	if err != nil {
		return nil, damaged(err, "the file ends before the first pixel")
	}
	return b, nil
}

// scan reads up to the data of the first picture.
func (g *gifFrame) scan(r *offsetReader) error {
	b, err := r.next(13)
	if err != nil {
		return err
	}
	g.screen = [2]int{int(b[6]) | int(b[7])<<8, int(b[8]) | int(b[9])<<8}
	if err := g.palette(r, b[10]); err != nil {
		return err
	}
	for {
		if b, err = r.next(1); err != nil {
			return err
		}
		switch b[0] {
		case '!':
			err = g.extension(r)
		case ',':
			return g.descriptor(r)
		case ';':
			return corrupt("it holds no picture")
		}
		if err != nil {
			return err
		}
	}
}

func (g *gifFrame) palette(r *offsetReader, flags byte) error {
	if flags&0x80 == 0 {
		return nil
	}
	g.count = 2 << (flags & 7)
	b, err := r.next(3 * g.count)
	if err != nil {
		return err
	}
	for i := range g.count {
		putRGBA(g.colours[i][:], b[3*i], b[3*i+1], b[3*i+2], 255)
	}
	return nil
}

// extension reads a block of which only the transparent colour matters.
func (g *gifFrame) extension(r *offsetReader) error {
	const control = 0xF9
	label, err := r.next(1)
	if err != nil {
		return err
	}
	for {
		n, err := r.next(1)
		if err != nil || n[0] == 0 {
			return err
		}
		b, err := r.next(int(n[0]))
		if err != nil {
			return err
		}
		if label[0] == control && len(b) >= 4 && b[0]&1 != 0 {
			g.transparent = int(b[3])
		}
	}
}

func (g *gifFrame) descriptor(r *offsetReader) error {
	b, err := r.next(9)
	if err != nil {
		return err
	}
	word := func(i int) int { return int(b[i]) | int(b[i+1])<<8 }
	g.at, g.size = [2]int{word(0), word(2)}, [2]int{word(4), word(6)}
	g.interlaced = b[8]&0x40 != 0
	for i := range 2 { // a picture that leaves the screen widens it
		g.screen[i] = max(g.screen[i], g.at[i]+g.size[i])
	}
	if err := g.palette(r, b[8]); err != nil {
		return err
	}
	if g.count == 0 { // black and white is what programs agree on without a palette
		g.count = 256
		for i := range g.colours {
			putRGBA(g.colours[i][:], byte(min(i, 1)*255), byte(min(i, 1)*255), byte(min(i, 1)*255), 255)
		}
	}
	return nil
}

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
