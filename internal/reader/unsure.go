package reader

import (
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
	"github.com/octavo-dev/octavo/internal/ocr"
)

// Bounds of what is believed to be written in a photograph.
const (
	sureWord  = 0.6
	sureImage = 0.5 // how sure it is that it is one
)

// dropUnsure forgets words that recognition is unsure of inside photographs, where leaves and windows look like letters:
// the pictures of a page that has text of its own, and those that the layout model sees in a scan.
func (s *sheet) dropUnsure(regions []ocr.Region) {
	var pictures []engine.Box
	if s.page.Native && !s.whole(s.pictures) {
		pictures = slices.Clone(s.pictures)
	}
	for _, r := range regions {
		if r.Kind == ocr.PictureRegion && r.Score >= sureImage {
			pictures = append(pictures, r.Box)
		}
	}
	if len(pictures) == 0 {
		return
	}
	s.keep(func(w *layout.Word) bool {
		return w.Font >= 0 || w.Confidence >= sureWord ||
			!slices.ContainsFunc(pictures, func(b engine.Box) bool { return overlap(b, w.Box) > 0.5*area(w.Box) })
	})
}
