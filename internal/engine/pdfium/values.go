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

// fontOf reads the flags of a font descriptor. The weight it gives comes from the width of stems and is often
// nonsense, so the name is asked first.
func fontOf(h heap, f C.oct_font) engine.Font {
	const fixed, serif, symbolic, italic, forceBold = 1 << 0, 1 << 1, 1 << 2, 1 << 6, 1 << 18
	name, weight := untagged(h.narrow(f.name)), int(f.weight)
	return engine.Font{
		Name: name, Family: untagged(h.narrow(f.family)), Weight: weight,
		Bold:     says(name, "Bold", "Black", "Heavy", "Demi", "Medi", "Bd", "Blk") || f.flags&forceBold != 0 || weight >= 600 && weight <= 1000,
		Italic:   says(name, "Italic", "Oblique") || f.flags&italic != 0 || f.angle != 0,
		Fixed:    says(name, "Courier", "Mono") || f.flags&fixed != 0,
		Serif:    f.flags&serif != 0,
		Symbolic: f.flags&symbolic != 0,
		Embedded: f.embedded != 0,
	}
}

// untagged takes off the six letters and the plus sign that mark the name of a subset.
func untagged(name string) string {
	if tag, rest, ok := strings.Cut(name, "+"); ok && len(tag) == 6 && strings.ToUpper(tag) == tag {
		return rest
	}
	return name
}

func says(name string, words ...string) bool {
	for _, word := range words {
		if strings.Contains(name, word) || len(word) > 3 && strings.Contains(strings.ToLower(name), strings.ToLower(word)) {
			return true
		}
	}
	return false
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
