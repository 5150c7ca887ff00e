// Package typeface holds the fonts that text is drawn with: measured, cut down to the letters in use, written into PDF files.
package typeface

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
)

// Face is a TrueType font file. It is one of this machine's, not of a document.
type Face struct {
	name    string // as PDF files name it, without blanks
	tables  map[string][]byte
	em      float64 // units of the file in one em
	glyphs  int
	metrics int // glyphs with an advance of their own
	long    bool
	letters map[rune]uint16
}

var errFace = errors.New("not a TrueType font")

// Read reads a font file.
func Read(path string) (*Face, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read a font: %w", err)
	}
	f, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("read the font %s: %w", path, err)
	}
	return f, nil
}

func parse(data []byte) (*Face, error) {
	if len(data) < 12 || binary.BigEndian.Uint32(data) != 0x00010000 {
		return nil, errFace
	}
	f := &Face{tables: map[string][]byte{}}
	for i := range int(binary.BigEndian.Uint16(data[4:])) {
		at := 12 + 16*i
		if at+16 > len(data) {
			return nil, errFace
		}
		from, size := binary.BigEndian.Uint32(data[at+8:]), binary.BigEndian.Uint32(data[at+12:])
		if uint64(from)+uint64(size) > uint64(len(data)) {
			return nil, errFace
		}
		f.tables[string(data[at:at+4])] = data[from : from+size]
	}
	for name, least := range map[string]int{"head": 54, "hhea": 36, "maxp": 6, "hmtx": 4, "loca": 4, "glyf": 1, "cmap": 4} {
		if len(f.tables[name]) < least {
			return nil, errFace
		}
	}
	f.em = float64(binary.BigEndian.Uint16(f.tables["head"][18:]))
	f.long = f.tables["head"][51] == 1
	f.glyphs = int(binary.BigEndian.Uint16(f.tables["maxp"][4:]))
	f.metrics = int(binary.BigEndian.Uint16(f.tables["hhea"][34:]))
	if f.em == 0 || f.metrics == 0 || len(f.tables["hmtx"]) < 4*f.metrics || len(f.tables["loca"]) < f.width()*(f.glyphs+1) {
		return nil, errFace
	}
	f.name = f.called()
	f.letters = letters(f.tables["cmap"])
	return f, nil
}

// width is how many bytes the place of a glyph takes.
func (f *Face) width() int {
	if f.long {
		return 4
	}
	return 2
}

// Has reports whether the font can show a letter.
func (f *Face) Has(r rune) bool { return f.letters[r] != 0 }

// Advance is how far a letter moves on, in ems.
func (f *Face) Advance(r rune) float64 { return f.advance(f.letters[r]) }

func (f *Face) advance(glyph uint16) float64 {
	i := min(int(glyph), f.metrics-1)
	return float64(binary.BigEndian.Uint16(f.tables["hmtx"][4*i:])) / f.em
}

// Ascent is how far letters reach above their line, in ems.
func (f *Face) Ascent() float64 { return f.signed("hhea", 4) }

// Descent is how far letters reach below their line, in ems.
func (f *Face) Descent() float64 { return -f.signed("hhea", 6) }

func (f *Face) signed(table string, at int) float64 {
	return float64(int16(binary.BigEndian.Uint16(f.tables[table][at:]))) / f.em
}

// called is the PostScript name of the font.
func (f *Face) called() string {
	t := f.tables["name"]
	if len(t) < 6 {
		return "Font"
	}
	store := int(binary.BigEndian.Uint16(t[4:]))
	for i := range int(binary.BigEndian.Uint16(t[2:])) {
		at := 6 + 12*i
		if at+12 > len(t) {
			break
		}
		platform, id := binary.BigEndian.Uint16(t[at:]), binary.BigEndian.Uint16(t[at+6:])
		size, from := int(binary.BigEndian.Uint16(t[at+8:])), store+int(binary.BigEndian.Uint16(t[at+10:]))
		if id != 6 || platform != 3 || from+size > len(t) {
			continue
		}
		var name []byte
		for k := from + 1; k < from+size; k += 2 {
			name = append(name, t[k])
		}
		return string(name)
	}
	return "Font"
}
