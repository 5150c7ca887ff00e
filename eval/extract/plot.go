package main

import (
	"fmt"
	"strings"
)

// Sizes of the plot, in its own units.
const (
	side   = 320.0
	margin = 48.0
)

// plot draws how often values are right over how sure they are. Dots are as large as there are values, and the line is
// where all of them should lie.
func plot(all [bins]bin) string {
	most := 1
	for _, b := range all {
		most = max(most, b.values)
	}
	var out strings.Builder
	x := func(v float64) float64 { return margin + v*side }
	y := func(v float64) float64 { return margin/2 + (1-v)*side }
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" font-family="sans-serif" font-size="11">`+"\n", side+1.5*margin, side+1.5*margin)
	fmt.Fprintf(&out, `<rect width="100%%" height="100%%" fill="white"/><rect x="%.0f" y="%.0f" width="%.0f" height="%.0f" fill="none" stroke="#999"/>`+"\n", x(0), y(1), side, side)
	fmt.Fprintf(&out, `<line x1="%.0f" y1="%.0f" x2="%.0f" y2="%.0f" stroke="#999" stroke-dasharray="4"/>`+"\n", x(0), y(0), x(1), y(1))
	for i := 0; i <= bins; i += 2 {
		v := float64(i) / bins
		fmt.Fprintf(&out, `<text x="%.0f" y="%.0f" text-anchor="middle">%.1f</text><text x="%.0f" y="%.0f" text-anchor="end">%.1f</text>`+"\n", x(v), y(0)+16, v, x(0)-6, y(v)+4, v)
	}
	for _, b := range all {
		if b.values == 0 {
			continue
		}
		n := float64(b.values)
		fmt.Fprintf(&out, `<circle cx="%.1f" cy="%.1f" r="%.1f" fill="#2563eb" fill-opacity="0.7"><title>%d values</title></circle>`+"\n",
			x(b.sure/n), y(float64(b.right)/n), 3+9*n/float64(most), b.values)
	}
	fmt.Fprintf(&out, `<text x="%.0f" y="%.0f" text-anchor="middle">confidence</text>`, x(0.5), y(0)+32)
	fmt.Fprintf(&out, `<text transform="translate(%.0f,%.0f) rotate(-90)" text-anchor="middle">share of values that are right</text>`+"\n</svg>\n", x(0)-32, y(0.5))
	return out.String()
}
