package picture

import (
	"bufio"
	"io"
	"math"
)

// pnmFile is a file of the netpbm family: P1 to P3 in digits, P4 to P6 in bytes; bits, greys and colours.
type pnmFile struct {
	digits  bool
	kind    int // 1 bits, 2 greys, 3 colours
	size    [2]int
	highest int
	data    int64
}

func readPNM(s source) ([]header, error) {
	r := &offsetReader{from: bufio.NewReader(s.from(0))}
	magic, err := r.next(2)
	if err != nil {
		return nil, err
	}
	if magic[0] != 'P' || magic[1] < '1' || magic[1] > '6' {
		return nil, unsupported("netpbm files of kind %q are not supported", magic)
	}
	p := &pnmFile{digits: magic[1] < '4', kind: int(magic[1]-'1')%3 + 1, highest: 1}
	numbers := []*int{&p.size[0], &p.size[1], &p.highest}
	if p.kind == 1 {
		numbers = numbers[:2]
	}
	for _, n := range numbers {
		if *n, err = r.number(math.MaxInt32); err != nil {
			return nil, err
		}
	}
	if p.highest < 1 || p.highest > math.MaxUint16 {
		return nil, corrupt("its brightest value is %d", p.highest)
	}
	p.data = r.at
	return single(&frame{size: p.size, decode: func() (*bitmap, error) { return p.decode(s) }}, nil)
}

// number reads a decimal number behind spaces and comments, and the one byte that ends it. It stops at a limit.
func (r *offsetReader) number(limit int) (int, error) {
	n, begun := 0, false
	for {
		b, err := r.from.ReadByte()
		if err != nil {
			if begun {
				return n, nil
			}
			return 0, damaged(err, "the file ends before the last pixel")
		}
		r.at++
		switch {
		case b >= '0' && b <= '9':
			n, begun = min(n*10+int(b-'0'), limit), true
		case b == '#' && !begun:
			for b != '\n' && err == nil {
				b, err = r.from.ReadByte()
				r.at++
			}
		case b != ' ' && (b < '\t' || b > '\r'):
			return 0, corrupt("it holds %q where a number belongs", b)
		case begun:
			return n, nil
		}
	}
}

func (p *pnmFile) decode(s source) (*bitmap, error) {
	r := &offsetReader{from: bufio.NewReader(s.from(p.data))}
	b := newBitmap(p.size[0], p.size[1], p.kind != 3)
	samples := make([]byte, p.size[0]*max(p.kind*2-3, 1))
	for y := range b.height {
		if err := p.line(r, samples); err != nil {
			if y == 0 {
				return nil, damaged(err, "its data is damaged")
			}
			b.keepRows(y)
			break
		}
		row := b.row(y)
		if b.grey {
			copy(row, samples)
			continue
		}
		for x := range b.width {
			putRGBA(row[4*x:], samples[3*x], samples[3*x+1], samples[3*x+2], 255)
		}
	}
	return b, nil
}

// line reads the samples of a row, scaled to 0–255.
func (p *pnmFile) line(r *offsetReader, samples []byte) error {
	scale := func(v int) byte { return byte((min(v, p.highest)*255 + p.highest/2) / p.highest) }
	switch {
	case p.digits && p.kind == 1:
		return r.bits(samples)
	case p.digits:
		for i := range samples {
			v, err := r.number(math.MaxUint16)
			if err != nil {
				return err
			}
			samples[i] = scale(v)
		}
	case p.kind == 1:
		packed, err := r.next((len(samples) + 7) / 8)
		if err != nil {
			return err
		}
		for i := range samples {
			samples[i] = 255 * (^packed[i/8] >> (7 - i%8) & 1)
		}
	case p.highest > 255:
		wide, err := r.next(2 * len(samples))
		if err != nil {
			return err
		}
		for i := range samples {
			samples[i] = scale(int(wide[2*i])<<8 | int(wide[2*i+1]))
		}
	default:
		if _, err := io.ReadFull(r.from, samples); err != nil {
			return err
		}
		if p.highest < 255 {
			for i, v := range samples {
				samples[i] = scale(int(v))
			}
		}
	}
	return nil
}

// bits reads digits that need no space between them; 1 is black.
func (r *offsetReader) bits(samples []byte) error {
	for i := range samples {
		for {
			b, err := r.from.ReadByte()
			if err != nil {
				return err
			}
			if b == '0' || b == '1' {
				samples[i] = 255 * ('1' - b)
				break
			}
		}
	}
	return nil
}
