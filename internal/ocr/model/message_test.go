package model

import (
	"bytes"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/embed/minilm"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/wire"
	"github.com/octavo-dev/octavo/internal/ocr"
)

func drawBox(t *rapid.T) engine.Box {
	at := rapid.Float32Range(0, 9000)
	x, y := at.Draw(t, "x"), at.Draw(t, "y")
	return engine.Box{X0: x, Y0: y, X1: x + at.Draw(t, "width"), Y1: y + at.Draw(t, "height")}
}

func TestMessages(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var e wire.Encoder
		share := rapid.Float64Range(0, 1)
		r := &ocr.Reading{Rotation: 90 * rapid.IntRange(0, 3).Draw(t, "turn"), Skew: share.Draw(t, "skew")}
		for range rapid.IntRange(0, 3).Draw(t, "lines") {
			l := ocr.Line{Box: drawBox(t), Angle: 359 * share.Draw(t, "angle"), Confidence: share.Draw(t, "sure")}
			for range rapid.IntRange(1, 3).Draw(t, "words") {
				l.Words = append(l.Words, ocr.Word{Text: rapid.String().Draw(t, "text"), Box: drawBox(t), Confidence: share.Draw(t, "sure")})
			}
			r.Lines = append(r.Lines, l)
		}
		got, err := decodeReading(bytes.Join(encodeReading(&e, r), nil))
		if err != nil || !reflect.DeepEqual(got, r) {
			t.Fatalf("%+v, %v", got, err)
		}
		q := question{engine: Auto, page: &engine.Raster{Width: 3, Height: 2, Pixels: make([]byte, 24), DPI: 200}}
		q.options.Careful = rapid.Bool().Draw(t, "careful")
		q.options.Languages = rapid.SliceOfN(rapid.String(), 1, 3).Draw(t, "languages")
		q.options.Regions = []engine.Box{drawBox(t)}
		asked, err := decodeQuestion(bytes.Join(encodeQuestion(&e, q), nil))
		if err != nil || !reflect.DeepEqual(asked, q) {
			t.Fatalf("%+v, %v", asked, err)
		}
		turn := 90 * rapid.IntRange(0, 3).Draw(t, "turn")
		page, turned, err := decodeLook(bytes.Join(encodeLook(&e, q.page, turn), nil))
		if err != nil || turned != turn || !reflect.DeepEqual(page, q.page) {
			t.Fatalf("%+v, %d, %v", page, turned, err)
		}
		var regions []ocr.Region
		for range rapid.IntRange(0, 3).Draw(t, "regions") {
			kind := ocr.Kind(rapid.IntRange(0, int(ocr.LastKind)).Draw(t, "kind"))
			regions = append(regions, ocr.Region{Kind: kind, Score: share.Draw(t, "sure"), Box: drawBox(t)})
		}
		found, err := decodeRegions(bytes.Join(encodeRegions(&e, regions), nil))
		if err != nil || !reflect.DeepEqual(found, regions) {
			t.Fatalf("%+v, %v", found, err)
		}
		texts := rapid.SliceOfN(rapid.StringN(0, 20, -1), 1, 3).Draw(t, "texts")
		sent, err := decodeTexts(bytes.Join(encodeTexts(&e, texts), nil))
		if err != nil || !reflect.DeepEqual(sent, texts) {
			t.Fatalf("%q, %v", sent, err)
		}
		directions := [][]float32{rapid.SliceOfN(rapid.Float32Range(-1, 1), minilm.Dimensions, minilm.Dimensions).Draw(t, "direction")}
		back, err := decodeDirections(bytes.Join(encodeDirections(&e, directions), nil), 1)
		if err != nil || !reflect.DeepEqual(back, directions) {
			t.Fatalf("%v, %v", back, err)
		}
	})
}

func TestDirectionsAreChecked(t *testing.T) {
	var e wire.Encoder
	one := make([]float32, minilm.Dimensions)
	for name, c := range map[string]struct {
		sent [][]float32
		want int
	}{
		"TooFew":   {[][]float32{one}, 2},
		"TooMany":  {[][]float32{one, one}, 1},
		"TooShort": {[][]float32{one[1:]}, 1},
		"TooLong":  {[][]float32{append([]float32{2}, one[1:]...)}, 1},
	} {
		if got, err := decodeDirections(bytes.Join(encodeDirections(&e, c.sent), nil), c.want); err == nil {
			t.Errorf("%s: %d directions", name, len(got))
		}
	}
}

func FuzzMessages(f *testing.F) {
	var e wire.Encoder
	f.Add(bytes.Join(encodeReading(&e, &ocr.Reading{Lines: []ocr.Line{{Words: []ocr.Word{{Text: "a"}}}}}), nil))
	f.Add(bytes.Join(encodeQuestion(&e, question{engine: Auto, page: page("a")}), nil))
	f.Add(bytes.Join(encodeLook(&e, page("a"), 90), nil))
	f.Add(bytes.Join(encodeRegions(&e, []ocr.Region{{Kind: ocr.TableRegion, Score: 1, Box: engine.Box{X1: 2, Y1: 2}}}), nil))
	f.Add(bytes.Join(encodeTexts(&e, []string{"a", "b"}), nil))
	f.Add(bytes.Join(encodeDirections(&e, [][]float32{make([]float32, minilm.Dimensions)}), nil))
	f.Fuzz(func(t *testing.T, body []byte) {
		fits := func(page *engine.Raster) {
			channels := 4
			if page.Grey {
				channels = 1
			}
			if len(page.Pixels) != page.Width*page.Height*channels {
				t.Error("pixels do not fit the size")
			}
		}
		if q, err := decodeQuestion(body); err == nil {
			fits(q.page)
		}
		if page, turn, err := decodeLook(body); err == nil {
			if fits(page); turn%90 != 0 {
				t.Error("turn", turn)
			}
		}
		if found, err := decodeRegions(body); err == nil {
			for _, r := range found {
				if r.Kind > ocr.LastKind || !(r.Score >= 0 && r.Score <= 1) || r.Box.X1 < r.Box.X0 || r.Box.Y1 < r.Box.Y0 {
					t.Errorf("%+v", r)
				}
			}
		}
		if texts, err := decodeTexts(body); err == nil && len(texts) > maxTexts {
			t.Error(len(texts), "texts")
		}
		if directions, err := decodeDirections(body, 1); err == nil && len(directions) != 1 {
			t.Error(len(directions), "directions")
		}
		if r, err := decodeReading(body); err == nil && r.Rotation%90 != 0 {
			t.Error("rotation", r.Rotation)
		}
	})
}
