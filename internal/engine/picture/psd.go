package picture

import "encoding/binary"

// The colours of a PSD file.
const (
	psdBits    = 0
	psdGrey    = 1
	psdIndexed = 2
	psdRGB     = 3
	psdCMYK    = 4
	psdDuotone = 8
)

// psdFile is a Photoshop file, of which the flattened picture is read.
type psdFile struct {
	source
	size     [2]int
	large    bool // the variant for large documents, with wider numbers
	channels int
	depth    int
	mode     int
	colours  palette
	said     [2]float64
	pixels   int64
}

func readPSD(s source) ([]header, error) {
	const head = 26
	b := make([]byte, head)
	if n, err := s.ReadAt(b, 0); n < head || string(b[:4]) != "8BPS" {
		return nil, damaged(err, "its header is cut off")
	}
	word := func(i int) int { return int(binary.BigEndian.Uint16(b[i:])) }
	p := &psdFile{source: s, large: word(4) == 2, channels: word(12), depth: word(22), mode: word(24)}
	p.size = [2]int{int(binary.BigEndian.Uint32(b[18:])), int(binary.BigEndian.Uint32(b[14:]))}
	need, ok := map[int]int{psdBits: 1, psdGrey: 1, psdIndexed: 1, psdRGB: 3, psdCMYK: 4, psdDuotone: 1}[p.mode]
	if depths := p.depth == 8 || p.depth == 16 || p.depth == 1 && p.mode == psdBits; !ok || !depths {
		return nil, unsupported("PSD files with colours of kind %d and %d bits are not supported", p.mode, p.depth)
	}
	if p.channels < need {
		return nil, corrupt("its colours are incomplete")
	}
	if err := p.sections(head); err != nil {
		return nil, err
	}
	return single(&frame{size: p.size, said: p.said, decode: func() (*bitmap, error) { return p.decode(need) }}, nil)
}

// sections passes over the palette, the resources and the layers.
func (p *psdFile) sections(at int64) error {
	for i := range 3 {
		wide := int64(4)
		if i == 2 && p.large {
			wide = 8
		}
		b := make([]byte, 8)
		if _, err := p.ReadAt(b[8-wide:], at); err != nil {
			return damaged(err, "its header is cut off")
		}
		n := int64(binary.BigEndian.Uint64(b))
		at += wide
		if n < 0 || n > p.source.size-at {
			return corrupt("the flattened picture is missing")
		}
		switch i {
		case 0:
			p.palette(at, n)
		case 1:
			p.resources(at, at+n)
		}
		at += n
	}
	p.pixels = at
	return nil
}

func (p *psdFile) palette(at, n int64) {
	b := make([]byte, 3*256)
	if p.mode != psdIndexed || n < int64(len(b)) {
		return
	}
	if _, err := p.ReadAt(b, at); err == nil {
		for i := range p.colours {
			putRGBA(p.colours[i][:], b[i], b[256+i], b[512+i], 255)
		}
	}
}

// resources looks for the resolution.
func (p *psdFile) resources(at, end int64) {
	const resolution, most = 1005, 1000
	for range most {
		b := make([]byte, 7)
		if _, err := p.ReadAt(b, at); err != nil || at >= end || string(b[:4]) != "8BIM" {
			return
		}
		name := int64(b[6]) + 1
		at += 6 + name + name&1
		size := make([]byte, 4+16)
		if n, _ := p.ReadAt(size, at); n < len(size) {
			return
		}
		n := int64(binary.BigEndian.Uint32(size))
		if binary.BigEndian.Uint16(b[4:]) == resolution && n >= 16 {
			for i, j := range [2]int{4, 12} { // always stored as pixels per inch, whatever unit is shown
				p.said[i] = float64(binary.BigEndian.Uint32(size[j:])) / (1 << 16)
			}
			return
		}
		at += 4 + n + n&1
	}
}
