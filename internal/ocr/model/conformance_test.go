package model

import (
	"testing"

	"github.com/octavo-dev/octavo/engines"
	"github.com/octavo-dev/octavo/internal/ocr/ocrtest"
	"github.com/octavo-dev/octavo/internal/ocr/tesseract"
)

const installed = engines.Dir("../../../.cache/engines")

func TestConformance(t *testing.T) {
	local := NewLocal(installed, tesseract.Debian())
	t.Cleanup(local.Close)
	for _, name := range []string{Auto, Paddle, Tesseract} {
		r, err := local.Reader(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(name, func(t *testing.T) { ocrtest.Test(t, r) })
	}
	f, err := local.Finder()
	if err != nil {
		t.Fatal(err)
	}
	t.Run("Finder", func(t *testing.T) { ocrtest.TestFinder(t, f) })
	if _, err := local.Embedder(); err != nil {
		t.Error(err)
	}
}
