package picture

import (
	"bufio"
	"encoding/binary"
	"io"
)

// pcxFile is one PCX picture: rows of planes of bits, run-length packed.
type pcxFile struct {
	source
	head   []byte
	size   [2]int
	bits   int
	planes int
	stride int
}

func readPCX(s source) ([]header, error) { return single(pcxFrame(s)) }

// readDCX reads a list of up to 1,023 PCX pictures. One that is damaged fails alone.
func readDCX(s source) ([]header, error) {
	const most = 1023
	list := make([]byte, 4*(most+2))
	n, err := s.ReadAt(list, 0)
	if n < 8 {
		return nil, damaged(err, "its header is cut off")
	}
	var pages []header
	for i := 4; i+4 <= n && len(pages) < most; i += 4 {
		start := int64(binary.LittleEndian.Uint32(list[i:]))
		if start == 0 {
			break
		}
		pages = append(pages, func() (*frame, error) {
			if start >= s.size {
				return nil, corrupt("the page lies behind the end of the file")
			}
			end := s.size
			for j := 4; j+4 <= n; j += 4 { // up to the next picture, wherever that stands in the list
				if other := int64(binary.LittleEndian.Uint32(list[j:])); other > start {
					end = min(end, other)
				} else if other == 0 {
					break
				}
			}
			return pcxFrame(source{io.NewSectionReader(s, start, end-start), end - start})
		})
	}
	if len(pages) == 0 {
		return nil, corrupt("it holds no page")
	}
	return pages, nil
}

func pcxFrame(s source) (*frame, error) {
	p := &pcxFile{source: s, head: make([]byte, 128)}
	if n, err := s.ReadAt(p.head, 0); n < len(p.head) {
		return nil, damaged(err, "its header is cut off")
	}
	word := func(i int) int { return int(binary.LittleEndian.Uint16(p.head[i:])) }
	if p.head[0] != 0x0A {
		return nil, corrupt("it does not begin as a PCX file")
	}
	p.size = [2]int{max(word(8)-word(4)+1, 0), max(word(10)-word(6)+1, 0)}
	p.bits, p.planes, p.stride = int(p.head[3]), int(p.head[65]), word(66)
	switch [2]int{p.bits, p.planes} {
	case [2]int{1, 1}, [2]int{1, 2}, [2]int{1, 3}, [2]int{1, 4}, [2]int{2, 1}, [2]int{4, 1}, [2]int{8, 1}, [2]int{8, 3}, [2]int{8, 4}:
	default:
		return nil, unsupported("PCX files with %d planes of %d bits are not supported", p.planes, p.bits)
	}
	if p.stride*8 < p.size[0]*p.bits {
		return nil, corrupt("its rows are shorter than the picture")
	}
	return &frame{size: p.size, said: [2]float64{float64(word(12)), float64(word(14))}, decode: p.decode}, nil
}

func (p *pcxFile) decode() (*bitmap, error) {
	colours := p.palette()
	colour := p.bits == 8 && p.planes >= 3
	count := min(1<<(p.bits*p.planes), 256)
	b := newBitmap(p.size[0], p.size[1], !colour && colours.grey(count))
	r := &pcxRuns{from: bufio.NewReader(p.from(128)), plain: p.head[2] == 0}
	line, indexes := make([]byte, p.stride*p.planes), make([]byte, b.width)
	for y := range b.height {
		if _, err := io.ReadFull(r, line); err != nil {
			if y == 0 {
				return nil, damaged(err, "its data is damaged")
			}
			b.keepRows(y)
			break
		}
		if colour {
			row := b.row(y)
			for x := range b.width {
				putRGBA(row[4*x:], line[x], line[p.stride+x], line[2*p.stride+x], 255)
			}
			continue
		}
		p.join(line, indexes)
		colours.put(b, y, indexes)
	}
	return b, nil
}

// join makes indexes of a palette from the bits of all planes, the first plane lowest.
func (p *pcxFile) join(line, indexes []byte) {
	for x := range indexes {
		v, at := 0, x*p.bits
		for plane := range p.planes {
			part := line[plane*p.stride+at/8] >> (8 - p.bits - at%8) & byte(1<<p.bits-1)
			v |= int(part) << (plane * p.bits)
		}
		indexes[x] = byte(v)
	}
}

// palette is at the end of the file for 256 colours, else in the header.
func (p *pcxFile) palette() *palette {
	const mark, size = 0x0C, 3 * 256
	var colours palette
	from, n := p.head[16:], 16
	tail := make([]byte, size+1)
	switch {
	case p.bits*p.planes == 1:
		from, n = []byte{0, 0, 0, 255, 255, 255}, 2
	case p.bits == 8:
		n = 256
		if got, _ := p.ReadAt(tail, p.source.size-int64(len(tail))); got == len(tail) && tail[0] == mark {
			from = tail[1:]
			break
		}
		from = nil
		for i := range 256 {
			from = append(from, byte(i), byte(i), byte(i))
		}
	}
	for i := range n {
		putRGBA(colours[i][:], from[3*i], from[3*i+1], from[3*i+2], 255)
	}
	return &colours
}

// pcxRuns unpacks runs: a byte with both high bits set says how often the next one stands there.
type pcxRuns struct {
	from  *bufio.Reader
	plain bool
	left  int
	value byte
}

func (r *pcxRuns) Read(p []byte) (int, error) {
	for i := range p {
		for r.left == 0 {
			b, err := r.from.ReadByte()
			if err != nil {
				return i, err
			}
			r.left, r.value = 1, b
			if !r.plain && b >= 0xC0 {
				r.left = int(b & 0x3F)
				if r.value, err = r.from.ReadByte(); err != nil {
					r.left = 0
					return i, err
				}
			}
		}
		p[i] = r.value
		r.left--
	}
	return len(p), nil
}
