// Package xmp reads the document properties in an XMP packet.
package xmp

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"unicode/utf16"
)

// Bounds of a packet. Real ones are a few kilobytes; edited images carry histories of some more.
const (
	mostBytes = 4 << 20
	mostDepth = 32
	mostText  = 64 << 10 // of one property
)

const rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"

// names gives the properties that are read the names they have in a PDF information dictionary. Where two lead to one
// name, the later in the list wins.
var names = []struct{ space, local, name string }{
	{"http://purl.org/dc/elements/1.1/", "title", "Title"},
	{"http://purl.org/dc/elements/1.1/", "creator", "Author"},
	{"http://purl.org/dc/elements/1.1/", "description", "Subject"},
	{"http://purl.org/dc/elements/1.1/", "subject", "Keywords"},
	{"http://ns.adobe.com/pdf/1.3/", "Keywords", "Keywords"},
	{"http://ns.adobe.com/pdf/1.3/", "Producer", "Producer"},
	{"http://ns.adobe.com/xap/1.0/", "CreatorTool", "Creator"},
	{"http://ns.adobe.com/xap/1.0/", "CreateDate", "CreationDate"},
	{"http://ns.adobe.com/xap/1.0/", "ModifyDate", "ModDate"},
}

// Read gives the properties by their names in a PDF information dictionary; dates stay as the packet spells them. It
// gives none for what is no sound packet. Entities and document types, which may grow or lead outside, end the reading.
func Read(packet []byte) map[string]string {
	if len(packet) > mostBytes {
		return nil
	}
	r := reading{found: map[xml.Name][]item{}}
	d := xml.NewDecoder(bytes.NewReader(utf8(packet)))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return r.properties()
		}
		if err != nil || !r.take(token) {
			return nil
		}
	}
}

// item is one value of a property.
type item struct {
	text      string
	isDefault bool // among values in several languages, the one for all others
}

type reading struct {
	path  []xml.Name
	text  strings.Builder
	inAll bool // the language of the value being read is x-default
	found map[xml.Name][]item
}

// take follows one token. It returns false when there is no use in reading on.
func (r *reading) take(token xml.Token) bool {
	switch t := token.(type) {
	case xml.Directive:
		return false
	case xml.StartElement:
		if len(r.path) == mostDepth {
			return false
		}
		r.path = append(r.path, t.Name)
		r.text.Reset()
		r.start(t)
	case xml.CharData:
		if r.text.Len()+len(t) <= mostText {
			r.text.Write(t)
		}
	case xml.EndElement:
		r.end()
		r.text.Reset()
		r.path = r.path[:len(r.path)-1]
	}
	return true
}

func (r *reading) start(t xml.StartElement) {
	r.inAll = false
	for _, a := range t.Attr {
		if a.Name.Local == "lang" {
			r.inAll = a.Value == "x-default"
		}
	}
	// Properties may be attributes of a description.
	if _, below := r.property(); below == 0 && t.Name == (xml.Name{Space: rdf, Local: "Description"}) {
		for _, a := range t.Attr {
			r.add(a.Name, a.Value)
		}
	}
}

// property is the property that is being read, and how far below the descriptions it stands, at 1.
func (r *reading) property() (name xml.Name, below int) {
	for i, n := range r.path {
		if n.Space == rdf && n.Local == "RDF" {
			switch below = len(r.path) - i - 2; {
			case below < 0:
				return name, -1
			case below > 0:
				return r.path[i+2], below
			}
			return name, 0
		}
	}
	return name, -1
}

func (r *reading) end() {
	name, below := r.property()
	// A property's own text, or that of the items of its list.
	if below == 1 || below == 3 && r.path[len(r.path)-1] == (xml.Name{Space: rdf, Local: "li"}) {
		r.add(name, r.text.String())
	}
}

func (r *reading) add(name xml.Name, text string) {
	const mostItems = 1000
	text = strings.Join(strings.Fields(text), " ")
	if text != "" && len(text) <= mostText && len(r.found[name]) < mostItems && wanted(name) {
		r.found[name] = append(r.found[name], item{text, r.inAll})
	}
}

func wanted(name xml.Name) bool {
	for _, n := range names {
		if n.space == name.Space && n.local == name.Local {
			return true
		}
	}
	return false
}

func (r *reading) properties() map[string]string {
	all := map[string]string{}
	for _, n := range names {
		items := r.found[xml.Name{Space: n.space, Local: n.local}]
		if len(items) == 0 {
			continue
		}
		texts := make([]string, len(items))
		for i, one := range items {
			texts[i] = one.text
		}
		switch n.name {
		case "Author", "Keywords":
			all[n.name] = strings.Join(texts, ", ")
		default:
			all[n.name] = texts[0]
			for _, one := range items {
				if one.isDefault {
					all[n.name] = one.text
				}
			}
		}
	}
	return all
}

// utf8 turns packets in UTF-16, which say so by their first bytes, and takes off what stands before the first tag.
func utf8(packet []byte) []byte {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(packet, []byte{0xFE, 0xFF}), bytes.HasPrefix(packet, []byte{0, '<'}):
		order = binary.BigEndian
	case bytes.HasPrefix(packet, []byte{0xFF, 0xFE}), bytes.HasPrefix(packet, []byte{'<', 0}):
		order = binary.LittleEndian
	}
	if order != nil {
		units := make([]uint16, len(packet)/2)
		for i := range units {
			units[i] = order.Uint16(packet[2*i:])
		}
		packet = []byte(string(utf16.Decode(units)))
	}
	if at := bytes.IndexByte(packet, '<'); at > 0 {
		packet = packet[at:]
	}
	return packet
}
