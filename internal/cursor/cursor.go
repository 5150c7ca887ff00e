// Package cursor makes the opaque page positions that newest-first lists hand out.
package cursor

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"math"
)

// ErrInvalid says that a cursor is damaged, or was made for another organization, query or installation.
var ErrInvalid = errors.New("the cursor is not valid for this list")

// Position is the last row of a page; the next page holds rows strictly older: (created_at, id) < (At, ID).
type Position struct {
	At int64 // Unix milliseconds
	ID string
}

// Start is the position before the newest row.
var Start = Position{At: math.MaxInt64}

// Codec makes and reads cursors. It is safe for concurrent use.
type Codec struct {
	key []byte
}

const (
	version = 1
	macSize = 16
)

var encoding = base64.RawURLEncoding

// New returns a codec for an installation's secret key. The same key may serve other purposes: cursors are made
// with one derived from it.
func New(key []byte) *Codec {
	m := hmac.New(sha256.New, key)
	m.Write([]byte("octavo list cursor"))
	return &Codec{key: m.Sum(nil)}
}

// Encode returns the cursor of a position in a list of org. The query is whatever else selects the list, its
// filters in a fixed spelling; a cursor is good for no other.
func (c *Codec) Encode(org, query string, p Position) string {
	raw := binary.AppendVarint([]byte{version}, p.At)
	raw = append(raw, p.ID...)
	return encoding.EncodeToString(append(raw, c.mac(org, query, raw)...))
}

// Decode returns the position behind a cursor of the same org and query. An empty cursor is Start.
func (c *Codec) Decode(org, query, s string) (Position, error) {
	if s == "" {
		return Start, nil
	}
	raw, err := encoding.DecodeString(s)
	// The decoder skips line breaks and spare bits; only the one spelling Encode gives is a cursor.
	if err != nil || len(raw) < 2+macSize || encoding.EncodeToString(raw) != s {
		return Position{}, ErrInvalid
	}
	body, mac := raw[:len(raw)-macSize], raw[len(raw)-macSize:]
	if !hmac.Equal(mac, c.mac(org, query, body)) || body[0] != version {
		return Position{}, ErrInvalid
	}
	at, n := binary.Varint(body[1:])
	if n <= 0 {
		return Position{}, ErrInvalid
	}
	return Position{At: at, ID: string(body[1+n:])}, nil
}

// mac is the checksum over everything a cursor is bound to. Lengths stand before the strings, so that no two
// combinations read the same.
func (c *Codec) mac(org, query string, body []byte) []byte {
	m := hmac.New(sha256.New, c.key)
	var size [8]byte
	for _, s := range []string{org, query, string(body)} {
		binary.BigEndian.PutUint64(size[:], uint64(len(s)))
		m.Write(size[:])
		m.Write([]byte(s))
	}
	return m.Sum(nil)[:macSize]
}
