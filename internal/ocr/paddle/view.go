package paddle

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/octavo-dev/octavo/internal/ocr/pixel"
)

// View is a page set upright, with the text that stands on it.
type View struct {
	Image pixel.Image
	Turn  int         // clockwise, that set it upright
	Skew  float64     // what was taken back after that, radians clockwise
	Place pixel.Plane // from the page as given to Image
	Spots []Spot      // in Image
}

const (
	flipVotes  = 12                  // lines that are asked whether they stand on their head
	flipSure   = 0.15                // how far from even their answers must be
	flipReads  = 6                   // lines that are read both ways
	minSkew    = 0.3 * math.Pi / 180 // less is not worth losing sharpness
	maxSkew    = 20 * math.Pi / 180  // more is a line of its own angle
	longAspect = 4                   // from here on a rectangle tells its angle well
)

// Look finds the text of a page, and which way up it stands. The longer side of the page is brought to side pixels.
func (e *Engine) Look(ctx context.Context, m pixel.Image, side int) (*View, error) {
	spots, err := e.find(ctx, m, side)
	if err != nil {
		return nil, err
	}
	v := &View{Image: m, Place: pixel.Still, Spots: spots}
	if len(spots) == 0 {
		return v, nil
	}
	if upended(spots) {
		v.Turn = 90
	}
	v.Skew = skew(spots, float64(v.Turn)*math.Pi/180)
	flipped, err := e.flipped(ctx, m, spots, v)
	if err != nil {
		return nil, err
	}
	if flipped {
		v.Turn += 180
	}
	v.Image, v.Place = m.Upright(v.Turn, v.Skew)
	for i := range spots {
		spots[i].Rect = v.Place.Rect(spots[i].Rect)
		spots[i].Angle = math.Remainder(spots[i].Angle, math.Pi)
	}
	return v, nil
}

// upended reports whether most text runs up or down the page.
func upended(spots []Spot) bool {
	along, up := 0.0, 0.0
	for _, s := range spots {
		if s.Width < 1.5*s.Height {
			continue // a short word says nothing about its direction
		}
		if math.Abs(s.Angle) > math.Pi/4 {
			up += s.Width
		} else {
			along += s.Width
		}
	}
	return up > along
}

// skew is the usual angle of the long lines, after a turn.
func skew(spots []Spot, turn float64) float64 {
	type vote struct{ angle, weight float64 }
	var votes []vote
	total := 0.0
	for _, s := range spots {
		angle := math.Remainder(s.Angle+turn, math.Pi)
		if s.Width < longAspect*s.Height || math.Abs(angle) > maxSkew {
			continue
		}
		votes = append(votes, vote{angle, s.Width})
		total += s.Width
	}
	slices.SortFunc(votes, func(a, b vote) int { return cmp.Compare(a.angle, b.angle) })
	sum := 0.0
	for _, v := range votes {
		if sum += v.weight; sum >= total/2 {
			if math.Abs(v.angle) < minSkew {
				return 0
			}
			return v.angle
		}
	}
	return 0
}

// flipped asks the longest lines whether they stand on their head; unless they say no, it reads some both ways. Few pages
// do, and on scans of print with stamps and rules the answers alone are often wrong.
func (e *Engine) flipped(ctx context.Context, m pixel.Image, spots []Spot, v *View) (bool, error) {
	lines := slices.Clone(spots)
	slices.SortFunc(lines, func(a, b Spot) int { return cmp.Compare(b.Width, a.Width) })
	lines = lines[:min(len(lines), flipVotes)]
	sum, n := 0.0, 0.0
	for i := range lines {
		lines[i].Rect = reading(lines[i].Rect, v)
		p, err := e.Flipped(m, lines[i].Rect)
		if err != nil {
			return false, err
		}
		sum, n = sum+p, n+1
		if err := ctx.Err(); err != nil {
			return false, err
		}
	}
	if sum/n < 0.5-flipSure {
		return false, nil
	}
	return e.readsFlipped(m, lines[:min(len(lines), flipReads)])
}

// reading turns a rectangle so that its width runs the way the view reads.
func reading(r pixel.Rect, v *View) pixel.Rect {
	want := v.Skew - float64(v.Turn)*math.Pi/180
	if math.Cos(r.Angle-want) < 0 {
		r.Angle += math.Pi
	}
	return r
}

func (e *Engine) readsFlipped(m pixel.Image, lines []Spot) (bool, error) {
	balance := 0.0
	for _, line := range lines {
		up, err := e.Recognise(m, line.Rect, English)
		if err != nil {
			return false, err
		}
		line.Angle += math.Pi
		down, err := e.Recognise(m, line.Rect, English)
		if err != nil {
			return false, err
		}
		balance += line.Width * (meanConfidence(down) - meanConfidence(up))
	}
	return balance > 0, nil
}

func meanConfidence(glyphs []Glyph) float64 {
	sum := 0.0
	for _, g := range glyphs {
		sum += g.Confidence
	}
	return sum / float64(max(len(glyphs), 1))
}
