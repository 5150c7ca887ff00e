package word

import "strconv"

// pens are the colors that the format can highlight with.
var pens = []struct {
	name    string
	r, g, b int
}{
	{"yellow", 255, 255, 0}, {"green", 0, 255, 0}, {"cyan", 0, 255, 255}, {"magenta", 255, 0, 255}, {"blue", 0, 0, 255}, {"red", 255, 0, 0}, {"darkBlue", 0, 0, 128},
	{"darkCyan", 0, 128, 128}, {"darkGreen", 0, 128, 0}, {"darkMagenta", 128, 0, 128}, {"darkRed", 128, 0, 0}, {"darkYellow", 128, 128, 0}, {"darkGray", 128, 128, 128},
	{"lightGray", 192, 192, 192},
}

// nearest is the pen nearest to a color; yellow where there is none.
func nearest(color string) string {
	rgb, err := strconv.ParseUint(color, 16, 32)
	if err != nil {
		return pens[0].name
	}
	best, least := pens[0].name, 1<<30
	for _, p := range pens {
		r, g, b := int(rgb>>16&0xff)-p.r, int(rgb>>8&0xff)-p.g, int(rgb&0xff)-p.b
		if d := r*r + g*g + b*b; d < least {
			best, least = p.name, d
		}
	}
	return best
}
