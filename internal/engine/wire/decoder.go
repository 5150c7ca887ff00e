package wire

import (
	"encoding/binary"
	"math"
	"strings"
	"unicode/utf8"
)

// Decoder takes the values out of a message in the order in which they were added. Once anything is wrong it gives
// zeros, and Close tells.
type Decoder struct {
	values []byte
	texts  string
	raw    []byte
	bad    bool
	none   [8]byte
}

// NewDecoder opens the body of a message.
func NewDecoder(body []byte) *Decoder {
	if len(body) < lengths {
		return &Decoder{bad: true}
	}
	values, texts := uint64(binary.LittleEndian.Uint32(body)), uint64(binary.LittleEndian.Uint32(body[4:]))
	body = body[lengths:]
	if values+texts > uint64(len(body)) {
		return &Decoder{bad: true}
	}
	return &Decoder{
		values: body[:values],
		texts:  string(body[values : values+texts]), // one piece of memory for all of them
		raw:    body[values+texts:],
	}
}

// Refuse notes that a value is not one that a sound sender sends.
func (d *Decoder) Refuse() { d.bad, d.values, d.texts, d.raw = true, nil, "", nil }

func (d *Decoder) take(n int) []byte {
	if len(d.values) < n {
		d.Refuse()
		return d.none[:n]
	}
	b := d.values[:n]
	d.values = d.values[n:]
	return b
}

// Byte takes a number of at most the given size.
func (d *Decoder) Byte(most uint8) uint8 {
	v := d.take(1)[0]
	if v > most {
		d.Refuse()
		return 0
	}
	return v
}

// Bool takes a truth value.
func (d *Decoder) Bool() bool { return d.Byte(1) == 1 }

// Uint32 takes a number.
func (d *Decoder) Uint32() uint32 { return binary.LittleEndian.Uint32(d.take(4)) }

// Int takes a number that lies within bounds.
func (d *Decoder) Int(least, most int) int {
	v := int(int32(d.Uint32()))
	if v < least || v > most {
		d.Refuse()
		return max(least, 0)
	}
	return v
}

// Int64 takes a number.
func (d *Decoder) Int64() int64 { return int64(binary.LittleEndian.Uint64(d.take(8))) }

// Float takes a number that can be calculated with.
func (d *Decoder) Float() float32 { return math.Float32frombits(sound(d.Uint32())) }

// Float64 takes a number that can be calculated with.
func (d *Decoder) Float64() float64 {
	v := math.Float64frombits(uint64(d.Int64()))
	if math.IsNaN(v) {
		return 0
	}
	return min(max(v, -farthest), farthest)
}

// Text takes a text, which is valid UTF-8.
func (d *Decoder) Text() string {
	n := d.Uint32()
	if uint64(n) > uint64(len(d.texts)) {
		d.Refuse()
		return ""
	}
	s := d.texts[:n]
	d.texts = d.texts[n:]
	if !utf8.ValidString(s) {
		return strings.ToValidUTF8(s, "\uFFFD")
	}
	return s
}

// Count takes the length of a list whose elements have at least the given number of bytes, so that no more is ever
// promised than there is.
func (d *Decoder) Count(size int) int {
	n := d.Uint32()
	if uint64(n)*uint64(size) > uint64(len(d.values)) {
		d.Refuse()
		return 0
	}
	return int(n)
}

// Raw takes n bytes of those that follow the values.
func (d *Decoder) Raw(n uint64) []byte {
	if n > uint64(len(d.raw)) {
		d.Refuse()
		return nil
	}
	b := d.raw[:n]
	d.raw = d.raw[n:]
	return b
}

// Close tells whether everything was in order and nothing is left.
func (d *Decoder) Close() error {
	if d.bad || len(d.values) > 0 || len(d.texts) > 0 || len(d.raw) > 0 {
		return ErrMalformed
	}
	return nil
}

// farthest is the largest number that a place, a size or an angle may have; sums of such stay finite.
const farthest = 1e7

const (
	magnitude    = 1<<31 - 1
	farthestBits = 0x4B189680 // of float32(farthest): greater magnitudes, infinities and NaN have greater bits
	infinityBits = 0x7F800000
)

// sound turns the bits of any float32 into those of one that can be calculated with.
func sound(bits uint32) uint32 {
	switch size := bits & magnitude; {
	case size <= farthestBits:
		return bits
	case size <= infinityBits:
		return bits&^magnitude | farthestBits
	default:
		return 0
	}
}
