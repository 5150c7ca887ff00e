package pdfgen

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf16"
)

// Font is one of the four that pages may use.
type Font string

// The fonts.
const (
	Regular Font = "F1"
	Bold    Font = "F2"
	Italic  Font = "F3"
	Fixed   Font = "F4"

	spelledFont Font = "S" // has any character, and no shapes
)

// Turned writes from a place on, at an angle counterclockwise. Text from right to left is given as it is read.
func (s *Sheet) Turned(x, y, degrees float64, text string) {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	s.draw("BT %s rg /%s %g Tf %.5f %.5f %.5f %.5f %g %g Tm %s Tj ET", s.Color, s.face(text), s.Size, cos, sin, -sin, cos, x, s.Height-y, s.encoded(text))
}

// face is the font that has the characters of a text.
func (s *Sheet) face(text string) Font {
	if strings.ContainsFunc(text, beyond) {
		return spelledFont
	}
	return s.Font
}

// beyond reports whether a character is missing in the four fonts.
func beyond(r rune) bool { return r > 0xFF && !slices.Contains(typographic, r) }

// typographic are the characters of WinAnsiEncoding that are not where Latin-1 has them, from code 0x80 on.
var typographic = []rune("€\x00‚ƒ„…†‡ˆ‰Š‹Œ\x00Ž\x00\x00‘’“”•–—˜™š›œ\x00žŸ")

func (s *Sheet) encoded(text string) string {
	if s.face(text) == spelledFont {
		return s.spell(text)
	}
	var out strings.Builder
	for _, r := range text {
		if i := slices.Index(typographic, r); i >= 0 && r != 0 {
			r = rune(0x80 + i)
		}
		out.WriteByte(byte(r))
	}
	return Text(out.String())
}

// spell writes a text in the font that has any character, from left to right as it is seen.
func (s *Sheet) spell(text string) string {
	all := []rune(text)
	if slices.ContainsFunc(all, fromRight) {
		slices.Reverse(all)
	}
	var out strings.Builder
	for _, r := range all {
		code := slices.Index(s.spelled, r)
		if code < 0 {
			code = len(s.spelled)
			s.spelled = append(s.spelled, r)
		}
		fmt.Fprintf(&out, "%04x", code+1)
	}
	return "<" + out.String() + ">"
}

func fromRight(r rune) bool { return r >= 0x0590 && r < 0x0700 }

// spelling adds a font whose codes from 1 on stand for characters.
func (f *File) spelling(all []rune) string {
	var chars, widths strings.Builder
	for i, r := range all {
		fmt.Fprintf(&chars, "<%04x> <", i+1)
		for _, u := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&chars, "%04x", u)
		}
		chars.WriteString(">\n")
		fmt.Fprintf(&widths, "%d ", advance(spelledFont, r))
	}
	unicode := f.AddStream("", fmt.Appendf(nil, "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n"+
		"1 begincodespacerange <0000> <ffff> endcodespacerange\n%d beginbfchar\n%sendbfchar\nendcmap end end", len(all), chars.String()))
	inner := f.Add("<</Type/Font/Subtype/CIDFontType2/BaseFont/Spelled/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>",
		"/W[1[", widths.String(), "]]/FontDescriptor<</Type/FontDescriptor/FontName/Spelled/Flags 4/FontBBox[0 -200 1000 800]",
		"/Ascent 800/Descent -200/ItalicAngle 0/StemV 80/CapHeight 700>>>>")
	return f.Add("<</Type/Font/Subtype/Type0/BaseFont/Spelled/Encoding/Identity-H/DescendantFonts[", inner, "]/ToUnicode ", unicode, ">>")
}

// Measure is how wide a text is.
func (s *Sheet) Measure(text string) float64 {
	font, sum := s.face(text), 0
	for _, r := range text {
		sum += advance(font, r)
	}
	return float64(sum) * s.Size / 1000
}

// The advances of the printable characters of ASCII in thousandths of the size.
var (
	regular = [95]int{
		278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556,
		278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722,
		667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
		222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
	}
	bold = [95]int{
		278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556,
		333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722,
		667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556,
		278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
	}
)

// advance is how wide a character is. Italic ones are taken for regular ones, which are wider.
func advance(f Font, r rune) int {
	switch {
	case f == Fixed:
		return 600
	case f == spelledFont && r >= 0x2E80:
		return 1000
	case f == spelledFont, r < ' ' || r > '~':
		return 500
	case f == Bold:
		return bold[r-' ']
	}
	return regular[r-' ']
}
