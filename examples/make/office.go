package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
)

// part is one member of an office file.
type part struct{ name, body string }

const xmlHead = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"

const (
	packageTypes = "http://schemas.openxmlformats.org/package/2006/content-types"
	relationType = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	relations    = "http://schemas.openxmlformats.org/package/2006/relationships"
	application  = "application/vnd.openxmlformats-officedocument."
)

// office packs parts without compressing them, so that the bytes are the same everywhere.
func office(parts ...part) []byte {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, p := range parts {
		member, err := w.CreateHeader(&zip.FileHeader{Name: p.name, Method: zip.Store})
		if err == nil {
			_, err = member.Write([]byte(xmlHead + p.body))
		}
		if err != nil {
			panic(err) // a buffer takes everything
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// types names the kinds of parts: pairs of a name and the end of its type.
func types(pairs ...string) part {
	var b strings.Builder
	for i := 0; i+1 < len(pairs); i += 2 {
		fmt.Fprintf(&b, `<Override PartName="/%s" ContentType="%s%s+xml"/>`, pairs[i], application, pairs[i+1])
	}
	return part{"[Content_Types].xml", `<Types xmlns="` + packageTypes + `"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Default Extension="xml" ContentType="application/xml"/>` + b.String() + `</Types>`}
}

// related is the relations of a part: pairs of a kind and a target, numbered rId1 and so on.
func related(name string, pairs ...string) part {
	var b strings.Builder
	for i := 0; i+1 < len(pairs); i += 2 {
		fmt.Fprintf(&b, `<Relationship Id="rId%d" Type="%s/%s" Target="%s"/>`, i/2+1, relationType, pairs[i], pairs[i+1])
	}
	return part{name, `<Relationships xmlns="` + relations + `">` + b.String() + `</Relationships>`}
}
