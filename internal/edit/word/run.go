package word

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// ranks is the order that the properties of a run must have.
var ranks = func() map[string]int {
	out := map[string]int{}
	for i, name := range strings.Fields(`rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof snapToGrid vanish webHidden color
		spacing w kern position sz szCs highlight u effect bdr shd fitText vertAlign rtl cs em lang eastAsianLayout specVanish oMath`) {
		out["w:"+name] = i + 1
	}
	return out
}()

// look is the properties of a run, as written, by their names.
type look []property

type property struct{ name, xml string }

// lookOf reads the properties of a run or of the end of a paragraph; nil has none. What tells of changes is left out: it
// belongs to the text that is there.
func lookOf(properties *node) look {
	if properties == nil {
		return nil
	}
	var out look
	for _, k := range properties.kids {
		switch k.name {
		case "w:rPrChange", "w:ins", "w:del", "w:moveFrom", "w:moveTo":
			continue
		}
		out = append(out, property{k.name, k.xml()})
	}
	return out
}

// with is the look with one property set.
func (l look) with(name, xml string) look {
	name = "w:" + name
	out := slices.DeleteFunc(slices.Clone(l), func(p property) bool { return p.name == name })
	at := slices.IndexFunc(out, func(p property) bool { return ranks[p.name] > ranks[name] || ranks[p.name] == 0 })
	if at < 0 {
		at = len(out)
	}
	return slices.Insert(out, at, property{name, xml})
}

// without is the look without some properties.
func (l look) without(names ...string) look {
	return slices.DeleteFunc(slices.Clone(l), func(p property) bool { return slices.Contains(names, p.name) })
}

func (l look) xml() string {
	if len(l) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("<w:rPr>")
	for _, p := range l {
		b.WriteString(p.xml)
	}
	b.WriteString("</w:rPr>")
	return b.String()
}

// inserted is how inserted text looks that stands among text of a look.
func (f *File) inserted(l look) look {
	if color := f.color(); color != "" {
		l = l.with("color", `<w:color w:val="`+color+`"/>`)
	}
	if f.o.FontSize > 0 {
		half := int(math.Round(2 * f.o.FontSize))
		l = l.with("sz", fmt.Sprintf(`<w:sz w:val="%d"/>`, half)).with("szCs", fmt.Sprintf(`<w:szCs w:val="%d"/>`, half))
	}
	return l
}

// color is the color of inserted text as the format writes it.
func (f *File) color() string { return strings.ToUpper(strings.TrimPrefix(f.o.Color, "#")) }

// run is a run of inserted text.
func (f *File) run(l look, text string) string {
	return "<w:r>" + f.inserted(l).xml() + words(text) + "</w:r>"
}
