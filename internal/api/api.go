// Package api is the wire: request and response types with the interface's field names, the OpenAPI document that
// describes them, and the validation that document drives.
package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"
)

// TimeFormat is RFC 3339 in UTC with six fractional digits.
const TimeFormat = "2006-01-02T15:04:05.000000Z"

// Time is an instant on the wire.
type Time struct{ time.Time }

// At puts an instant on the wire.
func At(t time.Time) Time { return Time{t} }

// AtPtr puts an instant that may be missing on the wire.
func AtPtr(t *time.Time) *Time {
	if t == nil {
		return nil
	}
	return &Time{*t}
}

// MarshalJSON writes the instant in TimeFormat.
func (t Time) MarshalJSON() ([]byte, error) {
	return []byte(`"` + t.UTC().Format(TimeFormat) + `"`), nil
}

// UnmarshalJSON reads any RFC 3339 instant.
func (t *Time) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return fmt.Errorf("read time: %w", err)
	}
	at, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return fmt.Errorf("read time: %w", err)
	}
	t.Time = at.UTC()
	return nil
}

// Seconds is a duration on the wire: a number with three decimals, never negative.
type Seconds float64

// Took puts a duration on the wire.
func Took(d time.Duration) Seconds { return Seconds(max(d, 0).Seconds()) }

// TookPtr puts a duration that may be missing on the wire.
func TookPtr(d *time.Duration) *Seconds {
	if d == nil {
		return nil
	}
	s := Took(*d)
	return &s
}

// MarshalJSON writes the number with three decimals.
func (s Seconds) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(max(s, 0)), 'f', 3, 64), nil
}

// Opt is a field that may be left out, null or set; its zero value is left out. It goes with the omitzero option.
type Opt[T any] struct {
	present bool
	value   *T
}

// Some is a field with a value.
func Some[T any](v T) Opt[T] { return Opt[T]{true, &v} }

// Null is a field that is present and null.
func Null[T any]() Opt[T] { return Opt[T]{present: true} }

// Get returns the value, nil when the field is null or left out.
func (o Opt[T]) Get() *T { return o.value }

// IsZero reports whether the field is left out.
func (o Opt[T]) IsZero() bool { return !o.present }

// MarshalJSON writes the value or null.
func (o Opt[T]) MarshalJSON() ([]byte, error) { return Marshal(o.value) }

// UnmarshalJSON reads the value or null.
func (o *Opt[T]) UnmarshalJSON(b []byte) error {
	o.present, o.value = true, nil
	return json.Unmarshal(b, &o.value)
}

// Marshal writes v as the service answers: only the characters that JSON itself demands are escaped.
func Marshal(v any) ([]byte, error) { return NewEncoder().Encode(v) }

// Encoder writes many values as Marshal writes one, into room that it keeps.
type Encoder struct {
	buf  bytes.Buffer
	json *json.Encoder
}

// NewEncoder returns an encoder without room.
func NewEncoder() *Encoder {
	e := &Encoder{}
	e.json = json.NewEncoder(&e.buf)
	e.json.SetEscapeHTML(false)
	return e
}

// Encode writes v. What it returns is good until the next call.
func (e *Encoder) Encode(v any) ([]byte, error) {
	e.buf.Reset()
	if err := e.json.Encode(v); err != nil {
		return nil, fmt.Errorf("write JSON: %w", err)
	}
	return unescape(bytes.TrimSuffix(e.buf.Bytes(), []byte("\n"))), nil
}

// MarshalAround writes v with JSON that is written already in the place of a field that is null in it. Package json would
// go through all of that once more.
func MarshalAround(v any, field string, written []byte) ([]byte, error) {
	const null = "null"
	around, err := Marshal(v)
	if err != nil {
		return nil, err
	}
	name := []byte(`"` + field + `":`)
	at := bytes.Index(around, append(name, null...))
	if at < 0 {
		return nil, fmt.Errorf("write JSON: no field %s that is null", field)
	}
	at += len(name)
	return slices.Concat(around[:at], written, around[at+len(null):]), nil
}

// unescape undoes the three escapes encoding/json insists on: the line separators, which JavaScript once could not
// read, and the replacement character.
func unescape(b []byte) []byte {
	if !bytes.Contains(b, []byte(`\u202`)) && !bytes.Contains(b, []byte(`\ufffd`)) {
		return b
	}
	out := b[:0]
	for i := 0; i < len(b); i++ {
		if b[i] != '\\' {
			out = append(out, b[i])
			continue
		}
		switch rest := b[i:]; {
		case bytes.HasPrefix(rest, []byte(`\u2028`)):
			out, i = append(out, "\u2028"...), i+5
		case bytes.HasPrefix(rest, []byte(`\u2029`)):
			out, i = append(out, "\u2029"...), i+5
		case bytes.HasPrefix(rest, []byte(`\ufffd`)):
			out, i = append(out, "\ufffd"...), i+5
		default:
			out = append(out, rest[:2]...)
			i++
		}
	}
	return out
}
