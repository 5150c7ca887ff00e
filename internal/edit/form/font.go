package form

import (
	"regexp"
	"strings"

	"github.com/octavo-dev/octavo/internal/edit/typeface"
	"github.com/octavo-dev/octavo/internal/engine/cos"
	"golang.org/x/text/encoding/charmap"
)

// font is a simple font of the file whose letters are known.
type font struct {
	value  any // as resources name it
	codes  *charmap.Charmap
	ascii  bool             // only those letters that all encodings share are known
	barred string           // letters of those that this one has not
	widths map[byte]float64 // in ems; of a standard font none
	face   *typeface.Face   // as wide as the font, where that is a standard one
}

var (
	subsetName = regexp.MustCompile(`^[A-Z]{6}\+`)
	signName   = regexp.MustCompile(`(?i)symbol|dingbat|wingding`)
	plainName  = regexp.MustCompile(`(?i)^(helvetica|arial|arialmt|times|times-roman|timesnewroman|timesnewromanps|timesnewromanpsmt|courier|couriernew|couriernewpsmt)?([-,](roman|bold|italic|oblique|boldoblique|bolditalic|boldmt|italicmt|bolditalicmt))?$`)
)

// font takes a font of the file, nil where what it shows cannot be told, and its style.
func (p *Pen) font(dict cos.Dict) (*font, typeface.Style) {
	base, _ := p.update.Value(dict["BaseFont"]).(cos.Name)
	name := string(base)
	style := typeface.StyleOf(name)
	kind := p.update.Value(dict["Subtype"])
	if kind != cos.Name("Type1") && kind != cos.Name("TrueType") || subsetName.MatchString(name) || signName.MatchString(name) {
		return nil, style
	}
	f := &font{value: dict}
	if !p.encoding(f, dict) {
		return nil, style
	}
	widths := p.update.Array(dict["Widths"])
	if len(widths) == 0 {
		if f.face = p.fonts.First(style); f.face == nil || !plainName.MatchString(name) {
			return nil, style
		}
		return f, style
	}
	f.widths = map[byte]float64{}
	first := int(p.update.Number(dict["FirstChar"]))
	for i, w := range widths {
		if c := first + i; c >= 0 && c < 256 {
			f.widths[byte(c)] = p.update.Number(w) / 1000
		}
	}
	return f, style
}

// encoding settles which codes stand for which letters.
func (p *Pen) encoding(f *font, dict cos.Dict) bool {
	switch e := p.update.Value(dict["Encoding"]).(type) {
	case cos.Name:
		switch e {
		case "WinAnsiEncoding":
			f.codes = charmap.Windows1252
		case "MacRomanEncoding":
			f.codes = charmap.Macintosh
		default:
			f.ascii, f.barred = true, "'`"
		}
		return true
	case cos.Dict:
		f.ascii = true
		code := 0
		for _, v := range p.update.Array(e["Differences"]) {
			switch v := p.update.Value(v).(type) {
			case float64:
				code = int(v)
			case cos.Name:
				if code >= ' ' && code < 0x7f && !(code == '\'' && v == "quotesingle" || code == '`' && v == "grave" || code == ' ' && v == "space") {
					return false
				}
				code++
			}
		}
		if e["BaseEncoding"] == nil {
			f.barred = "'`"
		}
		return true
	default:
		f.ascii, f.barred = true, "'`"
		return p.update.Value(dict["Subtype"]) == cos.Name("Type1") && p.update.Dict(dict["FontDescriptor"])["FontFile"] == nil
	}
}

func (f *font) code(r rune) (byte, bool) {
	switch {
	case r < ' ' || strings.ContainsRune(f.barred, r):
		return 0, false
	case r < 0x7f:
		return byte(r), true
	case f.ascii:
		return 0, false
	}
	return f.codes.EncodeRune(r)
}

func (f *font) has(text string) bool {
	for _, r := range text {
		c, ok := f.code(r)
		if !ok || f.widths != nil && f.widths[c] == 0 {
			return false
		}
	}
	return true
}

func (f *font) encode(text string) cos.Text {
	var b []byte
	for _, r := range text {
		c, _ := f.code(r)
		b = append(b, c)
	}
	return cos.Text(b)
}

func (f *font) measure(text string) (w float64) {
	for _, r := range text {
		if f.face != nil {
			w += f.face.Advance(r)
			continue
		}
		c, _ := f.code(r)
		w += f.widths[c]
	}
	return w
}
