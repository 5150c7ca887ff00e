package engine

import (
	"image"
	"image/png"
	"io"
	"math"
)

// Crop cuts a part out, given as fractions of the whole. At least one pixel is left.
func (r *Raster) Crop(left, top, width, height float64) *Raster {
	x0, x1 := span(left, width, r.Width)
	y0, y1 := span(top, height, r.Height)
	deep := r.depth()
	out := &Raster{Width: x1 - x0, Height: y1 - y0, Grey: r.Grey, DPI: r.DPI, Pixels: make([]byte, 0, (x1-x0)*(y1-y0)*deep)}
	for y := y0; y < y1; y++ {
		row := r.Pixels[y*r.Width*deep : (y+1)*r.Width*deep]
		out.Pixels = append(out.Pixels, row[x0*deep:x1*deep]...)
	}
	return out
}

// span rounds a stretch outwards to whole pixels of an axis.
func span(start, length float64, pixels int) (from, to int) {
	from = min(max(int(math.Floor(start*float64(pixels))), 0), pixels-1)
	to = min(max(int(math.Ceil((start+length)*float64(pixels))), from+1), pixels)
	return from, to
}

func (r *Raster) depth() int {
	if r.Grey {
		return 1
	}
	return 4
}

// Image shows the pixels as an image without copying them.
func (r *Raster) Image() image.Image {
	bounds := image.Rect(0, 0, r.Width, r.Height)
	if r.Grey {
		return &image.Gray{Pix: r.Pixels, Stride: r.Width, Rect: bounds}
	}
	return &image.RGBA{Pix: r.Pixels, Stride: 4 * r.Width, Rect: bounds}
}

// WritePNG writes the pixels as a PNG file, small rather than smallest: pages are many.
func (r *Raster) WritePNG(w io.Writer) error {
	e := png.Encoder{CompressionLevel: png.BestSpeed}
	return e.Encode(w, r.Image())
}
