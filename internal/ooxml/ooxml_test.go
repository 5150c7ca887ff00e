package ooxml_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/markup"
	"github.com/octavo-dev/octavo/internal/ooxml"
	"github.com/octavo-dev/octavo/internal/ooxml/ooxmltest"
)

func open(t testing.TB, content string) (*ooxml.Package, error) {
	t.Helper()
	return ooxml.Open(t.Context(), strings.NewReader(content), int64(len(content)), ooxml.Limits{})
}

func sound() ooxmltest.Parts {
	return ooxmltest.Parts{
		"[Content_Types].xml": ooxmltest.Types("word/document.xml", "main"),
		"_rels/.rels":         ooxmltest.Relations("r1", "officeDocument", "word/document.xml", "r2", "core-properties", "/docProps/core.xml", "r3", "extended-properties", "docProps/app.xml"),
		"word/document.xml":   "<x>text</x>",
		"word/_rels/document.xml.rels": ooxmltest.Relations(
			"a", "image", "media/a.png", "b", "hyperlink", "http://canary.test/x", "c", "image", "../../../etc/passwd", "d", "styles", "/word/styles.xml#x", "e", "image", "file:///etc/passwd"),
		"docProps/core.xml": `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">` +
			`<dc:title> A title </dc:title><dc:creator>Ann</dc:creator><dc:subject>S</dc:subject><cp:keywords>a, b</cp:keywords><cp:lastModifiedBy>Bob</cp:lastModifiedBy>` +
			`<dcterms:created>2020-01-02T03:04:05Z</dcterms:created><dcterms:modified>sometime</dcterms:modified></cp:coreProperties>`,
		"docProps/app.xml": `<Properties xmlns="http://purl.oclc.org/ooxml/officeDocument/extendedProperties"><Application>Writer</Application></Properties>`,
	}
}

func TestPackage(t *testing.T) {
	p, err := open(t, sound().Zip(t))
	if err != nil {
		t.Fatal(err)
	}
	main, err := p.Main()
	if err != nil || main != "word/document.xml" || p.Type(main) != "main" || p.Type("/docProps/app.xml") != "application/xml" {
		t.Errorf("%s %s %v", main, p.Type(main), err)
	}
	if !p.Has("/WORD/Document.xml") || p.Has("x") || p.Size(main) != 11 {
		t.Error("names of parts are equal without regard to case and leading slash")
	}
	relations, err := p.Relations(main)
	want := ooxml.Relations{
		{ID: "a", Kind: "image", Target: "word/media/a.png"}, {ID: "b", Kind: "hyperlink", Target: "http://canary.test/x", External: true},
		{ID: "c", Kind: "image", Target: "etc/passwd"}, {ID: "d", Kind: "styles", Target: "word/styles.xml"},
		{ID: "e", Kind: "image", Target: "file:///etc/passwd", External: true},
	}
	if diff := cmp.Diff(want, relations); diff != "" || err != nil {
		t.Error(diff, err)
	}
	properties, err := p.Properties()
	if diff := cmp.Diff(doc.Properties{
		Title: "A title", Author: "Ann", Subject: "S", Keywords: "a, b", LastModifiedBy: "Bob", Creator: "Writer", Created: "2020-01-02T03:04:05Z",
	}, properties); diff != "" || err != nil {
		t.Error(diff, err)
	}
	if err := p.Read("none.xml", nil); !errors.Is(err, ooxml.ErrMissing) {
		t.Error(err)
	}
}

// drain opens a package and reads a part to its end.
func drain(t *testing.T, content, name string) error {
	t.Helper()
	p, err := open(t, content)
	if err != nil {
		return err
	}
	in, err := p.Open(name)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	_, err = io.Copy(io.Discard, in)
	return err
}

// Fault 22: bombs are refused before they are unpacked, lies when they are.
func TestHostile(t *testing.T) {
	types := ooxmltest.Member{Name: "[Content_Types].xml", Body: []byte(ooxmltest.Types())}
	bomb := ooxmltest.Member{Name: "word/document.xml", Body: make([]byte, 12<<20)}
	ballast := make([]byte, 1<<20)
	for i, x := 0, uint32(1); i < len(ballast); i++ {
		x = x*1664525 + 1013904223
		ballast[i] = byte(x >> 24)
	}
	many := []ooxmltest.Member{types}
	for i := range 10_001 {
		many = append(many, ooxmltest.Member{Name: fmt.Sprint("p", i)})
	}
	sound := ooxmltest.Raw(t, types, ooxmltest.Member{Name: "a.xml", Body: []byte("<x/>")})
	inner := sound
	for range 10 {
		inner = ooxmltest.Raw(t, types, ooxmltest.Member{Name: "inner.docx", Body: []byte(inner)})
	}
	for _, c := range []struct{ name, content, part string }{
		{"NoZip", "PK\x03\x04 but no more", ""},
		{"Cut", sound[:len(sound)-30], ""},
		{"FourGigabytes", ooxmltest.Raw(t, types, ooxmltest.Member{Name: "word/document.xml", Body: []byte("<x/>"), Size: 4<<30 + 1}), ""},
		{"Bomb", ooxmltest.Raw(t, types, bomb), "word/document.xml"},
		{"BombBesideBallast", ooxmltest.Raw(t, types, bomb, ooxmltest.Member{Name: "b.png", Body: ballast}), "word/document.xml"},
		{"LongerThanDeclared", ooxmltest.Raw(t, types, ooxmltest.Member{Name: "a.xml", Body: bytes.Repeat([]byte("x"), 9999), Size: 10}), "a.xml"},
		{"ShorterThanDeclared", ooxmltest.Raw(t, types, ooxmltest.Member{Name: "a.xml", Body: []byte("x"), Size: 500}), "a.xml"},
		{"ManyParts", ooxmltest.Raw(t, many...), ""},
		{"Overlap", ooxmltest.Overlapping(t), ""},
		{"Twice", ooxmltest.Raw(t, types, ooxmltest.Member{Name: "a.xml", Body: []byte("1")}, ooxmltest.Member{Name: "A.xml", Body: []byte("2")}), ""},
		{"NoTypes", ooxmltest.Raw(t, ooxmltest.Member{Name: "a.xml", Body: []byte("1")}), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := drain(t, c.content, c.part); !fault.Is(err, fault.DocumentCorrupt) {
				t.Errorf("got %v", err)
			}
		})
	}
	if err := drain(t, inner, "inner.docx"); err != nil {
		t.Errorf("a package inside a package costs nothing: %v", err)
	}
}

// A directory that goes on behind what the file says of its length is not followed.
func TestLongDirectory(t *testing.T) {
	entry := ooxmltest.Raw(t, ooxmltest.Member{Name: "a"})
	at := strings.Index(entry, "PK\x01\x02")
	end := strings.Index(entry, "PK\x05\x06")
	content := entry[:at] + strings.Repeat(entry[at:end], 600_000) + entry[end:]
	in := &reads{from: strings.NewReader(content)}
	if _, err := ooxml.Open(t.Context(), in, int64(len(content)), ooxml.Limits{}); !fault.Is(err, fault.DocumentCorrupt) || in.bytes > 17<<20 {
		t.Errorf("%v after %d bytes", err, in.bytes)
	}
}

type reads struct {
	from  io.ReaderAt
	bytes int
}

func (r *reads) ReadAt(p []byte, at int64) (int, error) {
	n, err := r.from.ReadAt(p, at)
	r.bytes += n
	return n, err
}

func TestDamagedParts(t *testing.T) {
	for name, body := range map[string]string{
		"Doctype": `<!DOCTYPE x [<!ENTITY a "boom">]><x>&a;</x>`, "Cut": "<x><y>", "Empty": "",
	} {
		parts := sound()
		parts["word/document.xml"] = body
		p, err := open(t, parts.Zip(t))
		if err != nil {
			t.Fatal(err)
		}
		err = p.Read("word/document.xml", func(r *markup.Reader, _ string) error { _ = r.String(100); return nil })
		if !fault.Is(err, fault.DocumentCorrupt) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestStopsWithContext(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	content := sound().Zip(t)
	p, err := ooxml.Open(ctx, strings.NewReader(content), int64(len(content)), ooxml.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	stop()
	err = p.Read("word/document.xml", func(*markup.Reader, string) error { return nil })
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func FuzzOpen(f *testing.F) {
	f.Add([]byte(sound().Zip(f)))
	f.Fuzz(func(t *testing.T, content []byte) {
		p, err := open(t, string(content))
		if err != nil {
			return
		}
		if main, err := p.Main(); err == nil {
			_, _ = p.Relations(main)
			_ = p.Read(main, func(r *markup.Reader, _ string) error { _ = r.String(1000); return nil })
		}
		_, _ = p.Properties()
	})
}
