package page

import (
	"github.com/octavo-dev/octavo/internal/edit/typeface"
	"github.com/octavo-dev/octavo/internal/engine/cos"
	"golang.org/x/text/encoding/charmap"
)

// letters tells how far the letters of a font move on, by the codes that stand for them.
type letters struct {
	wide    bool // codes of two bytes
	widths  map[int]float64
	missing float64 // of codes without a width of their own
	unit    float64 // of widths, in ems
	face    *typeface.Face
}

// font reads a font of the file. Of one without widths those of a standard font are taken.
func font(u *cos.Update, fonts *typeface.Case, dict cos.Dict) *letters {
	l := &letters{widths: map[int]float64{}, unit: 0.001}
	switch u.Value(dict["Subtype"]) {
	case cos.Name("Type0"):
		l.wide = true
		if kids := u.Array(dict["DescendantFonts"]); len(kids) > 0 {
			l.composite(u, u.Dict(kids[0]))
		}
		return l
	case cos.Name("Type3"):
		if m := Numbers(u, dict["FontMatrix"], 6); m != nil && m[0] != 0 {
			l.unit = m[0]
		}
	}
	first := int(u.Number(dict["FirstChar"]))
	for i, w := range u.Array(dict["Widths"]) {
		l.widths[first+i] = u.Number(w)
	}
	l.missing = u.Number(u.Dict(dict["FontDescriptor"])["MissingWidth"])
	if len(l.widths) == 0 {
		base, _ := u.Value(dict["BaseFont"]).(cos.Name)
		l.face = fonts.First(typeface.StyleOf(string(base)))
	}
	return l
}

// composite reads the widths of a font with many letters: runs of numbers, or one number for a range.
func (l *letters) composite(u *cos.Update, dict cos.Dict) {
	const mostRange = 1 << 16
	l.missing = 1000
	if w, ok := u.Value(dict["DW"]).(float64); ok {
		l.missing = w
	}
	all := u.Array(dict["W"])
	for i := 0; i+1 < len(all); {
		first := int(u.Number(all[i]))
		if run := u.Array(all[i+1]); run != nil {
			for k, w := range run {
				l.widths[first+k] = u.Number(w)
			}
			i += 2
			continue
		}
		if i+2 >= len(all) {
			return
		}
		last, w := int(u.Number(all[i+1])), u.Number(all[i+2])
		for code := first; code <= last && code-first < mostRange; code++ {
			l.widths[code] = w
		}
		i += 3
	}
}

// advance is how far a code moves on, in ems.
func (l *letters) advance(code int) float64 {
	if l.face != nil {
		return l.face.Advance(charmap.Windows1252.DecodeByte(byte(code)))
	}
	w, ok := l.widths[code]
	if !ok {
		w = l.missing
	}
	return w * l.unit
}

// codes are those of a string, each with its bytes.
func (l *letters) codes(t cos.Text) [][2]int {
	var out [][2]int // code, length
	for i := 0; i < len(t); {
		if l.wide && i+1 < len(t) {
			out = append(out, [2]int{int(t[i])<<8 | int(t[i+1]), 2})
			i += 2
			continue
		}
		out = append(out, [2]int{int(t[i]), 1})
		i++
	}
	return out
}
