package picture

import (
	"bufio"
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
