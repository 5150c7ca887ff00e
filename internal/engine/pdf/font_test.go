package pdf

import (
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
)

func TestDescribe(t *testing.T) {
	for _, tt := range []struct {
		name                 string
		flags, weight, angle int
		want                 engine.Font
	}{
		{"ABCDEF+Calibri-Bold", 0, 265, 0, engine.Font{Name: "Calibri-Bold", Weight: 265, Bold: true}},
		{"Calibri", 0, 400, 0, engine.Font{Name: "Calibri", Weight: 400}},
		{"Symbols", 4, 2588, 0, engine.Font{Name: "Symbols", Weight: 2588, Symbolic: true}},
		{"Frutiger-Blk", 0, 0, 0, engine.Font{Name: "Frutiger-Blk", Bold: true}},
		{"abdomen", 0, 0, 0, engine.Font{Name: "abdomen"}},
		{"NimbusRomNo9L-Medi", 2, 0, 0, engine.Font{Name: "NimbusRomNo9L-Medi", Bold: true, Serif: true}},
		{"Plain", 1 << 18, 0, 0, engine.Font{Name: "Plain", Bold: true}},
		{"Plain", 0, 700, 0, engine.Font{Name: "Plain", Weight: 700, Bold: true}},
		{"times-boldoblique", 0, 0, 0, engine.Font{Name: "times-boldoblique", Bold: true, Italic: true}},
		{"Plain", 1 << 6, 0, 0, engine.Font{Name: "Plain", Italic: true}},
		{"Plain", 0, 0, -12, engine.Font{Name: "Plain", Italic: true}},
		{"DejaVuSansMono", 0, 0, 0, engine.Font{Name: "DejaVuSansMono", Fixed: true}},
		{"C++Font", 1, 0, 0, engine.Font{Name: "C++Font", Fixed: true}},
	} {
		if got := Describe(tt.name, "", tt.flags, tt.weight, tt.angle); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}
