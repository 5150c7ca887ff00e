package mail

import (
	"encoding/hex"
	"errors"
	"strings"
	"testing"
)

func TestRTFText(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"Paragraphs", "{\\rtf1\\ansi one\r\n two\\par\r\nthree\\line four\\par}", "one two\n\nthree\nfour\n\n"},
		{"Lines", `{\rtf1\fromtext one\par two\par}`, "one\ntwo\n"},
		{"Escapes", `{\rtf1 a\\b\{c\}\~d\_e\-f\bullet\emdash\ldblquote x\rdblquote}`, "a\\b{c}\u00a0d-ef•—“x”"},
		{"Hex", `{\rtf1\ansi caf\'e9 \'80}`, "café €"},
		{"CodePage", `{\rtf1\ansi\ansicpg1251 \'cf\'f0}`, "Пр"},
		{"FontOfAnotherScript", `{\rtf1\ansi{\fonttbl{\f0\fswiss Arial;}{\f1\fcharset204 Arial Cyr;}}\f0 \'e9{\f1 \'cf}\'e9}`, "éПé"},
		{"TwoBytes", `{\rtf1\ansi\ansicpg932 \'83\'6e}`, "ハ"},
		{"Unicode", `{\rtf1 \u8364?\u-10179 ?\u-8704 ?x}`, "€😀x"},
		{"UnicodeWithTwoBehind", `{\rtf1\uc2 \u233\'c3\'a9!{\uc0 \u233 x}}`, "é!éx"},
		{"UnseenGroups", `{\rtf1{\stylesheet{\s1\v0 Name;}}{\info{\title T}}{\*\unknown{\b x}}{\pict 0102}{\v secret}a{\*\bkmkstart x}\v y\v0 z\plain b}`, "azb"},
		{"Fields", `{\rtf1{\field{\*\fldinst HYPERLINK "u"}{\fldrslt link}}}`, "link"},
		{"Binary", "{\\rtf1 a\\bin3 }}}b}", "ab"},
		{"Cut", `{\rtf1 a\'`, "a"},
		{"NoGroups", `}}a}`, "a"},
		{"Table", `{\rtf1 a\cell b\cell\row}`, "a\tb\t\n"},
	} {
		if got, html := rtfText(c.in); got != c.want || html {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	deep, _ := rtfText(strings.Repeat("{", 1_000_000) + "x")
	if deep != "" {
		t.Errorf("groups without end: %q", deep)
	}
}

// Packed texts of the description of the format, and what else comes in their place.
func TestUnpack(t *testing.T) {
	bytes := func(s string) []byte {
		b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	const hello = "2d000000 2b000000 4c5a4675 f1c5c7a7 03000a00 72637067 31323542 320af320 68656c09 00206277 05b06c64 7d0a800f a0"
	for packed, want := range map[string]string{
		hello: "{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n",
		"1a000000 1c000000 4c5a4675 e2d44b51 41000420 5758595a 0d6e7d01 0eb0": "{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}",
		"00000000 00000000 4d454c41 00000000 7b7d":                            "{}",
	} {
		got, err := unpack(bytes(packed), 1000)
		if err != nil || string(got) != want {
			t.Errorf("%q %v, want %q", got, err, want)
		}
	}
	for name, raw := range map[string][]byte{"Empty": nil, "Head": bytes(hello)[:12], "Kind": make([]byte, 20), "Cut": append(bytes(hello)[:16], 0xff, 1)} {
		if got, err := unpack(raw, 1000); !errors.Is(err, errPacked) {
			t.Errorf("%s: %q %v", name, got, err)
		}
	}
	if _, err := unpack(bytes(hello), 20); !errors.Is(err, errTooLong) {
		t.Error(err)
	}
}

func FuzzRTF(f *testing.F) {
	f.Add([]byte(`{\rtf1\ansi\ansicpg932\uc1 \u8364?\'83\'6e{\*\htmltag1 x}\bin9 a}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if text, _ := rtfText(string(raw)); len(text) > 8*len(raw)+8 {
			t.Errorf("%d bytes of %d", len(text), len(raw))
		}
		if out, err := unpack(raw, 1<<16); err == nil && len(out) > 1<<17 {
			t.Errorf("%d bytes", len(out))
		}
	})
}
