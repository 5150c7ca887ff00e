package render

import (
	"bytes"
	"encoding/json"
	"math"

	"github.com/octavo-dev/octavo/internal/doc"
)

// boxed is a position of a table in jsonbbox.
type boxed struct {
	Text string   `json:"text"`
	Box  *cellBox `json:"bbox"`
}

type cellBox struct {
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
	Page   int     `json:"page"`
}

func jsonRows(t *doc.Table, o Options) string {
	rows := make([][]string, t.Rows)
	for r, row := range t.Grid() {
		rows[r] = make([]string, len(row))
		for i, c := range row {
			rows[r][i] = value(c, o)
		}
	}
	return compact(rows)
}

func jsonBoxes(t *doc.Table, page int, o Options) string {
	rows := make([][]boxed, t.Rows)
	for r, row := range t.Grid() {
		if r < len(t.PageAt) {
			page = t.PageAt[r]
		}
		rows[r] = make([]boxed, len(row))
		for i, c := range row {
			rows[r][i].Text = value(c, o)
			if c == nil {
				continue
			}
			if b, ok := t.CellBox(c); ok {
				rows[r][i].Box = &cellBox{Round(b.Left), Round(b.Top), Round(b.Width), Round(b.Height), page}
			}
		}
	}
	return compact(rows)
}

// Round cuts a coordinate to the six decimals of the interface.
func Round(x float64) float64 { return math.Round(x*1e6) / 1e6 }

func compact(v any) string {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	// Strings and finite numbers can always be written.
	_ = enc.Encode(v)
	return string(bytes.TrimSuffix(out.Bytes(), []byte("\n")))
}
