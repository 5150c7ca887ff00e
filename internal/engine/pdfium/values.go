//go:build cgo

package pdfium

// #include "shim.h"
import "C"

import (
	"strings"
	"unsafe"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/pdf"
)

// heap holds the texts of a page or document.
type heap []byte

func heapOf(l C.oct_list) heap { return view[byte](l) }

func (h heap) wide(t C.oct_text) string { return pdf.UTF16(h[t.at : t.at+t.n]) }

func (h heap) narrow(t C.oct_text) string {
	return strings.ToValidUTF8(string(h[t.at:t.at+t.n]), "\uFFFD")
}

func boxOf(b C.oct_box) engine.Box { return *(*engine.Box)(unsafe.Pointer(&b)) }

func fontOf(h heap, f C.oct_font) engine.Font {
	font := pdf.Describe(h.narrow(f.name), h.narrow(f.family), int(f.flags), int(f.weight), int(f.angle))
	font.Embedded = f.embedded != 0
	return font
}

func annotationOf(h heap, quads []engine.Quad, a C.oct_annot) engine.Annotation {
	return engine.Annotation{
		Kind: pdf.AnnotationKind(int(a.kind)), Box: boxOf(a.box), Quads: append([]engine.Quad(nil), quads[a.first:a.first+a.count]...),
		Color: engine.Color(a.color), Contents: h.wide(a.contents), Author: h.wide(a.author), Subject: h.wide(a.subject),
		Name: h.wide(a.name), Created: h.wide(a.created), Modified: h.wide(a.modified), State: h.wide(a.state),
		Hidden: pdf.Hidden(int(a.flags)), Index: int(a.index), ReplyTo: int(a.reply_to),
	}
}

func widgetOf(h heap, options []engine.Option, w C.oct_widget) engine.Widget {
	return engine.Widget{
		Kind: engine.WidgetKind(w.kind), Box: boxOf(w.box), Name: h.wide(w.name), Title: h.wide(w.title),
		Value: h.wide(w.value), Export: h.wide(w.export_value), Checked: w.checked != 0, Signed: w.is_signed != 0, Hidden: w.hidden != 0,
		Flags: uint32(w.flags), Size: float32(w.size), Index: int(w.index),
		Options: options[w.first : w.first+w.count : w.first+w.count],
	}
}
