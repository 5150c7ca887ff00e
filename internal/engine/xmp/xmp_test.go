package xmp_test

import (
	"maps"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/octavo-dev/octavo/internal/engine/xmp"
)

// packet wraps RDF descriptions as programs do.
func packet(descriptions string) string {
	return `<?xpacket begin="` + "\uFEFF" + `" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:mm="http://ns.adobe.com/xap/1.0/mm/" xmlns:ev="http://ns.adobe.com/xap/1.0/sType/ResourceEvent#">` + descriptions + `</rdf:RDF></x:xmpmeta>` +
		strings.Repeat(" \n", 50) + `<?xpacket end="w"?>`
}

func TestRead(t *testing.T) {
	const elements = `<rdf:Description rdf:about="">
<dc:title><rdf:Alt><rdf:li xml:lang="de-DE">Bericht</rdf:li><rdf:li xml:lang="x-default">Report &amp; more</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>Ada</rdf:li><rdf:li>Grace</rdf:li></rdf:Seq></dc:creator>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">About
 things</rdf:li></rdf:Alt></dc:description></rdf:Description>
<rdf:Description rdf:about=""><pdf:Producer>Press 1</pdf:Producer><xmp:CreateDate>2026-01-02T03:04:05+01:00</xmp:CreateDate>
<mm:History><rdf:Seq><rdf:li rdf:parseType="Resource"><ev:action>saved</ev:action></rdf:li></rdf:Seq></mm:History></rdf:Description>`
	for _, tt := range []struct {
		name, packet string
		want         map[string]string
	}{
		{"Elements", packet(elements), map[string]string{
			"Title": "Report & more", "Author": "Ada, Grace", "Subject": "About things", "Producer": "Press 1",
			"CreationDate": "2026-01-02T03:04:05+01:00",
		}},
		{"Attributes", packet(`<rdf:Description rdf:about="" xmp:CreatorTool="Writer" pdf:Keywords="a; b" xmp:ModifyDate="2026"/>`),
			map[string]string{"Creator": "Writer", "Keywords": "a; b", "ModDate": "2026"}},
		{"Keywords of PDF win", packet(`<rdf:Description pdf:Keywords="one two"><dc:subject><rdf:Bag><rdf:li>one</rdf:li><rdf:li>two</rdf:li></rdf:Bag></dc:subject></rdf:Description>`),
			map[string]string{"Keywords": "one two"}},
		{"Keywords as a list", packet(`<rdf:Description><dc:subject><rdf:Bag><rdf:li>one</rdf:li><rdf:li>two</rdf:li></rdf:Bag></dc:subject></rdf:Description>`),
			map[string]string{"Keywords": "one, two"}},
		{"First of several", packet(`<rdf:Description><dc:title><rdf:Alt><rdf:li xml:lang="fr">Un</rdf:li><rdf:li xml:lang="de">Eins</rdf:li></rdf:Alt></dc:title></rdf:Description>`),
			map[string]string{"Title": "Un"}},
		{"A title of a part", packet(`<rdf:Description><mm:DerivedFrom><rdf:Description dc:title="No"/></mm:DerivedFrom></rdf:Description>`), map[string]string{}},
		{"Other namespaces", `<a xmlns="x"><title>No</title></a>`, map[string]string{}},
		{"Nothing", "", map[string]string{}},
		{"Words", "no packet", nil},
		{"Cut", packet(elements)[:900], nil},
		{"Entities", `<!DOCTYPE x [<!ENTITY a "aaaa">]>` + packet(`<rdf:Description pdf:Producer="&a;"/>`), nil},
		{"Unknown entity", packet(`<rdf:Description><pdf:Producer>&a;</pdf:Producer></rdf:Description>`), nil},
		{"Deep", strings.Repeat("<a>", 100) + strings.Repeat("</a>", 100), nil},
		{"Long", packet(strings.Repeat(" ", 5<<20)), nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := xmp.Read([]byte(tt.packet)); !maps.Equal(got, tt.want) {
				t.Errorf("%v, want %v", got, tt.want)
			}
		})
	}
}

func TestEncodings(t *testing.T) {
	text := packet(`<rdf:Description><pdf:Producer>Čapek</pdf:Producer></rdf:Description>`)
	units := utf16.Encode([]rune(text))
	var big, little []byte
	for _, u := range units {
		big = append(big, byte(u>>8), byte(u))
		little = append(little, byte(u), byte(u>>8))
	}
	for name, data := range map[string][]byte{
		"UTF-8": []byte(text), "UTF-8 with a mark": []byte("\uFEFF" + text), "big": big, "little": little,
		"big with a mark": append([]byte{0xFE, 0xFF}, big...),
	} {
		if got := xmp.Read(data)["Producer"]; got != "Čapek" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(packet(`<rdf:Description pdf:Producer="x"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">T</rdf:li></rdf:Alt></dc:title></rdf:Description>`)))
	f.Add([]byte(strings.Repeat("<a>", 40)))
	f.Add([]byte("\xfe\xff\x00<\x00a\x00/\x00>"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for name, value := range xmp.Read(data) {
			if value == "" || len(value) > 100<<20 || strings.TrimSpace(value) != value {
				t.Errorf("%s: %q", name, value)
			}
		}
	})
}
