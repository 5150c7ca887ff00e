package markup_test

import (
	"encoding/binary"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/markup"
)

var names = markup.Names{
	Spaces:     map[string]string{"urn:a": "a", "urn:a-strict": "a", "urn:b": "b", "urn:mc": "mc", "urn:new": "new"},
	Understood: map[string]bool{"b": true},
}

// trace writes the tokens of a text, one word each.
func trace(src io.Reader, attrs ...string) (string, error) {
	r := markup.NewReader(src, &names)
	var out []string
	for {
		kind, err := r.Next()
		switch {
		case errors.Is(err, io.EOF):
			return strings.Join(out, " "), nil
		case err != nil:
			return strings.Join(out, " "), err
		case kind == markup.Start:
			s := "<" + r.Name()
			for _, name := range attrs {
				if v, ok := r.Lookup(name); ok {
					s += "," + name + "=" + v
				}
			}
			out = append(out, s)
		case kind == markup.End:
			out = append(out, ">")
		default:
			out = append(out, "'"+string(r.Text())+"'")
		}
	}
}

func TestTokens(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"Element", `<x/>`, `<x >`},
		{"Text", `<x>a b</x>`, `<x 'a b' >`},
		{"References", `<x k="&lt;&#65;">&amp;&quot;&apos;&gt;&#x41;&#10;</x>`, "<x,k=<A '&\"'>A\n' >"},
		{"Invalid", "<x k='\xff'>a\xffb&#0;&#xD800;\x01</x>", "<x,k=\uFFFD 'a\uFFFDb\uFFFD' >"},
		{"Comments", `<?xml version="1.0"?><!-- <y> --><x>a<!-- > -->b<?p <z> ?></x> `, `<x 'a' 'b' >`},
		{"Data", `<x><![CDATA[<y>&amp;]]></x>`, `<x '<y>&amp;' >`},
		{"Spaces", `<p:x xmlns:p="urn:a" p:k="1" k="2"><p:x xmlns:p="urn:b"/><p:x/></p:x>`, `<a:x,a:k=1,k=2 <b:x > <a:x > >`},
		{"SameSpace", `<x xmlns="urn:a"><y xmlns="urn:a-strict" k="3"/><z xmlns=""/></x>`, `<a:x <a:y,k=3 > <z > >`},
		{"UnknownSpace", `<p:x xmlns:p="urn:z"><q:y/></p:x>`, `<?:x <?:y > >`},
		{"Choice", `<x xmlns:m="urn:mc" xmlns:b="urn:b" xmlns:n="urn:new"> <m:AlternateContent> <m:Choice Requires="n"><n:y/></m:Choice>` +
			`<m:Choice Requires="b"><b:y/>t</m:Choice><m:Choice Requires="b"><b:z/></m:Choice><m:Fallback><w/></m:Fallback></m:AlternateContent></x>`, `<x ' ' <b:y > 't' >`},
		{"Fallback", `<x xmlns:m="urn:mc" xmlns:n="urn:new"><m:AlternateContent><m:Choice Requires="n"/><m:Fallback><w/></m:Fallback></m:AlternateContent></x>`, `<x <w > >`},
		{"QuotedEnd", `<x k="a>b"  k2 = '1' />`, `<x,k=a>b >`},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, src := range []io.Reader{strings.NewReader(c.in), iotest.OneByteReader(strings.NewReader(c.in))} {
				got, err := trace(src, "a:k", "k")
				if err != nil || got != c.want {
					t.Errorf("got %s (%v), want %s", got, err, c.want)
				}
			}
		})
	}
}

// Fault 24: nothing that could grow, lead outside or go on for ever is taken.
func TestRefused(t *testing.T) {
	for name, in := range map[string]string{
		"Empty": "", "NoRoot": "<!-- x -->", "Open": "<x>", "Crossed": "<x><y></x></y>", "TwoRoots": "<x/><y/>", "TextOutside": "<x/>t",
		"Doctype":  `<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>`,
		"External": `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>`,
		"Entity":   "<x>&a;</x>", "EntityOpen": "<x>& b</x>", "EntityInAttr": `<x k="&a;"><y/></x>`,
		"Deep": strings.Repeat("<x>", 10_000), "LongTag": "<x k='" + strings.Repeat("a", 17<<20) + "'/>",
		"Attrs": "<x " + strings.Repeat("a='b' ", 5000) + "/>", "Bare": "<x k=v/>", "NoValue": "<x k/>", "NoName": "< x/>", "Less": "<x <y/>",
		"Encoding": `<?xml version="1.0" encoding="klingon"?><x/>`, "Comment": "<x><!-- ", "Data": "<x><![CDATA[a]]",
	} {
		t.Run(name, func(t *testing.T) {
			if got, err := trace(strings.NewReader(in), "k"); !errors.Is(err, markup.ErrSyntax) {
				t.Errorf("got %.80s (%v)", got, err)
			}
		})
	}
}

func TestEncodings(t *testing.T) {
	sixteen := func(order binary.AppendByteOrder, s string) string {
		var b []byte
		for _, u := range utf16.Encode([]rune(s)) {
			b = order.AppendUint16(b, u)
		}
		return string(b)
	}
	for name, in := range map[string]string{
		"Mark": "\ufeff<x>é😀</x>", "Little": sixteen(binary.LittleEndian, "\ufeff<x>é😀</x>"), "Big": sixteen(binary.BigEndian, "\ufeff<x>é😀</x>"),
		"LittleUnmarked": sixteen(binary.LittleEndian, `<?xml version="1.0" encoding="UTF-16"?><x>é😀</x>`),
		"Declared":       "<?xml version='1.0' encoding='windows-1252'?><x>\xe9&#128512;</x>",
	} {
		if got, err := trace(strings.NewReader(in)); err != nil || got != "<x 'é😀' >" {
			t.Errorf("%s: %s (%v)", name, got, err)
		}
	}
}

func TestChildren(t *testing.T) {
	r := markup.NewReader(strings.NewReader(`<x><a><b>1</b><b/></a>t<c><d><e/></d></c><f>2<g>3</g></f></x>`), &names)
	if r.Root() != "x" {
		t.Fatal(r.Err())
	}
	var got []string
	for name := range r.Children() {
		got = append(got, name)
		switch name {
		case "a":
			for inner := range r.Children() {
				got = append(got, inner+r.String(10))
			}
		case "f":
			got = append(got, r.String(10))
		}
	}
	if diff := cmp.Diff([]string{"a", "b1", "b", "c", "f", "23"}, got); diff != "" || r.Err() != nil {
		t.Error(diff, r.Err())
	}
}

// A long text comes in pieces that are never cut inside a character or reference.
func TestPieces(t *testing.T) {
	for shift := range 7 {
		body := strings.Repeat("a", shift) + strings.Repeat("é&#233;", 40_000)
		r := markup.NewReader(strings.NewReader("<x>"+body+"</x>"), &names)
		r.Root()
		if got := r.String(1 << 20); got != strings.Repeat("a", shift)+strings.Repeat("éé", 40_000) || r.Err() != nil {
			t.Fatalf("shift %d: %d bytes, %v", shift, len(got), r.Err())
		}
	}
}

// Whatever the standard library reads without entities, this reader reads the same way.
func FuzzReader(f *testing.F) {
	for _, seed := range []string{
		`<x a="1">t&amp;<y/></x>`, `<a:x xmlns:a="urn:a"><![CDATA[x]]></a:x>`, `<!DOCTYPE x><x/>`, "\xff\xfe<\x00x\x00/\x00>\x00",
		`<x xmlns:m="urn:mc"><m:AlternateContent><m:Choice Requires="q"/><m:Fallback>t</m:Fallback></m:AlternateContent></x>`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		got, err := trace(strings.NewReader(in), "k")
		if err != nil || strings.Contains(in, "urn:mc") || !utf8.ValidString(in) || strings.ContainsAny(in, "\x00\ufeff") {
			return
		}
		want, err := standard(in)
		if err != nil {
			return // it is stricter about names
		}
		if texts(got) != texts(want) {
			t.Errorf("%q: got %s, want %s", in, got, want)
		}
	})
}

func texts(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == ' ' || r == '\'' || r == '\uFFFD' {
			return -1
		}
		return r
	}, s)
}

// standard is the trace of the standard library's tokens, without names.
func standard(in string) (string, error) {
	d := xml.NewDecoder(strings.NewReader(in))
	var out []string
	depth := 0
	for {
		token, err := d.RawToken()
		switch {
		case errors.Is(err, io.EOF):
			return strings.Join(out, " "), nil
		case err != nil:
			return "", err
		}
		switch token := token.(type) {
		case xml.StartElement:
			if token.Name.Space != "" || len(token.Attr) > 0 {
				return "", io.ErrUnexpectedEOF
			}
			depth++
			out = append(out, "<"+token.Name.Local)
		case xml.EndElement:
			depth--
			out = append(out, ">")
		case xml.CharData:
			if depth > 0 {
				out = append(out, "'"+string(token)+"'")
			}
		}
	}
}

// Where tokens stand is told in bytes of the text, however it comes in.
func TestSpan(t *testing.T) {
	const text = "<?xml version='1.0'?><!-- c --><x k='&lt;'>é&amp;<y/><![CDATA[z]]></x>"
	for name, src := range map[string]io.Reader{"Whole": strings.NewReader(text), "Bytes": iotest.OneByteReader(strings.NewReader(text)), "Mark": strings.NewReader("\ufeff" + text)} {
		r := markup.NewReader(src, &names)
		var got []string
		for {
			if _, err := r.Next(); err != nil {
				break
			}
			from, to := r.Span()
			got = append(got, text[from:to])
		}
		if diff := cmp.Diff([]string{"<x k='&lt;'>", "é&amp;", "<y/>", "", "<![CDATA[z]]>", "</x>"}, got); diff != "" || r.Err() != nil {
			t.Errorf("%s: %s %v", name, diff, r.Err())
		}
	}
}
