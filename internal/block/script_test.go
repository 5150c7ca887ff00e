package block

import (
	"strconv"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/layout"
	"github.com/octavo-dev/octavo/internal/render"
)

// formulas is a page with a raised word, a word with a lowered part, and one that a hyphen divides.
func formulas() *drawing {
	d := draw(600, 800)
	first := d.at(60, 100, 10, "Water is H2O and this note 7 is about con-")
	first.Words[2].First, first.Words[6].Script = 7, layout.Super
	second := d.at(60, 112, 10, "densation of m3 of it in some other place.")
	second.Words[2].First = 30
	d.text.Shifted = map[int32][]layout.Shift{7: {{From: 1, To: 2, Script: layout.Sub}}, 30: {{From: 1, To: 2, Script: layout.Super}}}
	return d
}

func TestScriptsAreMarked(t *testing.T) {
	for scripts, want := range map[bool]string{
		true:  "Water is H<sub>2</sub>O and this note <sup>7</sup> is about condensation of m<sup>3</sup> of it in some other place.",
		false: "Water is H2O and this note 7 is about condensation of m3 of it in some other place.",
	} {
		page := formulas().done()
		page.Scripts = scripts
		blocks := Arrange(page)
		if len(blocks) != 1 {
			t.Fatalf("%d blocks", len(blocks))
		}
		if got := render.Content(&blocks[0], 1, render.Options{Scripts: true}); got != want {
			t.Errorf("%v: %s", scripts, got)
		}
		if got := render.Content(&blocks[0], 1, render.Options{}); strings.Contains(got, "<") || !scripts && blocks[0].Spans != nil {
			t.Errorf("%v: %s %v", scripts, got, blocks[0].Spans)
		}
	}
}

func TestLineNumbersAreKnown(t *testing.T) {
	d := draw(600, 800)
	for i := range 14 {
		d.at(40, 100+12*float32(i), 10, strconv.Itoa(i+1))
		d.at(70, 100+12*float32(i), 10, "word "+strings.Repeat("word ", 9)+"word")
	}
	shown := 0
	for _, b := range d.arranged() {
		if b.Counts != strings.HasPrefix(b.Text, "1\n") {
			t.Errorf("%v %q", b.Counts, b.Text)
		}
		if render.Show(&b, render.Options{Uncounted: true}) {
			shown++
		}
		if other := (doc.Block{Counts: b.Counts, Type: doc.Text}); !render.Show(&other, render.Options{}) {
			t.Errorf("%q is left out", b.Text)
		}
	}
	if shown != 1 {
		t.Errorf("%d blocks are shown", shown)
	}
}
