package org

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"
)

// Key is a database key as it is listed. The secret itself is stored nowhere.
type Key struct {
	ID         string
	Org        string
	Name       string
	Prefix     string // first 8 characters of the secret
	Scopes     Scopes
	CreatedAt  time.Time
	ExpiresAt  *time.Time
	LastUsedAt *time.Time
	RevokedAt  *time.Time
}

// live reports whether the key may be used at t.
func (k *Key) live(t time.Time) bool {
	return k.RevokedAt == nil && (k.ExpiresAt == nil || t.Before(*k.ExpiresAt))
}

const (
	secretPrefix = "oct_"
	secretLength = 43 // base62 characters: 256 bits
	shownPrefix  = 8
	alphabet     = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

func newSecret() string {
	var b strings.Builder
	b.WriteString(secretPrefix)
	buf := make([]byte, 64)
	for b.Len() < len(secretPrefix)+secretLength {
		rand.Read(buf) // never fails: the process ends instead
		for _, c := range buf {
			// Bytes beyond the last whole multiple of 62 would favour the first characters.
			if c < 4*62 && b.Len() < len(secretPrefix)+secretLength {
				b.WriteByte(alphabet[c%62])
			}
		}
	}
	return b.String()
}

// generated reports whether s has the form of a database key; nothing else is worth a lookup.
func generated(s string) bool {
	rest, ok := strings.CutPrefix(s, secretPrefix)
	return ok && len(rest) == secretLength && strings.Trim(rest, alphabet) == ""
}

type digest [sha256.Size]byte

func sum(secret string) digest { return sha256.Sum256([]byte(secret)) }

func (d digest) hex() string { return hex.EncodeToString(d[:]) }
