package xlsx

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/octavo-dev/octavo/internal/markup"
)

// palette are the colours that a workbook names by number.
type palette struct {
	theme   []string
	indexed []string
}

// themeOrder is the order in which cells count the colours of a theme: the file has dark and light the other way round.
var themeOrder = []string{"a:lt1", "a:dk1", "a:lt2", "a:dk2", "a:accent1", "a:accent2", "a:accent3", "a:accent4", "a:accent5", "a:accent6", "a:hlink", "a:folHlink"}

// standard are the colours of the palette that every workbook has, behind the eight that are there twice.
var standard = strings.Fields("000000 FFFFFF FF0000 00FF00 0000FF FFFF00 FF00FF 00FFFF 800000 008000 000080 808000 800080 008080 C0C0C0 808080 " +
	"9999FF 993366 FFFFCC CCFFFF 660066 FF8080 0066CC CCCCFF 000080 FF00FF FFFF00 00FFFF 800080 800000 008080 0000FF " +
	"00CCFF CCFFFF CCFFCC FFFF99 99CCFF FF99CC CC99FF FFCC99 3366FF 33CCCC 99CC00 FFCC00 FF9900 FF6600 666699 969696 " +
	"003366 339966 003300 333300 993300 993366 333399 333333")

func (p *palette) readTheme(r *markup.Reader) {
	found := map[string]string{}
	for child := range r.Children() {
		if child != "a:themeElements" {
			continue
		}
		for inner := range r.Children() {
			if inner != "a:clrScheme" {
				continue
			}
			for name := range r.Children() {
				for range r.Children() {
					value := r.Attr("lastClr")
					if value == "" {
						value = r.Attr("val")
					}
					found[name] = value
				}
			}
		}
	}
	for _, name := range themeOrder {
		p.theme = append(p.theme, found[name])
	}
}

func (p *palette) readIndexed(r *markup.Reader) {
	for child := range r.Children() {
		if child != "x:indexedColors" {
			continue
		}
		p.indexed = list(r, func(r *markup.Reader) string { return r.Attr("rgb") })
	}
}

// color is the colour that the current element names as #rrggbb, empty when it leaves that to the program.
func (p *palette) color(r *markup.Reader) string {
	rgb := r.Attr("rgb")
	if n, err := strconv.Atoi(r.Attr("theme")); err == nil && n >= 0 && n < len(p.theme) {
		rgb = p.theme[n]
	}
	if n, err := strconv.Atoi(r.Attr("indexed")); err == nil {
		rgb = p.byIndex(n)
	}
	if len(rgb) == 8 { // the first two digits tell how opaque it is, which cells do not show
		rgb = rgb[2:]
	}
	value, err := strconv.ParseUint(rgb, 16, 32)
	if err != nil || len(rgb) != 6 {
		return ""
	}
	tint, err := strconv.ParseFloat(r.Attr("tint"), 64)
	if err != nil || math.IsNaN(tint) {
		tint = 0
	}
	return shade(uint32(value), min(max(tint, -1), 1))
}

func (p *palette) byIndex(n int) string {
	if n >= 0 && n < len(p.indexed) {
		return p.indexed[n]
	}
	if n >= 8 {
		n -= 8
	}
	if n >= 0 && n < len(standard) {
		return standard[n]
	}
	return ""
}

// shade makes a colour darker or lighter by a share of its lightness.
func shade(rgb uint32, tint float64) string {
	part := func(shift uint) float64 { return float64(rgb>>shift&0xff) / 255 }
	r, g, b := part(16), part(8), part(0)
	if tint != 0 {
		most, least := max(r, g, b), min(r, g, b)
		light := (most + least) / 2
		target := light * (1 + tint)
		if tint > 0 {
			target = light*(1-tint) + tint
		}
		r, g, b = relit(r, light, target), relit(g, light, target), relit(b, light, target)
	}
	whole := func(v float64) int { return int(math.Round(min(max(v, 0), 1) * 255)) }
	return fmt.Sprintf("#%02x%02x%02x", whole(r), whole(g), whole(b))
}

// relit moves one part of a colour as its lightness changes and hue and saturation stay.
func relit(v, from, to float64) float64 {
	reach := func(l float64) float64 { return 1 - math.Abs(2*l-1) }
	if reach(from) == 0 {
		return to
	}
	return to + (v-from)*reach(to)/reach(from)
}
