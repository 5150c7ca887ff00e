//go:build cgo

package pdfium

// #include "shim.h"
import "C"

import (
	"slices"
	"unsafe"

	"github.com/octavo-dev/octavo/internal/engine"
)

// The lists of characters and path segments are taken over as they lie in memory.
const (
	_ = -(unsafe.Sizeof(engine.Char{}) ^ C.sizeof_oct_char)
	_ = -(unsafe.Sizeof(engine.Segment{}) ^ C.sizeof_oct_segment)
	_ = -(unsafe.Offsetof(engine.Char{}.Object) ^ C.offset_char_object)
	_ = -(unsafe.Offsetof(engine.Char{}.Element) ^ C.offset_char_element)
)

// Page reads everything that stands on page n, counted from 1.
func (d *Document) Page(n int) (*engine.Page, error) {
	if d.openRead {
		d.closePage()
	}
	c, err := d.openPage(n)
	if err != nil {
		return nil, err
	}
	d.openRead = true
	if code := C.oct_read_page(c); code != C.OCT_OK {
		return nil, pageProblem(n, code)
	}
	heap := heapOf(c.heap)
	page := &engine.Page{
		Number: n, Label: heap.wide(c.label),
		Width: float32(c.width), Height: float32(c.height), Rotation: int(c.rotation),
		Chars:   slices.Clone(view[engine.Char](c.chars)),
		Dropped: int(c.dropped),
	}
	page.Fonts = each(c.fonts, func(f C.oct_font) engine.Font { return fontOf(heap, f) })
	segments := slices.Clone(view[engine.Segment](c.segments))
	page.Paths = each(c.paths, func(p C.oct_path) engine.Path {
		return engine.Path{
			Box: boxOf(p.box), Visible: boxOf(p.visible), Segments: segments[p.first : p.first+p.count : p.first+p.count],
			Fill: engine.Color(p.fill), Stroke: engine.Color(p.stroke), Width: float32(p.width),
			Object: int32(p.object), Element: uint16(p.element), Annotation: p.annotation != 0,
		}
	})
	page.Images = each(c.images, func(i C.oct_image) engine.Image {
		return engine.Image{
			Box: boxOf(i.box), Visible: boxOf(i.visible), Width: int32(i.width), Height: int32(i.height),
			DPIX: float32(i.dpi_x), DPIY: float32(i.dpi_y), Angle: float32(i.angle),
			Object: int32(i.object), Element: uint16(i.element), Annotation: i.annotation != 0,
		}
	})
	page.Links = each(c.links, func(l C.oct_link) engine.Link {
		return engine.Link{Box: boxOf(l.box), URI: heap.narrow(l.uri), Page: int(l.page)}
	})
	quads := view[engine.Quad](c.quads)
	page.Annotations = each(c.annots, func(a C.oct_annot) engine.Annotation { return annotationOf(heap, quads, a) })
	options := each(c.options, func(o C.oct_option) engine.Option {
		return engine.Option{Label: heap.wide(o.label), Selected: o.selected != 0}
	})
	page.Elements = each(c.elements, func(e C.oct_element) engine.Element {
		return engine.Element{
			Kind: heap.wide(e.kind), Parent: int(e.parent), Title: heap.wide(e.title), Alt: heap.wide(e.alt),
			Text: heap.wide(e.text), Language: heap.wide(e.language), RowSpan: int(e.row_span), ColSpan: int(e.col_span),
		}
	})
	page.Widgets = each(c.widgets, func(w C.oct_widget) engine.Widget { return widgetOf(heap, options, w) })
	return page, nil
}

// view shows a list of the shim as a slice, which is good until the page is closed.
func view[T any](l C.oct_list) []T {
	return unsafe.Slice((*T)(l.at), int(l.n))
}

func each[From, To any](l C.oct_list, to func(From) To) []To {
	from := view[From](l)
	if len(from) == 0 {
		return nil
	}
	all := make([]To, len(from))
	for i := range from {
		all[i] = to(from[i])
	}
	return all
}
