package block

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
	"github.com/octavo-dev/octavo/internal/ocr"
)

// scan is a page of recognised lines: each a text, its left edge and its baseline, in letters of 5 by 10 points.
func scan(lines ...scanned) Page {
	p := Page{Seen: &engine.Page{Number: 1, Width: 600, Height: 800}, Text: &layout.Text{}}
	var all []layout.Line
	for _, l := range lines {
		x := l.x
		var words []layout.Word
		for text := range strings.FieldsSeq(l.text) {
			width := 5 * float32(len(text))
			words = append(words, layout.Word{Text: text, Confidence: 0.9, Box: engine.Box{X0: x, X1: x + width, Y0: l.y - 8, Y1: l.y + 2}})
			x += width + 5
		}
		all = append(all, layout.Recognised(words, 0))
	}
	p.Text.Add(all)
	return p
}

type scanned struct {
	text string
	x, y float32
}

func region(kind ocr.Kind, x0, y0, x1, y1 float32) ocr.Region {
	return ocr.Region{Kind: kind, Score: 0.9, Box: engine.Box{X0: x0, Y0: y0, X1: x1, Y1: y1}}
}

// told tells the types and first words of the blocks of a document of one page.
func told(p Page) string {
	d := &doc.Document{Kind: doc.Paged, Pages: []doc.Page{{Number: 1}}, Blocks: Arrange(p)}
	Finish(d, nil)
	var out []string
	for i := range d.Blocks {
		first, _, _ := strings.Cut(d.Blocks[i].Text, " ")
		out = append(out, string(d.Blocks[i].Type)+":"+first)
	}
	return strings.Join(out, " ")
}

const slowly = "the water of the river runs slowly down to the plain below"

func TestRegions(t *testing.T) {
	body := func(x, y float32) []scanned {
		var out []scanned
		for i := range 8 {
			out = append(out, scanned{slowly, x, y + 14*float32(i)})
		}
		return out
	}
	headed := append([]scanned{{"Rivers of the north", 60, 100}}, body(60, 130)...)
	edged := append(body(60, 110), scanned{"Rivers and lakes", 60, 700})
	pictured := append(body(60, 110), scanned{"bank", 200, 400}, scanned{"mill", 300, 440}, scanned{"ford", 220, 480})
	for name, c := range map[string]struct {
		lines   []scanned
		regions []ocr.Region
		want    string
	}{
		"NoHeadingByGeometry": {headed, nil, "Header:Rivers Text:the"},
		"Heading": {headed, []ocr.Region{region(ocr.HeadingRegion, 58, 90, 160, 104), region(ocr.TextRegion, 58, 120, 360, 235)},
			"Title:Rivers Text:the"},
		"Footer": {edged, []ocr.Region{region(ocr.TextRegion, 58, 100, 360, 215), region(ocr.FooterRegion, 58, 690, 150, 704)},
			"Text:the Footer:Rivers"},
		"LastLine": {edged, []ocr.Region{region(ocr.TextRegion, 58, 100, 360, 215), region(ocr.TextRegion, 58, 690, 150, 704)},
			"Text:the Text:Rivers"},
		"Picture": {pictured, []ocr.Region{region(ocr.TextRegion, 58, 100, 360, 215), region(ocr.PictureRegion, 150, 370, 400, 500)},
			"Text:the Figure:bank\nmill\nford"},
		"PictureWithoutWords": {body(60, 110), []ocr.Region{region(ocr.TextRegion, 58, 100, 360, 215), region(ocr.SealRegion, 150, 370, 250, 470)},
			"Text:the Figure:"},
	} {
		t.Run(name, func(t *testing.T) {
			p := scan(c.lines...)
			p.Regions = c.regions
			if got := told(p); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// Whatever regions and skew say, each word is in exactly one block and boxes stay on the page.
func TestRegionsLoseNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var lines []scanned
		at := rapid.Float32Range(0, 700)
		var want []string
		for range rapid.IntRange(1, 25).Draw(t, "lines") {
			text := rapid.StringMatching(`[a-z]{1,9}( [a-z0-9]{1,9}){0,6}`).Draw(t, "text")
			lines = append(lines, scanned{text, at.Draw(t, "x") / 2, 20 + at.Draw(t, "y")})
			want = append(want, strings.Fields(text)...)
		}
		p := scan(lines...)
		p.Skew = rapid.Float64Range(-3, 3).Draw(t, "skew")
		for range rapid.IntRange(0, 8).Draw(t, "regions") {
			x, y := at.Draw(t, "left"), at.Draw(t, "top")
			r := region(ocr.Kind(rapid.IntRange(0, int(ocr.LastKind)).Draw(t, "kind")), x, y, x+at.Draw(t, "width"), y+at.Draw(t, "height"))
			r.Score = rapid.Float64Range(0, 1).Draw(t, "score")
			p.Regions = append(p.Regions, r)
		}
		var got []string
		for _, b := range Arrange(p) {
			text := b.Marker + " " + b.Text
			if b.Type == doc.Figure {
				text += " " + b.Caption
			}
			for _, pair := range b.Pairs {
				text += " " + pair.Key + " " + pair.Value
			}
			got = append(got, strings.Fields(text)...)
			if x := b.Box; x.Left < 0 || x.Top < 0 || x.Left+x.Width > 1.0001 || x.Top+x.Height > 1.0001 {
				t.Fatalf("box %+v", x)
			}
		}
		letters := func(words []string) string {
			all := []rune(strings.Join(words, ""))
			slices.Sort(all)
			return string(all)
		}
		if letters(got) != letters(want) {
			t.Fatalf("%d words become %d: %q, %q", len(want), len(got), want, got)
		}
	})
}
