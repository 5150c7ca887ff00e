package picture

import "encoding/binary"

// readBMP reads Windows and OS/2 bitmap files.
func readBMP(s source) ([]header, error) {
	const fileHead = 14
	head := make([]byte, fileHead)
	if n, err := s.ReadAt(head, 0); n < fileHead || string(head[:2]) != "BM" {
		return nil, damaged(err, "its header is cut off")
	}
	d, err := readDIB(s, fileHead)
	if err != nil {
		return nil, err
	}
	if pixels := int64(binary.LittleEndian.Uint32(head[10:])); pixels > fileHead && pixels < s.size {
		d.pixels = pixels
	}
	switch d.packing {
	case dibJPEG:
		return readJPEG(source{s.from(d.pixels), s.size - d.pixels})
	case dibPNG:
		return readPNG(source{s.from(d.pixels), s.size - d.pixels})
	}
	return single(&frame{size: d.size, said: d.said, decode: d.decode}, nil)
}

// The ways in which the pixels of a bitmap are packed.
const (
	dibRaw    = 0
	dibRuns8  = 1
	dibRuns4  = 2
	dibMasks  = 3
	dibJPEG   = 4
	dibPNG    = 5
	dibMasksA = 6
)

// dib is a device-independent bitmap, as BMP and CUR files hold it.
type dib struct {
	source
	size    [2]int
	bits    int
	packing uint32
	topDown bool
	masks   [4]uint32 // red, green, blue, alpha; of 16 and 32 bits a pixel
	colours palette
	count   int
	pixels  int64
	said    [2]float64
	cursor  bool // a mask of what is not transparent follows the pixels
}

// readDIB reads the header at an offset, the masks and the palette behind it.
func readDIB(s source, at int64) (*dib, error) {
	const core, longest = 12, 124
	b := make([]byte, longest+16)
	n, err := s.ReadAt(b, at)
	size := int64(binary.LittleEndian.Uint32(b))
	if n < 16 || size < core || size > 1<<16 || size > core && (size < 40 || n < 40) {
		return nil, damaged(err, "its header is damaged")
	}
	d := &dib{source: s}
	word := func(i int) int { return int(binary.LittleEndian.Uint16(b[i:])) }
	long := func(i int) int { return int(int32(binary.LittleEndian.Uint32(b[i:]))) }
	entry := int64(3)
	if size == core {
		d.size, d.bits = [2]int{word(4), word(6)}, word(10)
	} else {
		entry = 4
		d.size, d.bits, d.packing = [2]int{long(4), long(8)}, word(14), uint32(long(16))
		if d.topDown = d.size[1] < 0; d.topDown {
			d.size[1] = -d.size[1]
		}
		d.said = [2]float64{float64(long(24)) / inchesPerMetre, float64(long(28)) / inchesPerMetre}
		d.count = max(long(32), 0)
	}
	if d.size[0] < 0 {
		return nil, corrupt("its width is negative")
	}
	d.pixels, err = at+size, nil
	switch d.bits {
	case 1, 2, 4, 8:
		if d.count == 0 || d.count > 1<<d.bits {
			d.count = 1 << d.bits
		}
		err = d.palette(entry)
	case 16, 24, 32:
		err = d.channels(b[:n], size)
		d.pixels += 4 * int64(min(d.count, 256))
	case 0:
		if d.packing != dibJPEG && d.packing != dibPNG {
			err = corrupt("its header is damaged")
		}
	default:
		err = unsupported("bitmaps of %d bits a pixel are not supported", d.bits)
	}
	return d, err
}

func (d *dib) palette(entry int64) error {
	if known := d.packing == dibRaw || d.packing == dibRuns8 && d.bits == 8 || d.packing == dibRuns4 && d.bits == 4; !known {
		return unsupported("bitmaps of %d bits with packing %d are not supported", d.bits, d.packing)
	}
	b := make([]byte, int64(d.count)*entry)
	n, _ := d.ReadAt(b, d.pixels)
	for i := range n / int(entry) {
		c := b[i*int(entry):]
		putRGBA(d.colours[i][:], c[2], c[1], c[0], 255)
	}
	d.pixels += int64(len(b))
	return nil
}

// channels finds where the colours of a pixel are.
func (d *dib) channels(head []byte, size int64) error {
	const masksAt = 40
	switch {
	case d.packing == dibRaw && d.bits == 16:
		d.masks = [4]uint32{0x7C00, 0x03E0, 0x001F}
	case d.packing == dibRaw:
		d.masks = [4]uint32{0xFF0000, 0xFF00, 0xFF}
	case (d.packing == dibMasks || d.packing == dibMasksA) && d.bits != 24:
		count := 3
		if d.packing == dibMasksA || size >= 56 {
			count = 4
		}
		if len(head) < masksAt+4*count {
			return corrupt("its header is cut off")
		}
		for i := range count {
			d.masks[i] = binary.LittleEndian.Uint32(head[masksAt+4*i:])
		}
		if size == masksAt {
			d.pixels += int64(4 * count)
		}
	default:
		return unsupported("bitmaps of %d bits with packing %d are not supported", d.bits, d.packing)
	}
	return nil
}
