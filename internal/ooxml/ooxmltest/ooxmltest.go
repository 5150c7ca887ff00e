// Package ooxmltest writes small Office Open XML packages for tests.
package ooxmltest

import (
	"archive/zip"
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"
)

// Parts are the parts of a package by their names.
type Parts map[string]string

// Head is how every part of XML begins here.
const Head = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`

// Zip packs parts as they are, in the order of their names.
func (p Parts) Zip(t testing.TB) string {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, name := range slices.Sorted(maps.Keys(p)) {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(p[name]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// Types is a list of content types: pairs of a part's name and its type.
func Types(pairs ...string) string {
	var b strings.Builder
	b.WriteString(Head + `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
		`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>`)
	for i := 0; i+1 < len(pairs); i += 2 {
		b.WriteString(`<Override PartName="/` + pairs[i] + `" ContentType="` + pairs[i+1] + `"/>`)
	}
	return b.String() + "</Types>"
}

// Relations is a part of relations: triples of id, kind and target. A target with a scheme is external.
func Relations(triples ...string) string {
	var b strings.Builder
	b.WriteString(Head + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`)
	for i := 0; i+2 < len(triples); i += 3 {
		b.WriteString(`<Relationship Id="` + triples[i] + `" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/` + triples[i+1] +
			`" Target="` + triples[i+2] + `"`)
		if strings.Contains(triples[i+2], ":") {
			b.WriteString(` TargetMode="External"`)
		}
		b.WriteString("/>")
	}
	return b.String() + "</Relationships>"
}
