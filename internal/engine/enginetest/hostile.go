package enginetest

import (
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

// Files that lie or lead in circles cost little, and what can be read of them is.
func testHostile(t *testing.T, e Engine) {
	const patience = 20 * time.Second // of a slow machine; the native engine takes less than one for all
	for name, data := range pdfgen.Hostile() {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			d, err := e.Open(data, "")
			if err != nil {
				t.Fatal(err)
			}
			defer d.Close()
			want(t, "pages", d.Pages() >= 1 && d.Pages() <= 99, true)
			if got := text(read(t, d, 1), every); !strings.Contains(got, "hostile") {
				t.Errorf("text %q", got)
			}
			r, err := d.Render(1, 100, true)
			if err != nil {
				t.Fatal(err)
			}
			if r.Width*r.Height > engine.MaxPixels || r.Width > engine.MaxAxis || r.Height > engine.MaxAxis {
				t.Errorf("%d × %d pixels", r.Width, r.Height)
			}
			info, err := d.Info()
			if err != nil {
				t.Fatal(err)
			}
			if len(info.Metadata) > 0 {
				t.Errorf("metadata %.200v", info.Metadata)
			}
			if took := time.Since(start); took > patience {
				t.Errorf("it took %v", took)
			}
		})
	}
}
