package wasm

import "github.com/octavo-dev/octavo/internal/engine"

// PDFium's numbers.
const (
	textKind, pathKind, imageKind, formKind                  = 1, 2, 3, 5
	linkKind, freeTextKind, stampKind, popupKind, widgetKind = 2, 3, 13, 16, 20
	dictionaryType, referenceType                            = 6, 9
	actionGoTo, actionURI                                    = 1, 3
)

func (m *machine) outRect() rect {
	return rect{left: m.outFloat(0), top: m.outFloat(1), right: m.outFloat(2), bottom: m.outFloat(3)}
}

func (m *machine) outMatrix() matrix {
	return matrix{m.outFloat(0), m.outFloat(1), m.outFloat(2), m.outFloat(3), m.outFloat(4), m.outFloat(5)}
}

func (m *machine) matrixOf(object uint64) (matrix, bool) {
	if !m.did("FPDFPageObj_GetMatrix", object, m.out) {
		return matrix{}, false
	}
	return m.outMatrix(), true
}

// color asks a function that puts red, green, blue and alpha; where it fails nothing is painted.
func (m *machine) color(name string, args ...uint64) engine.Color {
	var all [8]uint64
	n := copy(all[:], args)
	if !m.did(name, append(all[:n], m.out, m.out+4, m.out+8, m.out+12)...) {
		return 0
	}
	part := func(i int) engine.Color { return engine.Color(m.outUint(i) & 255) }
	return part(0)<<24 | part(1)<<16 | part(2)<<8 | part(3)
}

// pageOf is the number of the page, from 1, that a destination leads to, or 0.
func (m *machine) pageOf(document, destination uint64) int {
	if destination == 0 {
		return 0
	}
	return max(m.count("FPDFDest_GetDestPageIndex", document, destination)+1, 0)
}
