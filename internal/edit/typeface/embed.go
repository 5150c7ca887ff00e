package typeface

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"maps"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine/cos"
)

// Use is the letters of fonts that one file needs.
type Use struct {
	update *cos.Update
	fonts  map[*Face]*used
	order  []*Face
}

type used struct {
	ref    cos.Ref
	glyphs map[uint16]bool
	runes  map[uint16]rune
}

// NewUse collects letters for a file.
func NewUse(u *cos.Update) *Use { return &Use{update: u, fonts: map[*Face]*used{}} }

// Show takes note of letters and returns the font to show them with and the string that shows them.
func (u *Use) Show(f *Face, letters []rune) (cos.Ref, cos.Text) {
	e := u.fonts[f]
	if e == nil {
		e = &used{ref: u.update.Add(nil), glyphs: map[uint16]bool{}, runes: map[uint16]rune{}}
		u.fonts[f] = e
		u.order = append(u.order, f)
	}
	var text []byte
	for _, r := range letters {
		g := f.letters[r]
		e.glyphs[g] = true
		if _, known := e.runes[g]; !known {
			e.runes[g] = r
		}
		text = append(text, byte(g>>8), byte(g))
	}
	return e.ref, cos.Text(text)
}

// Embed writes the fonts, cut down to what was shown.
func (u *Use) Embed() {
	for _, f := range u.order {
		e := u.fonts[f]
		name := cos.Name("OCTAVO+" + f.name)
		file := f.subset(e.glyphs)
		data := u.update.Add(cos.Stream{Dict: cos.Dict{"Filter": cos.Name("FlateDecode"), "Length1": len(file)}, Data: deflate(file)})
		box := make([]any, 4)
		for i := range box {
			box[i] = round(1000 * f.signed("head", 36+2*i))
		}
		descriptor := u.update.Add(cos.Dict{
			"Type": cos.Name("FontDescriptor"), "FontName": name, "Flags": 4, "FontBBox": box, "ItalicAngle": 0,
			"Ascent": round(1000 * f.Ascent()), "Descent": round(-1000 * f.Descent()), "CapHeight": round(1000 * f.Ascent()), "StemV": 80, "FontFile2": data,
		})
		descendant := u.update.Add(cos.Dict{
			"Type": cos.Name("Font"), "Subtype": cos.Name("CIDFontType2"), "BaseFont": name, "FontDescriptor": descriptor,
			"CIDSystemInfo": cos.Dict{"Registry": cos.Text("Adobe"), "Ordering": cos.Text("Identity"), "Supplement": 0},
			"CIDToGIDMap":   cos.Name("Identity"), "W": f.widths(e.glyphs),
		})
		u.update.Set(e.ref, cos.Dict{
			"Type": cos.Name("Font"), "Subtype": cos.Name("Type0"), "BaseFont": name, "Encoding": cos.Name("Identity-H"),
			"DescendantFonts": []any{descendant},
			"ToUnicode":       u.update.Add(cos.Stream{Dict: cos.Dict{"Filter": cos.Name("FlateDecode")}, Data: deflate(unicodes(e.runes))}),
		})
	}
}

func (f *Face) widths(glyphs map[uint16]bool) []any {
	var out []any
	for _, g := range slices.Sorted(maps.Keys(glyphs)) {
		out = append(out, int(g), []any{round(1000 * f.advance(g))})
	}
	return out
}

func round(v float64) float64 { return float64(int(v*10+0.5)) / 10 }

// unicodes tells readers which letters glyphs are.
func unicodes(runes map[uint16]rune) []byte {
	b := []byte("/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapType 2 def\n/CMapName /Letters def\n" +
		"1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n")
	for some := range slices.Chunk(slices.Sorted(maps.Keys(runes)), 100) {
		b = fmt.Appendf(b, "%d beginbfchar\n", len(some))
		for _, g := range some {
			b = fmt.Appendf(b, "<%04X> <%X>\n", g, []byte(cos.UTF16(string(runes[g]))))
		}
		b = append(b, "endbfchar\n"...)
	}
	return append(b, "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"...)
}

func deflate(data []byte) []byte {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	_, _ = z.Write(data) // a buffer takes everything
	_ = z.Close()
	return b.Bytes()
}
