package block

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
)

// annotate puts links, marks, remarks and answers anywhere on a page.
func annotate(t *rapid.T, p *engine.Page) {
	for i := range rapid.IntRange(1, 12).Draw(t, "annotations") {
		x, y := rapid.Float32Range(-10, 590).Draw(t, "left"), rapid.Float32Range(-10, 790).Draw(t, "top")
		b := engine.Box{X0: x, Y0: y, X1: x + rapid.Float32Range(0, 300).Draw(t, "width"), Y1: y + rapid.Float32Range(0, 60).Draw(t, "height")}
		if rapid.Bool().Draw(t, "link") {
			p.Links = append(p.Links, engine.Link{Box: b, URI: fmt.Sprintf("https://example.com/%d", rapid.IntRange(0, 2).Draw(t, "uri"))})
			continue
		}
		p.Annotations = append(p.Annotations, engine.Annotation{
			Kind: rapid.SampledFrom([]string{"Highlight", "StrikeOut", "Underline", "Squiggly", "Text", "Square"}).Draw(t, "kind"),
			Box:  b, Contents: rapid.SampledFrom([]string{"", "why", "so"}).Draw(t, "contents"), Index: i, ReplyTo: rapid.IntRange(-1, 12).Draw(t, "reply"),
		})
	}
}

// Marks and remarks leave text, blocks and order as they are, and marks lie in the text they mark.
func TestMarksLeaveTheTextAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := anyPage(t)
		plain := texts(Arrange(d.done()))
		annotate(t, &d.page)
		got := Arrange(d.done())
		said := 0
		for i := range got {
			checkSpans(t, got[i].Text, got[i].Spans)
			for _, p := range got[i].Pairs {
				checkSpans(t, p.Value, p.Spans)
			}
			if got[i].Type == doc.Comment {
				said++
			}
		}
		want := 0
		for _, a := range d.page.Annotations {
			if a.Contents != "" {
				want++
			}
		}
		if said != want {
			t.Fatalf("%d comments, not %d", said, want)
		}
		if text := texts(slices.DeleteFunc(got, func(b doc.Block) bool { return b.Type == doc.Comment })); text != plain {
			t.Fatalf("marked %s\nplain  %s", text, plain)
		}
	})
}

// checkSpans holds marks to what Span promises.
func checkSpans(t *rapid.T, text string, spans []doc.Span) {
	last, changed := map[doc.SpanKind]int{}, 0
	for i, s := range spans {
		if s.Start < 0 || s.Start >= s.End || s.End > len(text) || !utf8.ValidString(text[s.Start:s.End]) {
			t.Fatalf("%+v in %q", s, text)
		}
		if s.Start < last[s.Kind] || i > 0 && s.Start < spans[i-1].Start {
			t.Fatalf("%+v behind %+v", s, spans[:i])
		}
		if last[s.Kind] = s.End; s.Kind == doc.Inserted || s.Kind == doc.Deleted {
			if s.Start < changed {
				t.Fatalf("%+v overlaps a change among %+v", s, spans)
			}
			changed = s.End
		}
		if strings.TrimSpace(text[s.Start:s.End]) == "" {
			t.Fatalf("%+v marks nothing in %q", s, text)
		}
	}
}
