package pixel

import "slices"

// Thick gives a grey image without the dark strokes that are not wider than twice a radius: every pixel becomes the
// lightest around it, and then the darkest of those, so that what is wider stays as it was.
func (m Image) Thick(radius int) Image {
	if m.Empty() || radius <= 0 {
		return m
	}
	lightest, darkest := slices.Max[[]byte], slices.Min[[]byte]
	return m.swept(radius, lightest).Turn(90).swept(radius, lightest).swept(radius, darkest).Turn(270).swept(radius, darkest)
}

// swept puts for every pixel of a row what is picked from those within a radius of it.
func (m Image) swept(radius int, pick func([]byte) byte) Image {
	out := blank(m.Width, m.Height, true)
	for y := range m.Height {
		row := m.Pix[y*m.Width : (y+1)*m.Width]
		for x := range row {
			out.Pix[y*m.Width+x] = pick(row[max(x-radius, 0):min(x+radius+1, len(row))])
		}
	}
	return out
}

// Stretched gives a grey image whose shades run from black to white.
func (m Image) Stretched() Image {
	if m.Empty() {
		return m
	}
	low, high := int(slices.Min(m.Pix)), int(slices.Max(m.Pix))
	out := blank(m.Width, m.Height, true)
	for i, v := range m.Pix {
		out.Pix[i] = byte((int(v) - low) * 255 / max(high-low, 1))
	}
	return out
}
