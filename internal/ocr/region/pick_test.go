package region

import (
	"math"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/ocr"
)

func TestPick(t *testing.T) {
	const text, table, formula = 22, 21, inline
	row := func(class, score, x0, y0, x1, y1, order float32) []float32 {
		return []float32{class, score, x0, y0, x1, y1, order}
	}
	nan := float32(math.NaN())
	for name, c := range map[string]struct {
		rows [][]float32
		want []ocr.Kind
	}{
		"ByOrder":         {[][]float32{row(text, 0.9, 0, 0, 9, 9, 2), row(table, 0.8, 0, 20, 9, 29, 1)}, []ocr.Kind{ocr.TableRegion, ocr.TextRegion}},
		"Unsure":          {[][]float32{row(text, 0.39, 0, 0, 9, 9, 0)}, nil},
		"Again":           {[][]float32{row(text, 0.9, 0, 0, 10, 10, 0), row(text, 0.8, 0, 0, 10, 9, 1)}, []ocr.Kind{ocr.TextRegion}},
		"Nested":          {[][]float32{row(text, 0.5, 0, 0, 10, 10, 0), row(text, 0.9, 1, 1, 3, 3, 1)}, []ocr.Kind{ocr.TextRegion}},
		"OfTwoKinds":      {[][]float32{row(text, 0.5, 0, 0, 10, 10, 0), row(table, 0.9, 0, 0, 10, 9.9, 1)}, []ocr.Kind{ocr.TableRegion}},
		"InAnother":       {[][]float32{row(table, 0.5, 0, 0, 10, 10, 0), row(text, 0.9, 1, 1, 3, 3, 1)}, []ocr.Kind{ocr.TableRegion, ocr.TextRegion}},
		"InsideALine":     {[][]float32{row(formula, 0.9, 0, 0, 9, 9, 0)}, nil},
		"NoSuchClass":     {[][]float32{row(25, 0.9, 0, 0, 9, 9, 0), row(-1, 0.9, 0, 0, 9, 9, 0)}, nil},
		"NoArea":          {[][]float32{row(text, 0.9, 9, 0, 9, 9, 0)}, nil},
		"NoNumbers":       {[][]float32{row(text, nan, 0, 0, 9, 9, 0), row(text, 0.9, nan, 0, 9, 9, 0), row(nan, 0.9, 0, 0, 9, 9, 0)}, nil},
		"NothingWhatever": {nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			var rows []float32
			for _, r := range c.rows {
				rows = append(rows, r...)
			}
			var got []ocr.Kind
			for _, r := range pick(rows) {
				got = append(got, r.Kind)
			}
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

// Whatever the network says, regions are sound and few.
func TestPickAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.SliceOf(rapid.Float32()).Draw(t, "rows")
		for _, r := range pick(rows) {
			if r.Kind > ocr.LastKind || !(r.Score >= threshold && r.Score <= 1) || !(r.Box.X1 > r.Box.X0) || !(r.Box.Y1 > r.Box.Y0) {
				t.Fatalf("%+v", r)
			}
		}
	})
}
