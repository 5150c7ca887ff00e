package cursor_test

import (
	"errors"
	"net/url"
	"testing"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/cursor"
)

var positions = rapid.Custom(func(t *rapid.T) cursor.Position {
	return cursor.Position{At: rapid.Int64().Draw(t, "at"), ID: rapid.String().Draw(t, "id")}
})

func TestRoundTrip(t *testing.T) {
	c := cursor.New([]byte("key"))
	rapid.Check(t, func(t *rapid.T) {
		org, query := rapid.String().Draw(t, "org"), rapid.String().Draw(t, "query")
		want := positions.Draw(t, "position")
		s := c.Encode(org, query, want)
		if url.QueryEscape(s) != s {
			t.Fatalf("%q is not URL-safe", s)
		}
		if got, err := c.Decode(org, query, s); err != nil || got != want {
			t.Fatalf("got %+v, %v, want %+v", got, err, want)
		}
	})
}

func TestDifferentPositionsDiffer(t *testing.T) {
	c := cursor.New([]byte("key"))
	rapid.Check(t, func(t *rapid.T) {
		a, b := positions.Draw(t, "a"), positions.Draw(t, "b")
		if (a == b) != (c.Encode("o", "", a) == c.Encode("o", "", b)) {
			t.Fatalf("%+v and %+v", a, b)
		}
	})
}

func TestForeign(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key, org, query := rapid.String().Draw(t, "key"), rapid.String().Draw(t, "org"), rapid.String().Draw(t, "query")
		key2, org2, query2 := rapid.String().Draw(t, "key2"), rapid.String().Draw(t, "org2"), rapid.String().Draw(t, "query2")
		if key == key2 && org == org2 && query == query2 {
			t.Skip("the same list")
		}
		// HMAC pads short keys with zeros, so keys that differ only there are one key.
		if len(key) != len(key2) && org == org2 && query == query2 {
			t.Skip("keys that may be equal after padding")
		}
		s := cursor.New([]byte(key)).Encode(org, query, positions.Draw(t, "position"))
		if p, err := cursor.New([]byte(key2)).Decode(org2, query2, s); !errors.Is(err, cursor.ErrInvalid) {
			t.Fatalf("read %+v, %v", p, err)
		}
	})
}

func TestDamaged(t *testing.T) {
	c := cursor.New([]byte("key"))
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	rapid.Check(t, func(t *rapid.T) {
		s := c.Encode("o", "q", positions.Draw(t, "position"))
		i := rapid.IntRange(0, len(s)-1).Draw(t, "at")
		letter := alphabet[rapid.IntRange(0, 63).Draw(t, "letter")]
		broken := rapid.SampledFrom([]string{
			s[:i] + string(letter) + s[i+1:], s[:max(i, 1)], s[i:], s + string(letter), s + "=", s + "\n", s[:i] + "\n" + s[i:], " " + s,
		}).Draw(t, "broken")
		if broken == s {
			return
		}
		if p, err := c.Decode("o", "q", broken); !errors.Is(err, cursor.ErrInvalid) {
			t.Fatalf("%q (from %q) reads as %+v, %v", broken, s, p, err)
		}
	})
}

func TestEmptyIsStart(t *testing.T) {
	if p, err := cursor.New(nil).Decode("o", "q", ""); err != nil || p != cursor.Start {
		t.Errorf("got %+v, %v", p, err)
	}
}

func FuzzDecode(f *testing.F) {
	c := cursor.New([]byte("key"))
	f.Add(c.Encode("o", "q", cursor.Position{At: 1, ID: "x"}))
	f.Add("")
	f.Add("!!")
	f.Fuzz(func(t *testing.T, s string) {
		p, err := c.Decode("o", "q", s)
		if err == nil && p != cursor.Start && c.Encode("o", "q", p) != s {
			t.Errorf("%q reads as %+v but is not its cursor", s, p)
		}
	})
}
