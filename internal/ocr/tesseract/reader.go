package tesseract

import (
	"context"
	"math"
	"strings"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/ocr"
	"github.com/octavo-dev/octavo/internal/ocr/pixel"
)

// Reader reads pages with Tesseract alone.
type Reader struct{ engine *Engine }

// NewReader makes a reader of a loaded engine.
func NewReader(e *Engine) *Reader { return &Reader{e} }

const (
	uprightSure = 0.7 // a page that is read so surely as it is given stands upright
	minPage     = 8   // pixels; smaller images hold no letter
)

// Read reads a page.
func (r *Reader) Read(ctx context.Context, page *engine.Raster, o ocr.Options) (*ocr.Reading, error) {
	m := pixel.Of(page)
	if min(m.Width, m.Height) < minPage {
		return &ocr.Reading{}, nil
	}
	grey := m.ToGrey()
	turn, text, err := r.upright(ctx, grey, page.DPI, o.Languages)
	if err != nil {
		return nil, err
	}
	upright, place := grey.Upright(turn, 0)
	words, err := r.engine.Read(ctx, r.engine.Choose(text, o.Languages), Page, upright, page.DPI)
	if err != nil {
		return nil, err
	}
	reading := &ocr.Reading{Rotation: turn}
	back := place.Back()
	var slopes []float64
	for _, line := range lines(words) {
		slope, long := slope(line)
		if long {
			slopes = append(slopes, slope)
		}
		var out []ocr.Word
		for _, w := range line {
			box := engine.Box{X0: float32(w.X0), Y0: float32(w.Y0), X1: float32(w.X1), Y1: float32(w.Y1)}
			out = append(out, ocr.Word{Text: w.Text, Box: ocr.Inside(ocr.Moved(box, back), m), Confidence: w.Confidence})
		}
		reading.Lines = append(reading.Lines, ocr.NewLine(out, slope-float64(turn)))
	}
	reading.Skew = median(slopes)
	return reading, nil
}

// upright finds the turn that sets the page upright, and some of its text.
func (r *Reader) upright(ctx context.Context, grey pixel.Image, dpi float64, wished []string) (int, string, error) {
	text, sure, err := r.sample(ctx, grey, dpi, wished)
	if err != nil || sure >= uprightSure {
		return 0, text, err
	}
	best, turn := sure, 0
	guess, _, err := r.engine.Orientation(grey, dpi)
	turns := []int{90, 180, 270}
	if err == nil && guess != 0 {
		turns = []int{guess, 90, 180, 270}
	}
	for i, t := range turns {
		other, sure, err := r.sample(ctx, grey.Turn(t), dpi, wished)
		if err != nil {
			return 0, "", err
		}
		if sure > best {
			best, turn, text = sure, t, other
		}
		if i == 0 && best >= uprightSure {
			break
		}
	}
	return turn, text, nil
}

// sample reads the band of the image that has most ink in it, and tells how sure the reading is.
func (r *Reader) sample(ctx context.Context, grey pixel.Image, dpi float64, wished []string) (string, float64, error) {
	top, bottom := busiest(grey)
	words, err := r.engine.Read(ctx, r.engine.First(wished), Block, grey.Cut(0, top, grey.Width, bottom), dpi)
	if err != nil {
		return "", 0, err
	}
	var text strings.Builder
	sum, n := 0.0, 0.0
	for _, w := range words {
		text.WriteString(w.Text + " ")
		length := float64(len([]rune(w.Text)))
		sum, n = sum+w.Confidence*length, n+length
	}
	// A few sure signs prove nothing: what was turned looks like many short words.
	return text.String(), sum / max(n, 20), nil
}

// busiest finds the band of an image, a sixth of its height, in which light and dark change most.
func busiest(m pixel.Image) (top, bottom int) {
	height := min(m.Height, max(m.Height/6, 120))
	sums := make([]int, m.Height+1)
	for y := range m.Height {
		changes := 0
		row := m.Pix[y*m.Width:][:m.Width]
		for x := 2; x < len(row); x++ {
			if d := int(row[x]) - int(row[x-2]); d > 48 || d < -48 {
				changes++
			}
		}
		sums[y+1] = sums[y] + changes
	}
	best := 0
	for y := range m.Height - height + 1 {
		if sums[y+height]-sums[y] > sums[best+height]-sums[best] {
			best = y
		}
	}
	return best, best + height
}

// lines groups words by their line and leaves out what holds no text.
func lines(words []Word) [][]Word {
	var out [][]Word
	last := -1
	for _, w := range words {
		if strings.TrimSpace(w.Text) == "" {
			continue
		}
		if w.Line != last {
			out = append(out, nil)
			last = w.Line
		}
		out[len(out)-1] = append(out[len(out)-1], w)
	}
	return out
}

// slope is the angle of a line in degrees clockwise, and whether the line is long enough to tell it well.
func slope(line []Word) (float64, bool) {
	first, last := line[0], line[len(line)-1]
	dx := float64(last.X0+last.X1-first.X0-first.X1) / 2
	dy := float64(last.Y0+last.Y1-first.Y0-first.Y1) / 2
	height := float64(first.Y1 - first.Y0)
	if dx < 10*height || math.Abs(dy) > dx/3 {
		return 0, false
	}
	return math.Atan2(dy, dx) * 180 / math.Pi, true
}
