package picture

import (
	"bufio"
	"compress/zlib"
	"io"
	"math/bits"

	"golang.org/x/image/tiff/lzw"
)

// The ways in which the chunks of a TIFF file are packed.
const (
	tiffRaw        = 1
	tiffFaxPlain   = 2
	tiffFax3       = 3
	tiffFax4       = 4
	tiffLZW        = 5
	tiffOldJPEG    = 6
	tiffJPEG       = 7
	tiffDeflate    = 8
	tiffPackBits   = 32773
	tiffOldDeflate = 32946
)

// section is the packed bytes of chunk i. A file that does not say how many there are has them up to its end.
func (p *tiffPage) section(i int) (source, error) {
	if i >= len(p.offsets) || p.offsets[i] >= p.file.size {
		return source{}, corrupt("a part of the picture is missing")
	}
	n := p.file.size - p.offsets[i]
	if i < len(p.bytes) && p.bytes[i] > 0 {
		n = min(n, p.bytes[i])
	}
	return source{io.NewSectionReader(p.file, p.offsets[i], n), n}, nil
}

// unpack opens chunk i, which gives its rows of samples one after the other.
func (p *tiffPage) unpack(i int) (io.Reader, error) {
	s, err := p.section(i)
	if err != nil {
		return nil, err
	}
	packed := bufio.NewReader(s.from(0))
	if p.reversed {
		packed = bufio.NewReader(reversing{packed})
	}
	switch p.compression {
	case tiffRaw:
		return packed, nil
	case tiffFaxPlain:
		return newFaxReader(packed, faxPlain, p.chunk[0]), nil
	case tiffFax3:
		if p.number(tagFaxOptions, 0)&1 != 0 {
			return newFaxReader(packed, faxMixed, p.chunk[0]), nil
		}
		return newFaxReader(packed, faxGroup3, p.chunk[0]), nil
	case tiffFax4:
		return newFaxReader(packed, faxGroup4, p.chunk[0]), nil
	case tiffLZW:
		return bufio.NewReader(lzw.NewReader(packed, lzw.MSB, 8)), nil
	case tiffDeflate, tiffOldDeflate:
		unpacked, err := zlib.NewReader(packed)
		if err != nil {
			return nil, err
		}
		return unpacked, nil
	case tiffPackBits:
		return &packBits{from: packed}, nil
	}
	return nil, unsupported("TIFF files with compression %d are not supported", p.compression)
}

// reversing reads bytes whose bits stand in the opposite order.
type reversing struct{ from io.Reader }

func (r reversing) Read(p []byte) (int, error) {
	n, err := r.from.Read(p)
	for i := range p[:n] {
		p[i] = bits.Reverse8(p[i])
	}
	return n, err
}

// packBits unpacks the run lengths of Apple's PackBits, which TIFF and PSD files use.
type packBits struct {
	from   *bufio.Reader
	left   int
	repeat bool
	value  byte
}

func (r *packBits) Read(p []byte) (int, error) {
	for r.left == 0 {
		head, err := r.from.ReadByte()
		if err != nil {
			return 0, err
		}
		switch n := int(int8(head)); {
		case n >= 0:
			r.left, r.repeat = n+1, false
		case n > -128:
			r.left, r.repeat = 1-n, true
			if r.value, err = r.from.ReadByte(); err != nil {
				r.left = 0
				return 0, err
			}
		}
	}
	n := min(len(p), r.left)
	if !r.repeat {
		got, err := r.from.Read(p[:n])
		r.left -= got
		return got, err
	}
	for i := range n {
		p[i] = r.value
	}
	r.left -= n
	return n, nil
}

// undo takes back the differences between neighbours that predictor 2 stores. The step is the samples of a pixel.
func (p *tiffPage) undo(row []byte, step int) {
	switch {
	case p.predictor != 2:
	case p.bits == 8:
		for i := step; i < len(row); i++ {
			row[i] += row[i-step]
		}
	case p.bits == 16:
		order := p.file.order
		for i := 2 * step; i+2 <= len(row); i += 2 {
			order.PutUint16(row[i:], order.Uint16(row[i:])+order.Uint16(row[i-2*step:]))
		}
	case p.bits == 32:
		order := p.file.order
		for i := 4 * step; i+4 <= len(row); i += 4 {
			order.PutUint32(row[i:], order.Uint32(row[i:])+order.Uint32(row[i-4*step:]))
		}
	}
}
