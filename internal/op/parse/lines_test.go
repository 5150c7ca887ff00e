package parse

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/doc"
)

// lined are lines below each other; what a bar divides stands on one height.
func lined(texts ...string) (out []doc.Line) {
	for i, text := range texts {
		parts := strings.Split(text, "|")
		for k, part := range parts {
			out = append(out, doc.Line{Text: part, Box: doc.Box{
				Left: 0.1 + 0.4*float64(k), Width: 0.3, Top: 0.1 + 0.05*float64(i), Height: 0.03,
			}})
		}
	}
	return out
}

func TestBreakLines(t *testing.T) {
	turned := lined("one two", "three four")
	turned[1].Rotation = 90
	for _, c := range []struct {
		name, text string
		lines      []doc.Line
		want       string
	}{
		{"Lines", "one two three four", lined("one two", "three four"), "one two\nthree four"},
		{"Hyphen", "he was under standing nothing at all", lined("he was under-", "standing nothing", "at all"), "he was under\nstanding nothing\nat all"},
		{"HyphenGone", "of understanding nothing at all", lined("of under-", "standing nothing", "at all"), "of understanding\nnothing\nat all"},
		{"HyphenAtTheEnd", "of understanding", lined("of under-", "standing"), "of understanding"},
		{"Marker", "first item goes on", lined("• first item", "goes on"), "first item\ngoes on"},
		{"SameHeight", "one two three", lined("one|two", "three"), "one two\nthree"},
		{"Unspaced", "今日は天気", lined("今日は", "天気"), "今日は\n天気"},
		{"OtherText", "one two three", lined("one", "elsewhere said", "two three"), "one\ntwo three"},
		{"Angle", "one two three four", turned, "one two three four"},
		{"NoLines", "one two", nil, "one two"},
		{"KeptAlready", "one\ntwo", lined("one", "two"), "one\ntwo"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := doc.Block{Type: doc.Text, Text: c.text, Box: doc.Box{Width: 1, Height: 1}}
			breakLines(&b, c.lines)
			if b.Text != c.want {
				t.Errorf("%q, want %q", b.Text, c.want)
			}
		})
	}
}

func TestBreakLinesMovesMarks(t *testing.T) {
	b := doc.Block{Text: "今日は天気", Box: doc.Box{Width: 1, Height: 1}, Spans: []doc.Span{{Kind: doc.Link, Start: 3, End: 12}, {Kind: doc.Highlight, Start: 9, End: 15}}}
	breakLines(&b, lined("今日は", "天気"))
	if diff := cmp.Diff([]doc.Span{{Kind: doc.Link, Start: 3, End: 13}, {Kind: doc.Highlight, Start: 10, End: 16}}, b.Spans); diff != "" {
		t.Error(diff)
	}
}
