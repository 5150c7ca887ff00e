package wire

import (
	"unicode/utf8"
	"unsafe"

	"github.com/octavo-dev/octavo/internal/engine"
)

// Characters and path segments travel as they lie in memory. Whoever changes their types changes this file.
const (
	charSize    = 72
	segmentSize = 12

	_ = -(unsafe.Sizeof(engine.Char{}) ^ charSize)
	_ = -(unsafe.Sizeof(engine.Segment{}) ^ segmentSize)
	_ = -(unsafe.Offsetof(engine.Char{}.Box) ^ 4*firstFloat)
	_ = -(unsafe.Offsetof(engine.Char{}.Fill) ^ 4*pastFloats)
	_ = -(unsafe.Offsetof(engine.Segment{}.Close) ^ segmentClose)
)

// The numbers of a character between these words are floats.
const (
	firstFloat, pastFloats = 1, 13
	segmentClose           = 9
)

func bytesOf[T engine.Char | engine.Segment](list []T) []byte {
	var one T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(list))), len(list)*int(unsafe.Sizeof(one)))
}

// copied is a list of its own with the given bytes. Appending gives memory that is not cleared first.
func copied[T engine.Char | engine.Segment](raw []byte) []T {
	var one T
	b := append([]byte(nil), raw...)
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(raw)/int(unsafe.Sizeof(one)))
}

// chars copies the characters of a page and makes sure of every value.
func (d *Decoder) chars(n, fonts, elements int) []engine.Char {
	raw := d.Raw(uint64(n) * charSize)
	if len(raw) == 0 {
		return nil
	}
	all := copied[engine.Char](raw)
	for i := range all {
		c := &all[i]
		floats := (*[pastFloats - firstFloat]uint32)(unsafe.Pointer(&c.Box))
		beyond := uint32(0) // its highest bit is set by what sound would change
		for _, bits := range floats {
			beyond |= farthestBits - bits&magnitude
		}
		if beyond > magnitude {
			for j := range floats {
				floats[j] = sound(floats[j])
			}
		}
		upright(&c.Box)
		upright(&c.Loose)
		if !utf8.ValidRune(c.Rune) {
			c.Rune = utf8.RuneError
		}
		if c.Angle < 0 || c.Angle >= 360 {
			c.Angle = 0
		}
		if c.Font < -1 || int(c.Font) >= fonts || c.Object < -1 || int(c.Element) > elements || c.Mode > engine.TextClip {
			d.Refuse()
			return nil
		}
	}
	return all
}

// segments copies the steps of the paths of a page and makes sure of every value.
func (d *Decoder) segments(n int) []engine.Segment {
	raw := d.Raw(uint64(n) * segmentSize)
	if len(raw) == 0 {
		return nil
	}
	for i := segmentClose; i < len(raw); i += segmentSize {
		if raw[i-1] > byte(engine.Curve) || raw[i] > 1 { // before it becomes a bool
			d.Refuse()
			return nil
		}
	}
	all := copied[engine.Segment](raw)
	for i := range all {
		to := (*[2]uint32)(unsafe.Pointer(&all[i].To))
		to[0], to[1] = sound(to[0]), sound(to[1])
	}
	return all
}

func upright(b *engine.Box) {
	if b.X0 > b.X1 {
		b.X0, b.X1 = b.X1, b.X0
	}
	if b.Y0 > b.Y1 {
		b.Y0, b.Y1 = b.Y1, b.Y0
	}
}
