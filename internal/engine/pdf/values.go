package pdf

import (
	"fmt"
	"strings"
	"unicode/utf16"
)

// kinds are the names of annotation subtypes by PDFium's numbers.
var kinds = [...]string{
	"", "Text", "Link", "FreeText", "Line", "Square", "Circle", "Polygon", "PolyLine", "Highlight", "Underline", "Squiggly",
	"StrikeOut", "Stamp", "Caret", "Ink", "Popup", "FileAttachment", "Sound", "Movie", "Widget", "Screen", "PrinterMark",
	"TrapNet", "Watermark", "3D", "RichMedia", "XFAWidget", "Redact",
}

// AnnotationKind is the name of an annotation's subtype, "" for one that PDFium does not know.
func AnnotationKind(number int) string {
	if number < 0 || number >= len(kinds) {
		return ""
	}
	return kinds[number]
}

// Hidden tells by an annotation's flags whether it is hidden from the reader.
func Hidden(flags int) bool {
	const hidden, noView = 1 << 1, 1 << 5
	return flags&(hidden|noView) != 0
}

// Version spells the version of the format that PDFium gives as ten times its number, "" for none.
func Version(number int) string {
	if number <= 0 {
		return ""
	}
	return fmt.Sprintf("%d.%d", number/10, number%10)
}

// UTF16 decodes little-endian units; what is no valid text becomes U+FFFD.
func UTF16(b []byte) string {
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = uint16(b[2*i]) | uint16(b[2*i+1])<<8
	}
	return strings.TrimRight(string(utf16.Decode(units)), "\x00")
}
