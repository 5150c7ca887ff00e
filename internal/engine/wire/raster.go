package wire

import (
	"math"

	"github.com/octavo-dev/octavo/internal/engine"
)

// EncodeRaster is the pixels of page n as a message. They are not copied.
func (e *Encoder) EncodeRaster(n int, r *engine.Raster) [][]byte {
	e.Reset()
	e.Int(n)
	e.Int(r.Width)
	e.Int(r.Height)
	e.Bool(r.Grey)
	e.Float64(r.DPI)
	e.Text(r.Damage)
	return e.Parts(r.Pixels)
}

// DecodeRaster reads the pixels of a page, which stay in the message: see Conn.Keep.
func DecodeRaster(body []byte) (n int, r *engine.Raster, err error) {
	d := NewDecoder(body)
	n = d.Int(1, math.MaxInt32)
	r = &engine.Raster{Width: d.Int(1, engine.MaxAxis), Height: d.Int(1, engine.MaxAxis), Grey: d.Bool(), DPI: d.Float64()}
	r.Damage = plain(d.Text())
	size := uint64(r.Width) * uint64(r.Height)
	if size > engine.MaxPixels || r.DPI <= 0 {
		d.Refuse()
	}
	if !r.Grey {
		size *= 4
	}
	r.Pixels = d.Raw(size)
	if err := d.Close(); err != nil {
		return 0, nil, err
	}
	return n, r, nil
}
