package pdfout

import (
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/octavo-dev/octavo/internal/doc"
)

// letters writes words and remembers which characters they used. A code of the font is the place of a character in
// order of first use.
type letters struct {
	codes map[rune]int
	runes []rune // by code, from 1
}

const mostCodes = 65535

func (l *letters) code(r rune) int {
	if n, ok := l.codes[r]; ok {
		return n
	}
	if len(l.runes) == mostCodes {
		return mostCodes // there are not so many characters in the world's scripts together
	}
	if l.codes == nil {
		l.codes = map[rune]int{}
	}
	l.runes = append(l.runes, r)
	l.codes[r] = len(l.runes)
	return len(l.runes)
}

func (l *letters) hex(text []rune) string {
	var b strings.Builder
	for _, r := range text {
		fmt.Fprintf(&b, "%04X", l.code(r))
	}
	return b.String()
}

// write shows words as invisible text on a page of so many points. Each is stretched to its box and followed by a
// space, because some readers tell words apart by spaces alone.
func (l *letters) write(b *strings.Builder, words []doc.Word, width, height float64) {
	if len(words) == 0 {
		return
	}
	b.WriteString("BT 3 Tr\n")
	for _, w := range words {
		text := drawn(w.Text)
		p := placed(w, len(text), width, height)
		if len(text) == 0 || !(p.size > 0 && p.width > 0) {
			continue
		}
		// A space of a fifth of the height fits between words in nearly all print.
		stretch := p.width / (float64(len(text)) * p.size * advance / 1000)
		fmt.Fprintf(b, "/T %s Tf %s Tz %s %s %s %s %s %s Tm <%s> Tj %s Tz <%s> Tj\n",
			number(p.size), number(100*stretch), number(p.cos), number(p.sin), number(-p.sin), number(p.cos), number(p.x), number(p.y),
			l.hex(text), number(100*0.2*1000/advance), l.hex([]rune{' '}))
	}
	b.WriteString("ET\n")
}

// drawn is text in the order in which it is drawn from left to right: readers turn right-to-left scripts back.
func drawn(text string) []rune {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	for _, r := range runes {
		if unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko) {
			for i, j := 0, len(runes)-1; i < j; i, j = i+1, j-1 {
				runes[i], runes[j] = runes[j], runes[i]
			}
			break
		}
		if unicode.IsLetter(r) {
			break
		}
	}
	return runes
}

// place is where a word's baseline begins and runs to, and how high its letters stand.
type place struct{ x, y, cos, sin, width, size float64 }

// placed finds the turned rectangle of which a word's box is the upright hull.
func placed(w doc.Word, letters int, width, height float64) place {
	sin, cos := math.Sincos(float64(w.Rotation) * math.Pi / 180)
	across, down := w.Box.Width*width, w.Box.Height*height
	s, c := math.Abs(sin), math.Abs(cos)
	p := place{cos: cos, sin: sin}
	if d := c*c - s*s; math.Abs(d) > 0.1 {
		p.width, p.size = (across*c-down*s)/d, (down*c-across*s)/d
	}
	if !(p.width > 0 && p.size > 0) {
		// Near 45 degrees many rectangles share a hull, and some hulls have none: take letters half as wide as high.
		ratio := float64(max(letters, 1)) * advance / 1000
		p.size = math.Min(across/(ratio*c+s), down/(ratio*s+c))
		p.width = ratio * p.size
	}
	middleX, middleY := (w.Box.Left+w.Box.Width/2)*width, (1-w.Box.Top-w.Box.Height/2)*height
	toX, toY := p.width/2, p.size*(ascent+descent)/2000
	p.x, p.y = middleX-cos*toX+sin*toY, middleY-sin*toX-cos*toY
	return p
}

// finish writes the font with the table that gives its codes their characters.
func (l *letters) finish(w *Writer) {
	file := blank()
	embedded := w.deflated(w.next(), fmt.Sprintf("/Length1 %d", len(file)), file)
	glyphs := w.deflated(w.next(), "", []byte(strings.Repeat("\x00\x01", len(l.runes)+1)))
	table := w.deflated(w.next(), "", []byte(l.table()))
	descriptor := w.object(w.next(), fmt.Sprintf("<</Type/FontDescriptor/FontName/Blank/Flags 4/FontBBox[0 %d %d %d]/ItalicAngle 0"+
		"/Ascent %d/Descent %d/CapHeight %d/StemV 80/MissingWidth %d/FontFile2 %d 0 R>>", descent, advance, ascent, ascent, descent, ascent, advance, embedded))
	below := w.object(w.next(), fmt.Sprintf("<</Type/Font/Subtype/CIDFontType2/BaseFont/Blank/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"+
		"/DW %d/CIDToGIDMap %d 0 R/FontDescriptor %d 0 R>>", advance, glyphs, descriptor))
	w.object(font, fmt.Sprintf("<</Type/Font/Subtype/Type0/BaseFont/Blank/Encoding/Identity-H/DescendantFonts[%d 0 R]/ToUnicode %d 0 R>>", below, table))
}

func (l *letters) table() string {
	var b strings.Builder
	b.WriteString("/CIDInit/ProcSet findresource begin 12 dict begin begincmap\n" +
		"/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n/CMapName/Adobe-Identity-UCS def /CMapType 2 def\n" +
		"1 begincodespacerange <0000> <FFFF> endcodespacerange\n")
	const most = 100 // entries of one section
	for from := 0; from < len(l.runes); from += most {
		some := l.runes[from:min(from+most, len(l.runes))]
		fmt.Fprintf(&b, "%d beginbfchar\n", len(some))
		for i, r := range some {
			fmt.Fprintf(&b, "<%04X> <", from+i+1)
			for _, unit := range utf16.AppendRune(nil, r) {
				fmt.Fprintf(&b, "%04X", unit)
			}
			b.WriteString(">\n")
		}
		b.WriteString("endbfchar\n")
	}
	b.WriteString("endcmap CMapName currentdict/CMap defineresource pop end end\n")
	return b.String()
}
