package wire

import (
	"encoding/binary"
	"math"
)

const lengths = 8 // of the values and of the texts, before both

// Encoder gathers the values of one message: numbers in the order in which they are added, texts in a heap behind them.
// Its memory is used again after Reset.
type Encoder struct {
	values, texts []byte
	segments      []byte
	parts         [][]byte
}

// Reset begins a message.
func (e *Encoder) Reset() {
	e.values = append(e.values[:0], make([]byte, lengths)...)
	e.texts = e.texts[:0]
}

// Byte adds a small number.
func (e *Encoder) Byte(v uint8) { e.values = append(e.values, v) }

// Bool adds a truth value.
func (e *Encoder) Bool(v bool) {
	if v {
		e.Byte(1)
	} else {
		e.Byte(0)
	}
}

// Uint32 adds a number.
func (e *Encoder) Uint32(v uint32) { e.values = binary.LittleEndian.AppendUint32(e.values, v) }

// Int adds a number; beyond 32 bits it becomes the nearest that has them.
func (e *Encoder) Int(v int) { e.Uint32(uint32(int32(min(max(v, math.MinInt32), math.MaxInt32)))) }

// Int64 adds a number.
func (e *Encoder) Int64(v int64) { e.values = binary.LittleEndian.AppendUint64(e.values, uint64(v)) }

// Float adds numbers.
func (e *Encoder) Float(all ...float32) {
	for _, v := range all {
		e.Uint32(math.Float32bits(v))
	}
}

// Float64 adds a number.
func (e *Encoder) Float64(v float64) { e.Int64(int64(math.Float64bits(v))) }

// Text adds texts.
func (e *Encoder) Text(all ...string) {
	for _, v := range all {
		e.Uint32(uint32(len(v)))
		e.texts = append(e.texts, v...)
	}
}

// Parts is the message for Conn.Send; raw bytes follow what was added and are not copied. It is good until Reset.
func (e *Encoder) Parts(raw ...[]byte) [][]byte {
	binary.LittleEndian.PutUint32(e.values, uint32(len(e.values)-lengths))
	binary.LittleEndian.PutUint32(e.values[4:], uint32(len(e.texts)))
	e.parts = append(append(e.parts[:0], e.values, e.texts), raw...)
	return e.parts
}
