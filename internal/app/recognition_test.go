package app_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/octavo-dev/octavo/internal/app"
	"github.com/octavo-dev/octavo/internal/config"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/ocr"
)

// A machine where set-up fetched nothing, not even the folder, still reads pixels with Tesseract.
func TestRecognitionWithoutEngines(t *testing.T) {
	cfg, err := config.Load("", []string{"OCTAVO_ENGINES_DIR=" + filepath.Join(t.TempDir(), "none"), "OCTAVO_DATA_DIR=" + t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	r, err := app.OpenReading(t.Context(), cfg, 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	const width, height = 400, 100
	page := &engine.Raster{Pixels: bytes.Repeat([]byte{255}, width*height), Width: width, Height: height, Grey: true, DPI: 150}
	if got, err := r.OCR.Read(t.Context(), page, ocr.Options{Languages: []string{"eng"}}); err != nil || len(got.Lines) != 0 {
		t.Errorf("a blank page: %v, %v", got, err)
	}
}
