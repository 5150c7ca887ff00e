package enginetest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

// Text in forms is clipped and off the page as text of the page is, however forms and page are turned.
func testSeen(t *testing.T, e Engine) {
	for _, degrees := range []int{0, 90, 180, 270} {
		t.Run(fmt.Sprint(degrees), func(t *testing.T) {
			f := &pdfgen.File{}
			shows := func(entries, content string) string {
				return f.AddStream("/Type/XObject/Subtype/Form"+entries+"/Resources<</Font<</F1 4 0 R>>/XObject<</In "+f.Next(-1)+">>>>", []byte(content))
			}
			// Text at (10, 10) is in sight, what stands beyond x = 100 is cut off by the box, and a clip cuts one more.
			shows("/BBox[0 0 100 50]", "BT /F1 10 Tf 1 0 0 1 10 10 Tm (kept) Tj 1 0 0 1 150 10 Tm (boxed) Tj ET q 0 30 5 5 re W n BT /F1 10 Tf 1 0 0 1 40 10 Tm (cut) Tj ET Q")
			around := shows("/BBox[-1000 -1000 1000 1000]/Matrix[0 2 -2 0 0 0]", "/In Do q 1 0 0 1 0 -700 cm /In Do Q")
			f.AddPage(pdfgen.Page{
				Width: 400, Height: 600, More: fmt.Sprintf("/Rotate %d/CropBox[50 50 350 550]", degrees),
				Resources: "/XObject<</X " + around + ">>",
				Content:   "q 1 0 0 1 200 200 cm /X Do Q BT /F1 10 Tf 1 0 0 1 10 10 Tm (margin) Tj 1 0 0 1 100 100 Tm (page) Tj ET",
			})
			p := read(t, opened(t, e, f), 1)
			seen := func(what string, flag engine.CharFlags, words string) {
				got := text(p, func(c engine.Char) bool {
					return c.Font >= 0 && c.Flags&(engine.CharClipped|engine.CharOffPage) == flag
				})
				want(t, what, sorted(got), sorted(words)) // words that are turned come in any order
			}
			seen("in sight", 0, "keptpage")
			seen("clipped", engine.CharClipped, "boxedcut")
			seen("off the page", engine.CharOffPage, "keptboxedcutmargin")
		})
	}
}

func sorted(text string) string {
	letters := []rune(text)
	slices.Sort(letters)
	return string(letters)
}

// What a font's table says for want of a character is no character.
func testUnmapped(t *testing.T, e Engine) {
	f := &pdfgen.File{}
	glyph := f.AddStream("", []byte("1000 0 0 0 700 700 d1 0 0 700 700 re f"))
	drawn := f.Add("<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 97/LastChar 98/Widths[1000 1000]"+
		"/Encoding<</Type/Encoding/Differences[97/g01/g02]>>/CharProcs<</g01 ", glyph, "/g02 ", glyph, ">>/Resources<<>>>>")
	identity := f.Add(`<</Type/Font/Subtype/Type0/BaseFont/Odd/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType2
/BaseFont/Odd/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor<</Type/FontDescriptor/FontName/Odd
/Flags 4/FontBBox[0 0 500 700]/ItalicAngle 0/Ascent 700/Descent -200/CapHeight 700/StemV 80>>>>]>>`)
	table := f.AddStream("", []byte(`/CIDInit/ProcSet findresource begin 12 dict begin begincmap
/CMapName/T def /CMapType 2 def 1 begincodespacerange <00> <FF> endcodespacerange
5 beginbfchar <61> <E001> <62> <FFFD> <63> <0000> <64> <0003> <65> <0058> endbfchar endcmap end end`))
	private := f.Add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode ", table, ">>")
	f.AddPage(pdfgen.Page{
		Resources: "/Font<</D " + drawn + "/I " + identity + "/P " + private + "/F1 4 0 R>>",
		Content: `BT /D 20 Tf 1 0 0 1 72 700 Tm (ab) Tj ET
BT /I 20 Tf 1 0 0 1 72 600 Tm <00410042> Tj ET
BT /P 20 Tf 1 0 0 1 72 500 Tm (abcde) Tj ET
BT /F1 20 Tf 1 0 0 1 72 400 Tm (sound) Tj ET`,
	})
	p := read(t, opened(t, e, f), 1)
	got := map[float32]int{}
	for _, c := range p.Chars {
		if c.Flags&engine.CharUnmapped != 0 {
			got[c.Origin.Y]++
		}
	}
	want(t, "drawn characters", got[92], 2)
	want(t, "without a table", got[192], 2)
	want(t, "private, missing and control characters", got[292], 4)
	want(t, "sound characters", got[392], 0)
}
