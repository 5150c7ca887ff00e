// Package message makes webhook messages: their ids and their bodies. It depends on nothing, so that the store
// that ends a job can write one in the same transaction.
package message

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
)

const (
	base62   = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	idLength = 27
)

// NewID returns a fresh message id, "msg_" and 27 base62 characters. Receivers use it as their duplicate key.
func NewID() string { return "msg_" + Random(idLength) }

// Random returns n unguessable base62 characters.
func Random(n int) string {
	out := make([]byte, 0, n)
	var pool [64]byte
	for len(out) < n {
		rand.Read(pool[:])
		for _, b := range pool {
			// 248 is the largest multiple of 62 in a byte; taking the rest as well would favour some characters.
			if b < 248 && len(out) < n {
				out = append(out, base62[b%62])
			}
		}
	}
	return string(out)
}

// Body returns the bytes every attempt sends: the status, the job and the caller's own metadata, null when there
// is none. Metadata was checked when the job was accepted; anything that is not JSON is sent as null, because
// the end of a job must not fail on it.
func Body(status, jobID string, metadata json.RawMessage) []byte {
	var b bytes.Buffer
	b.WriteString(`{"status":`)
	quote(&b, status)
	b.WriteString(`,"job_id":`)
	quote(&b, jobID)
	b.WriteString(`,"metadata":`)
	end := b.Len()
	if err := json.Compact(&b, metadata); err != nil {
		b.Truncate(end)
		b.WriteString("null")
	}
	b.WriteByte('}')
	return b.Bytes()
}

// quote writes s as a JSON string without escaping <, > and &.
func quote(b *bytes.Buffer, s string) {
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		panic(err) // a string always encodes
	}
	b.Truncate(b.Len() - 1) // Encode ends with a newline
}
