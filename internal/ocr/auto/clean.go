package auto

import (
	"bytes"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/ocr/pixel"
)

// clean gives an area of a page, white, on which only the text of the boxes stands, black, whatever its colours were:
// rules, pictures, shade and noise between the lines lead Tesseract's own search for lines astray.
func clean(grey pixel.Image, area engine.Box, boxes []engine.Box) pixel.Image {
	left, top, right, bottom := within(area, grey)
	if left >= right || top >= bottom {
		return pixel.Image{Grey: true}
	}
	out := pixel.Image{Width: right - left, Height: bottom - top, Grey: true}
	out.Pix = bytes.Repeat([]byte{255}, out.Width*out.Height)
	for _, b := range boxes {
		x0, y0, x1, y1 := within(b, grey)
		cut := grey.Cut(max(x0, left), max(y0, top), min(x1, right), min(y1, bottom))
		if cut.Empty() {
			continue
		}
		blacken(cut)
		eraseRules(cut)
		for y := range cut.Height {
			from := cut.Pix[y*cut.Width:][:cut.Width]
			to := out.Pix[(y+max(y0, top)-top)*out.Width+max(x0, left)-left:]
			for x, v := range from {
				to[x] = min(to[x], v)
			}
		}
	}
	return out
}

// within gives the pixels of a box that the image has.
func within(b engine.Box, m pixel.Image) (x0, y0, x1, y1 int) {
	return max(int(b.X0), 0), max(int(b.Y0), 0), min(int(b.X1)+1, m.Width), min(int(b.Y1)+1, m.Height)
}

// What counts as ground and as ink between the two shades that a piece is made of.
const (
	groundShare = 0.15
	inkShare    = 0.95
)

// blacken maps the shades of a piece of text so that its ground becomes white and its ink black. The ground is the usual
// shade, the ink lies on the side that reaches farther from it.
func blacken(m pixel.Image) {
	var count [256]int
	for _, v := range m.Pix {
		count[v]++
	}
	at := func(share float64) int {
		sum := 0
		for v, c := range count {
			if sum += c; float64(sum) >= share*float64(len(m.Pix)) {
				return v
			}
		}
		return 255
	}
	ink, ground, light := at(0.02), at(0.6), at(0.98)
	if mid := at(0.4); light-mid > ground-ink {
		ground, ink = mid, light
	}
	var table [256]byte
	for v := range table {
		share := 0.0
		if ground != ink {
			share = (float64(ground-v)/float64(ground-ink) - groundShare) / (inkShare - groundShare)
		}
		table[v] = byte(255 - 255*min(max(share, 0), 1))
	}
	for i, v := range m.Pix {
		m.Pix[i] = table[v]
	}
}

const (
	dark     = 128
	fullRule = 0.92 // of the height of a piece of text, which no letter fills
	ruleSpan = 4    // heights of the piece, which no stroke of a letter is long
	maxBreak = 3    // pixels between two parts of a stroke
)

// eraseRules takes the lines of tables and forms out of a blackened piece of text.
func eraseRules(m pixel.Image) {
	for x := range m.Width {
		ink := 0
		for y := range m.Height {
			if m.Pix[y*m.Width+x] < dark {
				ink++
			}
		}
		if float64(ink) >= fullRule*float64(m.Height) {
			for _, c := range []int{max(x-1, 0), x, min(x+1, m.Width-1)} {
				for y := range m.Height {
					m.Pix[y*m.Width+c] = 255
				}
			}
		}
	}
	for y := range m.Height {
		eraseRow(m, y)
	}
}

// eraseRow takes out the long strokes of a row. A stroke may be broken by specks.
func eraseRow(m pixel.Image, y int) {
	row := m.Pix[y*m.Width:][:m.Width]
	start, last := -1, -1 // of a stroke
	for x := 0; x <= m.Width; x++ {
		if x < m.Width && row[x] < dark {
			if start < 0 {
				start = x
			}
			last = x
		}
		if start >= 0 && (x == m.Width || x-last > maxBreak) {
			if last-start >= ruleSpan*m.Height {
				for _, r := range []int{max(y-1, 0), y, min(y+1, m.Height-1)} {
					for i := start; i <= last; i++ {
						m.Pix[r*m.Width+i] = 255
					}
				}
			}
			start = -1
		}
	}
}
