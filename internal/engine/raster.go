package engine

import "math"

// Raster is a rendered page.
type Raster struct {
	Pixels        []byte // rows without padding: one byte a pixel when Grey, else R, G, B and a byte that is 255
	Width, Height int
	Grey          bool
	DPI           float64 // less than was asked for where a bound on pixels demanded it
	Damage        string  // which part could not be read and was left white; empty for a page that is whole
}

// Bounds of one image.
const (
	MaxPixels = 50_000_000
	MaxAxis   = 15_000
)

// RasterSize gives the pixels of a page of so many points at dpi, and the resolution that keeps them within bounds.
func RasterSize(width, height, dpi float64) (int, int, float64) {
	width, height = max(width, 1), max(height, 1)
	dpi = min(dpi, MaxAxis*72/max(width, height), 72*math.Sqrt(MaxPixels/(width*height)))
	pixels := func(points float64) int { return max(1, int(points*dpi/72)) }
	return pixels(width), pixels(height), dpi
}
