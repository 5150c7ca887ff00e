package page

import (
	"fmt"
	"image/png"
	"os"
	"path/filepath"

	"github.com/octavo-dev/octavo/internal/engine/pdfium"
	"github.com/octavo-dev/octavo/internal/overlay"
)

const drawDPI = 110

// Draw writes a page as NAME-NUMBER.png into a folder, with what is known of it drawn over it.
func Draw(d *pdfium.Document, number int, folder, name string, v overlay.View) error {
	raster, err := d.Render(number, drawDPI, false)
	if err != nil {
		return err
	}
	v.Raster = raster
	drawn, err := v.Draw()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(folder, fmt.Sprintf("%s-%d.png", name, number)))
	if err != nil {
		return err
	}
	defer f.Close()
	return png.Encode(f, drawn)
}
