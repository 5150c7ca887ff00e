package layout

import (
	"fmt"
	"strings"
	"testing"
)

// told is the first line with what is raised and lowered in its words.
func told(t *Text) string {
	var out []string
	for _, w := range t.Lines[0].Words {
		text := w.Text
		if w.Script != None {
			text = fmt.Sprintf("%s(%d)", text, w.Script)
		}
		for _, s := range t.Shifted[w.First] {
			text += fmt.Sprintf("(%s %d)", w.Text[s.From:s.To], s.Script)
		}
		out = append(out, text)
	}
	return strings.Join(out, " ")
}

func TestScripts(t *testing.T) {
	for name, tt := range map[string]struct {
		page *sheet
		want string
	}{
		"End":     {newSheet().put(50, 100, 10, "word").put(70, 96, 6, "12").put(80, 100, 10, "next"), "word12(12 1) next"},
		"Middle":  {newSheet().put(50, 100, 10, "H").put(55, 102, 6, "2").put(58, 100, 10, "O"), "H2O(2 -1)"},
		"Both":    {newSheet().put(50, 100, 10, "x").put(55, 102, 6, "i").put(58, 96, 6, "2").put(61, 100, 10, "."), "xi2.(i -1)(2 1)"},
		"Alone":   {newSheet().put(50, 96, 6, "12").put(56.5, 100, 10, "See there"), "12(1) See there"},
		"Accents": {newSheet().put(50, 100, 10, "cafe").put(66, 100, 10, "\u0301").put(70, 96, 6, "2").put(80, 100, 10, "x"), "café2 x"},
		"None":    {newSheet().put(50, 100, 10, "word 12"), "word 12"},
	} {
		if got := told(Read(&tt.page.Page)); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}
