package wasm

import (
	"math"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/pdf"
)

const maxChars = 1 << 21

// lettering reads the characters of a page.
type lettering struct {
	*page
	text   uint64
	fonts  map[uint64]int32
	object uint64 // whose values follow
	like   engine.Char
	clip   engine.Box
}

func (p *page) readChars() error {
	l := &lettering{page: p, fonts: map[uint64]int32{}, text: p.call("FPDFText_LoadPage", p.handle)}
	if l.text == 0 {
		return pdf.DamagedPage(p.found.Number, nil)
	}
	n := p.count("FPDFText_CountChars", l.text)
	if n > maxChars {
		p.call("FPDFText_ClosePage", l.text)
		return pdf.TooManyCharacters(p.found.Number)
	}
	if n > 0 { // the number is of characters that were found, not one the file gave
		chars := make([]engine.Char, n)
		for i := range chars {
			chars[i] = l.char(i)
		}
		p.found.Chars = joinHalves(chars)
	}
	p.call("FPDFText_ClosePage", l.text)
	return nil
}

func (l *lettering) char(i int) engine.Char {
	at := uint64(i)
	if object := l.call("FPDFText_GetTextObject", l.text, at); object != l.object || i == 0 {
		l.begin(object, at)
	}
	c := l.like
	c.Rune = rune(l.call("FPDFText_GetUnicode", l.text, at))
	if l.did("FPDFText_GetCharBox", l.text, at, l.out, l.out+8, l.out+16, l.out+24) {
		left, right, bottom, top := l.outDouble(0), l.outDouble(1), l.outDouble(2), l.outDouble(3)
		c.Box = l.display.place(left, bottom, right, top)
	}
	c.Loose = c.Box
	if l.did("FPDFText_GetLooseCharBox", l.text, at, l.out) {
		c.Loose = l.display.rect(l.outRect())
	}
	if l.did("FPDFText_GetCharOrigin", l.text, at, l.out, l.out+8) {
		c.Origin = l.display.at(l.outDouble(0), l.outDouble(1))
	}
	if l.is("FPDFText_IsGenerated", l.text, at) {
		c.Flags |= engine.CharGenerated
		c.Font, c.Object = -1, -1
		return c
	}
	if l.is("FPDFText_IsHyphen", l.text, at) {
		c.Flags |= engine.CharHyphen
		if c.Rune == pdfiumHyphen {
			c.Rune = '-'
		}
	}
	if l.is("FPDFText_HasUnicodeMapError", l.text, at) || unsound(c.Rune) {
		c.Flags |= engine.CharUnmapped
	}
	// The loose box: a space has no ink.
	if apart(c.Loose, engine.Box{X1: l.found.Width, Y1: l.found.Height}) {
		c.Flags |= engine.CharOffPage
	} else if c.Object >= 0 && apart(c.Loose, l.clip) {
		c.Flags |= engine.CharClipped
	}
	return c
}

// begin reads what all characters of one text object share; at is the first of them.
func (l *lettering) begin(object, at uint64) {
	l.object = object
	l.like = engine.Char{Font: -1, Object: -1, Size: 1}
	l.clip = everything
	if object == 0 {
		return
	}
	l.like.Font = l.font(object)
	if mode := l.count("FPDFTextObj_GetTextRenderMode", object); mode >= 0 && mode <= int(engine.TextClip) {
		l.like.Mode = engine.TextMode(mode)
	}
	l.like.Fill = l.color("FPDFPageObj_GetFillColor", object)
	l.like.Stroke = l.color("FPDFPageObj_GetStrokeColor", object)
	if l.did("FPDFText_GetMatrix", l.text, at, l.out) {
		m := l.outMatrix()
		// The size is the raw operand: what is seen also depends on the matrix.
		across, up := m.scale()
		l.like.Size = sound(math.Abs(l.double("FPDFText_GetFontSize", l.text, at)) * up * float64(l.unit))
		if across > 0 && up > 0 && math.Abs(float64(m.a*m.c+m.b*m.d)) > 0.1*across*up {
			l.like.Flags |= engine.CharSlanted
		}
		l.like.Angle = m.then(l.display).angle()
	}
	if known, ok := l.objects[object]; ok {
		l.like.Object, l.clip = known.order, known.clip
		l.like.Element = known.element
		if known.annotation {
			l.like.Flags |= engine.CharAnnotation
		}
		if known.artifact {
			l.like.Flags |= engine.CharArtifact
		}
	}
}

// font is the index of a text object's font in the list of the page.
func (l *lettering) font(object uint64) int32 {
	font := l.call("FPDFTextObj_GetFont", object)
	if font == 0 {
		return -1
	}
	if number, ok := l.fonts[font]; ok {
		return number
	}
	angle := 0
	if l.did("FPDFFont_GetItalicAngle", font, l.out) {
		angle = int(int32(l.outUint(0)))
	}
	f := pdf.Describe(l.narrow("FPDFFont_GetBaseFontName", font), l.narrow("FPDFFont_GetFamilyName", font),
		l.count("FPDFFont_GetFlags", font), l.count("FPDFFont_GetWeight", font), angle)
	f.Embedded = l.is("FPDFFont_GetIsEmbedded", font)
	number := int32(len(l.found.Fonts))
	l.found.Fonts = append(l.found.Fonts, f)
	l.fonts[font] = number
	return number
}

// pdfiumHyphen is what PDFium puts for a hyphen at a line end.
const pdfiumHyphen = 2

// unsound reports whether a value stands for no character: private ones, controls, and what a table says for want of
// one.
func unsound(r rune) bool {
	if r < 0x20 {
		return r != '\t' && r != '\n' && r != '\r'
	}
	return r >= 0x7F && r < 0xA0 || r >= 0xE000 && r < 0xF900 || r >= 0xFFF0 && r <= 0xFFFF || r >= 0xF0000
}

// joinHalves makes one character of the two halves in which PDFium hands out those beyond 16 bits.
func joinHalves(chars []engine.Char) []engine.Char {
	kept := chars[:0]
	for i := 0; i < len(chars); i++ {
		c := chars[i]
		if whole := utf16.DecodeRune(c.Rune, next(chars, i)); whole != utf8.RuneError {
			c.Rune = whole
			i++
		} else if !utf8.ValidRune(c.Rune) {
			c.Rune = utf8.RuneError
			c.Flags |= engine.CharUnmapped
		}
		kept = append(kept, c)
	}
	return kept
}

func next(chars []engine.Char, i int) rune {
	if i+1 < len(chars) {
		return chars[i+1].Rune
	}
	return 0
}
