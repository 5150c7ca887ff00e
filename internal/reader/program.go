package reader

import (
	"bytes"
	"encoding/binary"
	"strings"

	"github.com/octavo-dev/octavo/internal/compound"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/markup"
)

// program is what an older or open file says it was written with. A converted file names the converter there, which
// keeps everything else that a file says about itself.
func program(f format.File, kind string) string {
	switch kind {
	case "odt", "ods", "odp":
		return generator(f)
	case "doc", "xls", "ppt":
		return application(f)
	}
	return ""
}

// openNames are the names that the properties of an OpenDocument file are written in.
var openNames = markup.Names{Spaces: map[string]string{"urn:oasis:names:tc:opendocument:xmlns:meta:1.0": "meta", "urn:oasis:names:tc:opendocument:xmlns:office:1.0": "office"}}

// generator is the program in the properties of an OpenDocument file.
func generator(f format.File) string {
	name := ""
	r := markup.NewReader(bytes.NewReader(openPart(f, "meta.xml")), &openNames)
	r.Root()
	for range r.Children() {
		for child := range r.Children() {
			if child == "meta:generator" {
				name = strings.TrimSpace(r.String(maxHead))
			}
		}
	}
	return name
}

// application is the program in the summary of a compound file: a list of properties by number, behind two heads.
func application(f format.File) string {
	const (
		section = 44 // where the place of the list stands
		name    = 18 // number of the property
		text    = 30 // type of its value
	)
	file, err := compound.Open(f.Data, f.Size)
	if err != nil {
		return ""
	}
	e := file.Root.Child("\x05SummaryInformation")
	if e == nil {
		return ""
	}
	raw, err := file.Read(e, maxPart)
	if err != nil {
		return ""
	}
	list := behind(raw, number(raw, section))
	for i := range min(number(list, 4), len(list)/8) {
		if number(list, 8+8*i) != name {
			continue
		}
		value := behind(list, number(list, 12+8*i))
		if number(value, 0) != text {
			return ""
		}
		words := behind(value, 8)
		words = words[:min(number(value, 4), len(words))]
		return strings.TrimSpace(strings.ToValidUTF8(strings.TrimRight(string(words), "\x00"), ""))
	}
	return ""
}

// behind is what follows a place, nothing where that lies outside.
func behind(b []byte, at int) []byte { return b[min(at, len(b)):] }

// number is the number at a place, 0 where there is none.
func number(b []byte, at int) int {
	if at+4 > len(b) {
		return 0
	}
	return int(binary.LittleEndian.Uint32(b[at:]))
}
