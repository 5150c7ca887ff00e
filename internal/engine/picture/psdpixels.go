package picture

import (
	"bufio"
	"encoding/binary"
	"io"
)

// decode reads the channels, which stand one after the other, into place.
func (p *psdFile) decode(need int) (*bitmap, error) {
	planes, err := p.planes(need)
	if err != nil {
		return nil, err
	}
	grey := p.mode == psdBits || p.mode == psdGrey || p.mode == psdDuotone || p.mode == psdIndexed && p.colours.grey(256)
	b := newBitmap(p.size[0], p.size[1], grey)
	stride := (p.size[0]*p.depth + 7) / 8
	lines := make([][]byte, need)
	for i := range lines {
		lines[i] = make([]byte, stride)
	}
	for y := range b.height {
		for i, r := range planes {
			if _, err := io.ReadFull(r, lines[i]); err != nil {
				if y == 0 {
					return nil, damaged(err, "its data is damaged")
				}
				b.keepRows(y)
				return b, nil
			}
		}
		p.paint(b, y, lines)
	}
	return b, nil
}

// planes opens the first channels, each read at its own place.
func (p *psdFile) planes(need int) ([]io.Reader, error) {
	const raw, runs = 0, 1
	b := make([]byte, 2)
	if _, err := p.ReadAt(b, p.pixels); err != nil {
		return nil, damaged(err, "the flattened picture is missing")
	}
	out := make([]io.Reader, need)
	at := p.pixels + 2
	switch binary.BigEndian.Uint16(b) {
	case raw:
		for i := range out {
			out[i] = bufio.NewReader(p.from(at))
			at += int64((p.size[0]*p.depth+7)/8) * int64(p.size[1])
		}
	case runs:
		wide := 2
		if p.large {
			wide = 4
		}
		// The lengths of all rows come first.
		table := bufio.NewReader(p.from(at))
		at += int64(p.channels) * int64(p.size[1]) * int64(wide)
		length := make([]byte, 4)
		for i := range out {
			out[i] = &packBits{from: bufio.NewReader(p.from(at))}
			for range p.size[1] {
				if _, err := io.ReadFull(table, length[4-wide:]); err != nil {
					return nil, damaged(err, "its data is cut off")
				}
				at += int64(binary.BigEndian.Uint32(length))
			}
		}
	default:
		return nil, unsupported("PSD files with this compression are not supported")
	}
	return out, nil
}

func (p *psdFile) paint(b *bitmap, y int, lines [][]byte) {
	step := max(p.depth/8, 1) // the higher byte of 16 bits comes first
	row := b.row(y)
	switch {
	case p.mode == psdBits:
		for x := range b.width {
			row[x] = 255 * (^lines[0][x/8] >> (7 - x%8) & 1)
		}
	case p.mode == psdIndexed:
		p.colours.put(b, y, lines[0])
	case b.grey:
		for x := range b.width {
			row[x] = lines[0][x*step]
		}
	case p.mode == psdCMYK: // stored inverted
		for x := range b.width {
			i := x * step
			putCMYK(row[4*x:], ^lines[0][i], ^lines[1][i], ^lines[2][i], ^lines[3][i])
		}
	default:
		for x := range b.width {
			i := x * step
			putRGBA(row[4*x:], lines[0][i], lines[1][i], lines[2][i], 255)
		}
	}
}
