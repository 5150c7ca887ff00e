package stroke

import "github.com/octavo-dev/octavo/internal/ocr/pixel"

// run is dark pixels side by side.
type run struct{ y, x0, x1 int } // x1 is the last

// runs gives the runs of a picture, row by row, that are darker than what lies within some height above and below. So
// the letters of a line of text, which are higher, give none that are long, and neither do painted areas.
func runs(m pixel.Image, wide, least, contrast int) []run {
	lightest := lightestBelow(m, wide+1)
	var out []run
	dark := make([]bool, m.Width)
	for y := wide + 1; y+wide+2 < m.Height; y++ {
		above := lightest[(y-wide-1)*m.Width : (y-wide)*m.Width]
		below := lightest[(y+1)*m.Width : (y+2)*m.Width]
		any := false
		for x, v := range m.Pix[y*m.Width : (y+1)*m.Width] {
			dark[x] = int(min(above[x], below[x]))-int(v) > contrast
			any = any || dark[x]
		}
		if any {
			out = rowRuns(out, dark, y, least)
		}
	}
	return out
}

// lightestBelow gives for every pixel the lightest of so many from it on downwards.
func lightestBelow(m pixel.Image, n int) []byte {
	out := append([]byte(nil), m.Pix...)
	for have := 1; have < n; {
		step := min(have, n-have)
		for i, at := 0, step*m.Width; at < len(out); i, at = i+1, at+1 {
			out[i] = max(out[i], out[at])
		}
		have += step
	}
	return out
}

// fewGaps is how many pixels of a run there are to each light one: noise is rarer than the stems of letters that stand on
// their serifs.
const fewGaps = 12

// trimmed is a run without pixels at its ends that stand alone behind a light one: these are as much noise as that is.
func trimmed(dark []bool, from, last int) (int, int) {
	for last-from >= 2 && !dark[from+1] {
		from += 2
	}
	for last-from >= 2 && !dark[last-1] {
		last -= 2
	}
	return from, last
}

// rowRuns adds the long runs of a row. A single light pixel is noise where there are few of them.
func rowRuns(out []run, dark []bool, y, least int) []run {
	for x := 0; x < len(dark); {
		if !dark[x] {
			x++
			continue
		}
		from, last, gaps := x, x, 0
		for x++; x < len(dark) && x-last <= 2; x++ {
			if dark[x] {
				gaps += x - last - 1
				last = x
			}
		}
		x = last + 2
		from, last = trimmed(dark, from, last)
		if n := last - from + 1; n >= least && gaps*fewGaps <= n {
			out = append(out, run{y, from, last})
		}
	}
	return out
}
