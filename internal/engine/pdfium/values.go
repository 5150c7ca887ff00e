//go:build cgo

package pdfium

// #include "shim.h"
import "C"

import (
	"strings"
	"unicode/utf16"
	"unsafe"

	"github.com/octavo-dev/octavo/internal/engine"
)

// heap holds the texts of a page or document.
type heap []byte

func heapOf(l C.oct_list) heap { return view[byte](l) }

// wide decodes UTF-16LE; what is no valid text becomes U+FFFD.
func (h heap) wide(t C.oct_text) string {
	b := h[t.at : t.at+t.n]
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = uint16(b[2*i]) | uint16(b[2*i+1])<<8
	}
	return strings.TrimRight(string(utf16.Decode(units)), "\x00")
}

func (h heap) narrow(t C.oct_text) string {
	return strings.ToValidUTF8(string(h[t.at:t.at+t.n]), "\uFFFD")
}

func boxOf(b C.oct_box) engine.Box { return *(*engine.Box)(unsafe.Pointer(&b)) }

func fontOf(h heap, f C.oct_font) engine.Font {
	font := describe(h.narrow(f.name), h.narrow(f.family), int(f.flags), int(f.weight), int(f.angle))
	font.Embedded = f.embedded != 0
	return font
}

// kinds are the names of annotation subtypes by PDFium's numbers.
var kinds = [...]string{
	"", "Text", "Link", "FreeText", "Line", "Square", "Circle", "Polygon", "PolyLine", "Highlight", "Underline", "Squiggly",
	"StrikeOut", "Stamp", "Caret", "Ink", "Popup", "FileAttachment", "Sound", "Movie", "Widget", "Screen", "PrinterMark",
	"TrapNet", "Watermark", "3D", "RichMedia", "XFAWidget", "Redact",
}

func annotationOf(h heap, quads []engine.Quad, a C.oct_annot) engine.Annotation {
	const hidden = 1<<1 | 1<<5 // Hidden, NoView
	kind := ""
	if a.kind > 0 && int(a.kind) < len(kinds) {
		kind = kinds[a.kind]
	}
	return engine.Annotation{
		Kind: kind, Box: boxOf(a.box), Quads: append([]engine.Quad(nil), quads[a.first:a.first+a.count]...),
		Color: engine.Color(a.color), Contents: h.wide(a.contents), Author: h.wide(a.author), Subject: h.wide(a.subject),
		Name: h.wide(a.name), Created: h.wide(a.created), Modified: h.wide(a.modified),
		Hidden: a.flags&hidden != 0, Index: int(a.index), ReplyTo: int(a.reply_to),
	}
}

func widgetOf(h heap, options []engine.Option, w C.oct_widget) engine.Widget {
	return engine.Widget{
		Kind: engine.WidgetKind(w.kind), Box: boxOf(w.box), Name: h.wide(w.name), Title: h.wide(w.title),
		Value: h.wide(w.value), Export: h.wide(w.export_value), Checked: w.checked != 0, Hidden: w.hidden != 0,
		Flags: uint32(w.flags), Size: float32(w.size), Index: int(w.index),
		Options: options[w.first : w.first+w.count : w.first+w.count],
	}
}
