package ooxml_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/compound/compoundtest"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/ooxml"
	"github.com/octavo-dev/octavo/internal/ooxml/ooxmltest"
)

// Fault 21: locked packages open with their password and with no other.
func TestUnlock(t *testing.T) {
	content := []byte(strings.Repeat("PK what is inside ", 600))
	for name, locked := range map[string]string{"Agile": ooxmltest.Lock(content, "pässword", 100), "Standard": ooxmltest.LockOld(content, "pässword")} {
		for password, want := range map[string]string{"": "the document is password protected", "wrong": "the password is wrong", "pässword": ""} {
			plain, size, err := ooxml.Unlock(strings.NewReader(locked), int64(len(locked)), password)
			if want != "" {
				e := fault.Of(err)
				if e == nil || e.Name != fault.DocumentPasswordProtected || e.Code != 442 || e.Type != "document_access_error" || e.Message != want {
					t.Errorf("%s with %q: %v", name, password, err)
				}
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			got, _ := io.ReadAll(io.NewSectionReader(plain, 0, size))
			if !bytes.Equal(got, content) {
				t.Errorf("%s: other bytes come out", name)
			}
		}
	}
	unasked := ooxmltest.Lock(content, "VelvetSweatshop", 1)
	if _, size, err := ooxml.Unlock(strings.NewReader(unasked), int64(len(unasked)), ""); err != nil || size != int64(len(content)) {
		t.Errorf("locked against writing only: %v", err)
	}
}

func TestUnlockLeavesOthers(t *testing.T) {
	for _, content := range []string{"", "PK\x03\x04", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", string(compoundtest.File(compoundtest.Entry{Name: "WordDocument", Content: []byte("x")}))} {
		if _, size, err := ooxml.Unlock(strings.NewReader(content), int64(len(content)), "x"); err != nil || size != int64(len(content)) {
			t.Errorf("%q: %v", content[:min(8, len(content))], err)
		}
	}
}

// What says how it was encrypted is hostile too.
func TestUnlockDamaged(t *testing.T) {
	sound := ooxmltest.Lock([]byte("x"), "x", 1)
	for name, content := range map[string]string{
		"Spins":   ooxmltest.Lock([]byte("x"), "x", 2_000_000_000),
		"Cipher":  strings.ReplaceAll(sound, `"AES"`, `"RC4"`),
		"Hash":    strings.ReplaceAll(sound, `"SHA512"`, `"MD5999"`),
		"Markup":  strings.ReplaceAll(sound, "<keyData ", "<keyData<"),
		"Version": ooxmltest.Locked([]byte{9, 0, 9, 0, 0, 0, 0, 0}, nil, nil), "Short": ooxmltest.Locked([]byte{4, 0}, nil, nil),
		"Header": ooxmltest.Locked(append([]byte{3, 0, 2, 0, 0, 0, 0, 0}, 0xff, 0xff, 0xff, 0xff), nil, nil),
	} {
		if _, _, err := ooxml.Unlock(strings.NewReader(content), int64(len(content)), "x"); !fault.Is(err, fault.DocumentCorrupt) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzUnlock(f *testing.F) {
	f.Add([]byte(ooxmltest.Lock([]byte("content"), "x", 1)))
	f.Fuzz(func(_ *testing.T, content []byte) {
		_, _, _ = ooxml.Unlock(bytes.NewReader(content), int64(len(content)), "x")
	})
}
