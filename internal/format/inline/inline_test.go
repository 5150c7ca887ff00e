package inline_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/format/inline"
)

func TestText(t *testing.T) {
	for _, c := range []struct {
		name  string
		write func(*inline.Text)
		want  string
		spans []doc.Span
	}{
		{"Folded", func(x *inline.Text) { x.Add(" a \n b"); x.Add(" "); x.Add("c ") }, "a b c", nil},
		{"NoBreakSpaceStays", func(x *inline.Text) { x.Add("a\u00a0b") }, "a\u00a0b", nil},
		{"RunsOfNoBreakSpaces", func(x *inline.Text) { x.Add("\u00a0 a\u00a0 b\u00a0"); x.Add("\u00a0c"); x.Add("\u00a0") }, "a b c", nil},
		{"OnlyNoBreakSpaces", func(x *inline.Text) { x.Open(doc.Link, "u"); x.Add("\u00a0"); x.Close(); x.Add("\u00a0") }, "", nil},
		{"Breaks", func(x *inline.Text) {
			x.Break()
			x.Add("a ")
			x.Break()
			x.Break()
			x.Add(" b")
			x.Break()
		}, "a\nb", nil},
		{"BlankBeforeMark", func(x *inline.Text) { x.Add("a "); x.Open(doc.Link, "u"); x.Add("b"); x.Close(); x.Add(" c") }, "a b c",
			[]doc.Span{{Kind: doc.Link, Start: 2, End: 3, Target: "u"}}},
		{"BlanksOnBothSidesOfMark", func(x *inline.Text) { x.Add("a "); x.Open(doc.Link, "u"); x.Add(" b "); x.Close(); x.Add(" c") }, "a b c",
			[]doc.Span{{Kind: doc.Link, Start: 2, End: 3, Target: "u"}}},
		{"EmptyMark", func(x *inline.Text) { x.Add("a"); x.Open(doc.Link, "u"); x.Add(" "); x.Close(); x.Add("b") }, "a b", nil},
		{"MarkInMark", func(x *inline.Text) {
			x.Open(doc.Link, "u")
			x.Add("a")
			x.Open(doc.Highlight, "")
			x.Add("b")
			x.Close()
			x.Add("c")
			x.Close()
		}, "abc", []doc.Span{{Kind: doc.Link, Start: 0, End: 1, Target: "u"}, {Kind: doc.Highlight, Start: 1, End: 2}, {Kind: doc.Link, Start: 2, End: 3, Target: "u"}}},
		{"ShiftInMark", func(x *inline.Text) {
			x.Open(doc.Link, "u")
			x.Add("mc")
			x.Shift(doc.Raised)
			x.Add("2")
			x.Unshift()
			x.Add(" b")
			x.Close()
		}, "mc2 b", []doc.Span{{Kind: doc.Link, Start: 0, End: 5, Target: "u"}, {Kind: doc.Raised, Start: 2, End: 3}}},
		{"MarkEndsInShift", func(x *inline.Text) {
			x.Open(doc.Highlight, "")
			x.Add("a")
			x.Shift(doc.Lowered)
			x.Add("b")
			x.Close()
			x.Add("c")
			x.Unshift()
			x.Unshift()
			x.Add("d")
		}, "abcd", []doc.Span{{Kind: doc.Highlight, Start: 0, End: 2}, {Kind: doc.Lowered, Start: 1, End: 3}}},
		{"ShiftInShift", func(x *inline.Text) {
			x.Add("x")
			x.Shift(doc.Raised)
			x.Add("2")
			x.Shift(doc.Lowered)
			x.Add("i")
			x.Unshift()
			x.Unshift()
		}, "x2i", []doc.Span{{Kind: doc.Raised, Start: 1, End: 2}, {Kind: doc.Lowered, Start: 2, End: 3}}},
		{"MarkEndsWithBreak", func(x *inline.Text) { x.Open(doc.Highlight, ""); x.Add("a"); x.Break(); x.Close() }, "a",
			[]doc.Span{{Kind: doc.Highlight, Start: 0, End: 1}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var x inline.Text
			c.write(&x)
			text, spans := x.Take()
			if diff := cmp.Diff(c.want, text); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(c.spans, spans); diff != "" {
				t.Error(diff)
			}
			if !x.Empty() {
				t.Error("not empty after Take")
			}
		})
	}
}

// Whatever is opened and closed, spans stay in order and inside the text.
func TestSpansAreOrdered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var x inline.Text
		depth := 0
		for range rapid.IntRange(0, 30).Draw(t, "steps") {
			switch step := rapid.IntRange(0, 4).Draw(t, "step"); {
			case step == 0:
				x.Open(doc.Highlight, "")
				depth++
			case step == 1 && depth > 0:
				x.Close()
				depth--
			case step == 2:
				x.Break()
			default:
				x.Add(rapid.SampledFrom([]string{"a", " ", " é b ", "\n", "\u00a0"}).Draw(t, "text"))
			}
		}
		text, spans := x.Take()
		at := 0
		for _, s := range spans {
			if s.Start < at || s.End <= s.Start || s.End > len(text) {
				t.Fatalf("spans %+v in %q", spans, text)
			}
			at = s.End
		}
	})
}
