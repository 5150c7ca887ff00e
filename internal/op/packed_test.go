package op

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/render"
)

// drawnWord is a word somewhere on a page or a sheet, with any text.
func drawnWord(t *rapid.T, text string) doc.Word {
	side := rapid.OneOf(rapid.Float64Range(-0.1, 1.1), rapid.SampledFrom([]float64{0, 0.5, 1, 7, 100000}))
	return doc.Word{
		Text: text, Confidence: rapid.Float64Range(0, 1).Draw(t, "confidence"), Rotation: rapid.IntRange(0, 359).Draw(t, "rotation"),
		Box: doc.Box{Left: side.Draw(t, "left"), Top: side.Draw(t, "top"), Width: side.Draw(t, "width"), Height: side.Draw(t, "height")},
	}
}

// rounded is a word as answers show it.
func rounded(w doc.Word) doc.Word {
	for _, v := range []*float64{&w.Box.Left, &w.Box.Top, &w.Box.Width, &w.Box.Height, &w.Confidence} {
		*v = render.Round(*v) + 0 // minus nothing is nothing
	}
	return w
}

func TestPackedPagesAnswerAsTheyDid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var want doc.Page
		for range rapid.IntRange(0, 3).Draw(t, "lines") {
			texts := rapid.SliceOfN(rapid.StringN(0, 4, -1), 0, 3).Draw(t, "words")
			for _, text := range texts {
				want.Words = append(want.Words, drawnWord(t, text))
			}
			want.Lines = append(want.Lines, doc.Line(drawnWord(t, strings.Join(texts, " "))))
		}
		if rapid.Bool().Draw(t, "with words of no line") {
			want.Words = append(want.Words, drawnWord(t, rapid.String().Draw(t, "text")))
		}
		var got doc.Page
		if err := unpackPage(&got, new(packer).page(&want)); err != nil {
			t.Fatal(err)
		}
		for _, p := range []*doc.Page{&want, &got} {
			for i := range p.Words {
				p.Words[i] = rounded(p.Words[i])
			}
			for i := range p.Lines {
				p.Lines[i] = doc.Line(rounded(doc.Word(p.Lines[i])))
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestUnpackRefusesDamage(t *testing.T) {
	whole := new(packer).page(&doc.Page{
		Lines: []doc.Line{{Text: "a line", Confidence: 1}},
		Words: []doc.Word{{Text: "a", Box: doc.Box{Width: math.Inf(1)}}, {Text: "line"}, {Text: "other", Confidence: math.NaN()}},
	})
	var p doc.Page
	if err := unpackPage(&p, whole); err != nil || p.Words[1].Text != "line" || p.Words[2].Text != "other" {
		t.Fatalf("%v: %+v", err, p)
	}
	for n := range whole {
		if err := unpackPage(&doc.Page{}, whole[:n]); err == nil {
			t.Errorf("cut after %d of %d bytes: no error", n, len(whole))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		_ = unpackPage(&doc.Page{}, rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")) // must not panic
	})
}
