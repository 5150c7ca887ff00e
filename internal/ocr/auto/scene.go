package auto

import (
	"context"

	"github.com/octavo-dev/octavo/internal/ocr/paddle"
	"github.com/octavo-dev/octavo/internal/ocr/pixel"
)

// readScene reads what is not plain print with PP-OCR, after a closer look for text.
func (s *sheet) readScene(ctx context.Context) error {
	spots, err := s.paddle.Detect(s.view.Image, paddle.FullSide)
	if err != nil {
		return err
	}
	s.view.Spots = spots
	s.place()
	if err := s.readPrint(ctx); err != nil {
		return err
	}
	for i := range s.lines {
		if err := ctx.Err(); err != nil {
			return err
		}
		words, err := s.recognise(s.view.Spots[i].Rect)
		if err != nil {
			return err
		}
		s.lines[i] = vote(s.lines[i], words)
	}
	return nil
}

// recognise reads one line with PP-OCR.
func (s *sheet) recognise(rect pixel.Rect) ([]word, error) {
	alphabet := paddle.Latin
	if s.languages == "eng" {
		alphabet = paddle.English
	}
	glyphs, err := s.paddle.Recognise(s.view.Image, rect, alphabet)
	if err != nil {
		return nil, err
	}
	var out []word
	for _, w := range paddle.Words(glyphs, rect) {
		out = append(out, ofPaddle(w, rect))
	}
	return out, nil
}

func ofPaddle(w paddle.Word, line pixel.Rect) word {
	return word{text: w.Text, rect: w.Rect, confidence: w.Confidence, mean: w.Mean, glyphs: w.Glyphs, line: line}
}

// span is where a word lies along the lines of the upright page.
func span(r pixel.Rect) (float64, float64) {
	b := r.Bounds()
	return float64(b.X0), float64(b.X1)
}
