package picture

import "math"

// list reads up to limit whole numbers of a tag.
func (d *directory) list(tag uint16, limit int64) []int64 {
	e, ok := d.tags[tag]
	if !ok {
		return nil
	}
	size := kinds[e.kind]
	b := d.file.at(e.offset, min(e.count, limit)*size)
	out := make([]int64, 0, len(b)/int(size))
	for ; len(b) > 0; b = b[size:] {
		var v int64
		switch e.kind {
		case 1, 2, 6, 7:
			v = int64(b[0])
		case 3, 8:
			v = int64(d.file.order.Uint16(b))
		case 4, 9, 13:
			v = int64(d.file.order.Uint32(b))
		case 16, 17, 18:
			v = int64(d.file.order.Uint64(b) & math.MaxInt64)
		default:
			return nil
		}
		out = append(out, v)
	}
	return out
}

// number reads the first value of a tag.
func (d *directory) number(tag uint16, otherwise int64) int64 {
	if v := d.list(tag, 1); len(v) > 0 {
		return v[0]
	}
	return otherwise
}

// raw reads the bytes of a tag, up to limit.
func (d *directory) raw(tag uint16, limit int64) []byte {
	e, ok := d.tags[tag]
	if !ok {
		return nil
	}
	return d.file.at(e.offset, min(e.count*kinds[e.kind], limit))
}

// real reads a fraction or a floating-point number; 0 when there is none.
func (d *directory) real(tag uint16) float64 {
	e, ok := d.tags[tag]
	b := []byte(nil)
	if ok && e.count > 0 {
		b = d.file.at(e.offset, kinds[e.kind])
	}
	if b == nil {
		return 0
	}
	order := d.file.order
	switch e.kind {
	case 5, 10:
		if below := order.Uint32(b[4:]); below != 0 {
			return float64(order.Uint32(b)) / float64(below)
		}
		return 0
	case 11:
		return float64(math.Float32frombits(order.Uint32(b)))
	case 12:
		return math.Float64frombits(order.Uint64(b))
	}
	return float64(d.number(tag, 0))
}

// resolution is pixels per inch; zero where the unit is unknown.
func (d *directory) resolution() [2]float64 {
	const none, inch, centimetre = 1, 2, 3
	unit := 1.0
	switch d.number(tagUnit, inch) {
	case none:
		return [2]float64{}
	case centimetre:
		unit = 2.54
	}
	return [2]float64{d.real(tagXResolution) * unit, d.real(tagYResolution) * unit}
}
