package picture

import "math"

// What is believed of the resolution a file gives.
const (
	minDPI      = 36
	maxDPI      = 1200
	maxStretch  = 4    // between the axes; faxes have up to 2
	legalInches = 14.0 // the longest sheet in common use
)

const inchesPerMetre = 1000 / 25.4

// common are the resolutions of scanners and screens.
var common = []float64{72, 96, 100, 150, 200, 240, 300, 400, 600, 1200}

// perCentimetre is the resolution of so many whole pixels per centimetre, which are too few digits for inches: 78 of
// them are 200 dpi, not 198.12.
func perCentimetre(pixels int) float64 {
	const step = 2.54
	dpi := step * float64(pixels)
	for _, c := range common {
		if math.Abs(dpi-c) < step {
			return c
		}
	}
	return dpi
}

// sheets are the shapes of paper a scan is likely to have, as longer side by shorter side.
var sheets = []struct{ ratio, inches float64 }{
	{math.Sqrt2, 297 / 25.4}, {11 / 8.5, 11}, {14 / 8.5, legalInches},
}

// resolution decides on the pixels per inch of each axis: what the file says where that is sound, else a guess.
func resolution(size [2]int, said [2]float64) [2]float64 {
	for i, dpi := range said { // 300 dpi is 299.9994 in whole pixels per metre
		if whole := math.Round(dpi); math.Abs(dpi-whole) < 0.05 {
			said[i] = whole
		}
	}
	low, high := min(said[0], said[1]), max(said[0], said[1])
	if !(low >= minDPI && high <= maxDPI && high <= maxStretch*low) {
		return guess(size)
	}
	// 72 and 96 are what programs write that know nothing, cameras among them. They are believed of a picture that
	// is then no larger than a sheet of paper.
	if unset := low == high && (low == 72 || low == 96); unset {
		if float64(max(size[0], size[1])) > low*legalInches {
			return guess(size)
		}
	}
	return said
}

// guess takes the picture for a whole sheet: of the shape it has, else of the length of A4.
func guess(size [2]int) [2]float64 {
	longer, shorter := float64(max(size[0], size[1])), float64(min(size[0], size[1]))
	inches := sheets[0].inches
	for _, s := range sheets {
		if math.Abs(longer/shorter/s.ratio-1) < 0.015 {
			inches = s.inches
			break
		}
	}
	const low, high = 72, 600
	dpi := min(max(math.Round(longer/inches), low), high)
	return [2]float64{dpi, dpi}
}
