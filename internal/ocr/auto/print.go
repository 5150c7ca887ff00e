package auto

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/ocr/order"
	"github.com/octavo-dev/octavo/internal/ocr/pixel"
	"github.com/octavo-dev/octavo/internal/ocr/tesseract"
)

const (
	sampleText = 80   // heights of a line: some 25 words tell the language
	endRoom    = 0.2  // heights of a line
	lineSure   = 0.80 // a line with a word below this is read a second time
)

// tell reads the longest lines to learn the language.
func (s *sheet) tell(ctx context.Context) error {
	long := slices.Clone(s.boxes)
	slices.SortFunc(long, func(a, b engine.Box) int { return cmp.Compare(b.X1-b.X0, a.X1-a.X0) })
	var text strings.Builder
	length := float32(0)
	for _, b := range long {
		if length += (b.X1 - b.X0) / max(b.Y1-b.Y0, 1); length > sampleText {
			break
		}
		b = padded(b)
		cut := clean(s.grey, b, []engine.Box{b})
		words, err := s.tesseract.Read(ctx, s.tesseract.First(s.wished), tesseract.Block, cut, s.dpi)
		if err != nil {
			return err
		}
		for _, w := range words {
			text.WriteString(w.Text + " ")
		}
	}
	s.languages = s.tesseract.Choose(text.String(), s.wished)
	return nil
}

// readPrint reads block by block with Tesseract.
func (s *sheet) readPrint(ctx context.Context) error {
	for _, block := range s.blocks {
		if err := s.readBlock(ctx, block); err != nil {
			return err
		}
	}
	return nil
}

// doubt reads unsure lines again with PP-OCR.
func (s *sheet) doubt(ctx context.Context) error {
	for i := range s.lines {
		if sure(s.lines[i]) {
			continue
		}
		rect := s.view.Spots[i].Rect
		rect.Width += endRoom * rect.Height
		again, err := s.recognise(rect)
		if err != nil {
			return err
		}
		s.lines[i] = vote(s.lines[i], again)
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

func sure(words []word) bool {
	return len(words) > 0 && !slices.ContainsFunc(words, func(w word) bool { return w.confidence < lineSure || jumbled(w.text) })
}

// jumbled reports whether a word changes between small and large letters as no language does: Tesseract does so, without
// doubting it, where letters are cut or blurred.
func jumbled(text string) bool {
	changes, last, letters := 0, false, 0
	for _, r := range text {
		if !unicode.IsLetter(r) {
			continue
		}
		upper := unicode.IsUpper(r)
		if letters > 1 && upper != last { // the first letter may be large
			changes++
		}
		last = upper
		letters++
	}
	return changes > 1
}

func (s *sheet) readBlock(ctx context.Context, block order.Block) error {
	members := slices.Concat(block...)
	var boxes []engine.Box
	for _, i := range members {
		boxes = append(boxes, padded(s.boxes[i]))
	}
	area := around(boxes)
	cut := clean(s.grey, area, boxes)
	words, err := s.tesseract.Read(ctx, s.languages, tesseract.Block, cut, s.dpi)
	if err != nil {
		return err
	}
	left, top := max(int(area.X0), 0), max(int(area.Y0), 0)
	for _, w := range words {
		rect := pixel.Rect{
			X: float64(w.X0+w.X1)/2 + float64(left), Y: float64(w.Y0+w.Y1)/2 + float64(top),
			Width: float64(w.X1 - w.X0), Height: float64(w.Y1 - w.Y0),
		}
		if i := s.holder(rect, members); i >= 0 {
			s.lines[i] = append(s.lines[i], ofTesseract(w, rect))
		}
	}
	return nil
}

func ofTesseract(w tesseract.Word, rect pixel.Rect) word {
	out := word{text: w.Text, rect: rect, confidence: w.Confidence, mean: w.Confidence}
	if jumbled(w.Text) {
		out.confidence, out.mean = out.confidence/2, out.mean/2
	}
	return out
}

// holder finds the spot in which a word stands: the one whose middle line is nearest among those it lies in.
func (s *sheet) holder(r pixel.Rect, members []int) int {
	best, distance := -1, 0.0
	for _, i := range members {
		b := s.boxes[i]
		if r.X < float64(b.X0)-float64(b.Y1-b.Y0)*endRoom || r.X > float64(b.X1)+float64(b.Y1-b.Y0)*endRoom || r.Y < float64(b.Y0) || r.Y > float64(b.Y1) {
			continue
		}
		d := max(r.Y-float64(b.Y0+b.Y1)/2, float64(b.Y0+b.Y1)/2-r.Y)
		if best < 0 || d < distance {
			best, distance = i, d
		}
	}
	return best
}

// padded gives a box some room at its ends, where the detector is apt to cut letters.
func padded(b engine.Box) engine.Box {
	pad := endRoom * (b.Y1 - b.Y0)
	return engine.Box{X0: b.X0 - pad, Y0: b.Y0, X1: b.X1 + pad, Y1: b.Y1}
}

func around(boxes []engine.Box) engine.Box {
	out := boxes[0]
	for _, b := range boxes[1:] {
		out = engine.Box{X0: min(out.X0, b.X0), Y0: min(out.Y0, b.Y0), X1: max(out.X1, b.X1), Y1: max(out.Y1, b.Y1)}
	}
	return out
}
