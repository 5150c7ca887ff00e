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
		x0, y0, x1, y1 = max(x0, left), max(y0, top), min(x1, right), min(y1, bottom)
		if x0 >= x1 || y0 >= y1 {
			continue
		}
		table := tone(grey, x0, y0, x1, y1)
		for y := y0; y < y1; y++ {
			from, to := grey.Pix[y*grey.Width+x0:y*grey.Width+x1], out.Pix[(y-top)*out.Width+x0-left:]
			for x, v := range from {
				to[x] = min(to[x], table[v])
			}
		}
	}
	return out
}

// within gives the pixels of a box that the image has.
func within(b engine.Box, m pixel.Image) (x0, y0, x1, y1 int) {
	return max(int(b.X0), 0), max(int(b.Y0), 0), min(int(b.X1)+1, m.Width), min(int(b.Y1)+1, m.Height)
}

// tone maps the shades of a box so that its ground becomes white and its ink black. The ground is the usual shade, the
// ink lies on the side that reaches farther from it.
func tone(grey pixel.Image, x0, y0, x1, y1 int) [256]byte {
	var count [256]int
	n := (x1 - x0) * (y1 - y0)
	for y := y0; y < y1; y++ {
		for _, v := range grey.Pix[y*grey.Width+x0 : y*grey.Width+x1] {
			count[v]++
		}
	}
	at := func(share float64) int {
		sum := 0
		for v, c := range count {
			if sum += c; float64(sum) >= share*float64(n) {
				return v
			}
		}
		return 255
	}
	dark, ground, light := at(0.02), at(0.6), at(0.98)
	if mid := at(0.4); light-mid > ground-dark {
		ground, dark = mid, light
	}
	var table [256]byte
	for v := range table {
		if ground == dark {
			table[v] = 255
			continue
		}
		ink := float64(ground-v) / float64(ground-dark) // 0 is ground, 1 is ink
		table[v] = byte(255 - 255*min(max((ink-0.15)/0.8, 0), 1))
	}
	return table
}
