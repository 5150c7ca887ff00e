package match

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/schema"
)

// asks is what is asked of large documents: a value of every kind and the rows of a table.
const asks = `{"type":"object","properties":{"invoice_number":{"type":"string"},"invoice_date":{"type":"string","format":"date"},
	"total":{"type":"number"},"quantity":{"type":"integer"},"seller_name":{"type":"string"},"address":{"type":"string"},"currency":{"type":"string"},
	"title":{"type":"string"},"signed":{"type":"boolean"},"country":{"type":"string"},"email":{"type":"string"},
	"sort":{"type":"string","enum":["invoice","contract"]},"parties":{"type":"array","items":{"type":"string"}},
	"remarks":{"type":"array","items":{"type":"string"}},
	"lines":{"type":"array","items":{"type":"object","properties":{"description":{"type":"string"},"quantity":{"type":"number"},
	"unit_price":{"type":"number"},"line_total":{"type":"number"},"delivery_date":{"type":"string"},"article_number":{"type":"string"}}}}}}`

// large are documents that grow in one direction each.
var large = map[string]func(n int) *doc.Document{
	"pages": func(n int) *doc.Document {
		pages := make([][]string, n)
		for i := range pages {
			pages[i] = []string{fmt.Sprintf("Report %d", i), "", "Invoice No.: A-71     Invoice date: 5 March 2024",
				"Article        Quantity     Unit price      Amount", "Screws               20           0.55       11.00", "Nails                 7           2.00       14.00",
				"Alder Tools GmbH", "Ringweg 20, 80333 Munich", "Total      25.00 EUR"}
		}
		return papers(pages...)
	},
	"words of a line": func(n int) *doc.Document {
		return paper(strings.Repeat("Total 12.50 EUR, date 5.3.2024; Alder GmbH A-55: [x] Maine ", n/11+1))
	},
	"letters of a word": func(n int) *doc.Document { return paper(strings.Repeat("date", n/4)) },
	"columns of a line": func(n int) *doc.Document { return paper(strings.Repeat("Total      12.50      ", n/2)) },
	"lines of a paragraph": func(n int) *doc.Document {
		all := make([]string, n)
		for i := range all {
			all[i] = fmt.Sprintf("and of the %d screws that Alder Tools GmbH sold for 12.50 EUR on 5 March 2024 to Maine", i)
		}
		d := paper(all...)
		d.Blocks = d.Blocks[:1]
		d.Blocks[0].Box.Height = float64(n)
		return d
	},
	"rows of a sheet": func(n int) *doc.Document {
		return grid(n, "Article", "Qty", "Unit price", "Amount", "Remark", "Store", "Colour", "Size", "Delivery date", "Batch")
	},
	"rows of a sheet of words": func(n int) *doc.Document {
		d := grid(n, "Article", "Qty", "Unit price", "Amount", "Remark", "Store", "Colour", "Size", "Delivery date", "Batch")
		for i := range d.Blocks[0].Table.Cells {
			d.Blocks[0].Table.Cells[i].Text = []string{"Article", "Quantity", "Unit price", "Amount", "total", "red", "oak", "large", "date", "fir"}[i%10]
		}
		return d
	},
}

// grid is a sheet of rows under a head of ten columns.
func grid(rows int, head ...string) *doc.Document {
	t := &doc.Table{Rows: rows + 1, Cols: len(head), HeaderRows: 1}
	for c := range head {
		t.ColAt = append(t.ColAt, c+1)
	}
	for r := range rows + 1 {
		t.RowAt = append(t.RowAt, r+1)
		cells := head
		if r > 0 {
			cells = []string{fmt.Sprintf("Screws %d", r), "20", "0.55", "11.00", "in stock", "Oak", "red", "large", "2024-03-05", fmt.Sprint("B-", r)}
		}
		for c, text := range cells {
			t.Cells = append(t.Cells, doc.Cell{Row: r, Col: c, RowSpan: 1, ColSpan: 1, Text: text})
		}
	}
	return &doc.Document{Type: "xlsx", Kind: doc.Sheet, PageCount: 1, Pages: []doc.Page{{Number: 1, Name: "Stock"}},
		Blocks: []doc.Block{{Type: doc.TableBlock, Page: 1, Box: doc.Box{Left: 1, Top: 1, Width: float64(len(head)), Height: float64(rows + 1)}, Table: t, Confidence: 1}}}
}

// countdown is a context that is cancelled when it was asked so many times, and counts how often it is asked.
type countdown struct {
	context.Context
	left, asked int
}

func (c *countdown) Err() error {
	c.asked++
	if c.asked > c.left {
		return context.Canceled
	}
	return nil
}

// A large document is given up in its middle: whenever nobody waits any more, what is still looked at is as little as the
// schema is large, however large the document is.
func TestCancelledInTheMiddle(t *testing.T) {
	root := wanted(t, asks)
	const n = 120
	for name, grow := range large {
		if name == "letters of a word" {
			continue // one word is one step
		}
		t.Run(name, func(t *testing.T) {
			docs := []*doc.Document{grow(n)}
			whole := &countdown{Context: context.Background(), left: math.MaxInt}
			if _, err := Extract(whole, docs, root, Options{}); err != nil {
				t.Fatal(err)
			}
			if whole.asked < n/2 {
				t.Fatalf("%d parts are read in %d steps", n, whole.asked)
			}
			for _, part := range []int{0, 1, 10, 50, 90, 99} {
				ctx := &countdown{Context: context.Background(), left: whole.asked * part / 100}
				if _, err := Extract(ctx, docs, root, Options{}); !errors.Is(err, context.Canceled) {
					t.Fatalf("cancelled at %d %%: %v", part, err)
				}
				if more := ctx.asked - ctx.left; more > 200 {
					t.Errorf("cancelled at %d %%, it is looked at %d times more", part, more)
				}
			}
		})
	}
}

// What is allocated grows as the document does: four times as much of it takes four times as much.
func TestCostsGrowAsDocumentsDo(t *testing.T) {
	root := wanted(t, asks)
	for name, grow := range large {
		t.Run(name, func(t *testing.T) {
			small, tall := allocated(t, grow(200), root), allocated(t, grow(800), root)
			if ratio := float64(tall) / float64(small); ratio > 5 {
				t.Errorf("four times as many %s take %.1f times as much memory: %d bytes, then %d", name, ratio, small, tall)
			}
		})
	}
}

func allocated(t *testing.T, d *doc.Document, root *schema.Field) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := Extract(context.Background(), []*doc.Document{d}, root, Options{}); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// A place is found whatever else stands on its page, by a look at few of the boxes.
func TestBands(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		edge := rapid.Float64Range(-0.2, 1.2)
		boxes := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) doc.Box {
			return doc.Box{Left: 0, Width: 1, Top: edge.Draw(t, "top"), Height: edge.Draw(t, "height")}
		}), 0, 60).Draw(t, "boxes")
		b := newBands(len(boxes), func(i int) (doc.Box, bool) { return boxes[i], true })
		y := edge.Draw(t, "y")
		seen := map[int]int{}
		b.at(y, func(i int) { seen[i]++ })
		for i, box := range boxes {
			if seen[i] > 1 || holds(box, 0.5, y) && seen[i] == 0 {
				t.Fatalf("box %d of %v is met %d times at %v", i, boxes, seen[i], y)
			}
		}
	})
	const n = 10000
	b := newBands(n, func(i int) (doc.Box, bool) { return doc.Box{Top: float64(i), Height: 1}, true })
	met := 0
	for i := range n {
		b.at(float64(i)+0.5, func(int) { met++ })
	}
	if met > 10*n {
		t.Errorf("%d places meet %d boxes", n, met)
	}
}

func wanted(tb testing.TB, raw string) *schema.Field {
	tb.Helper()
	root, err := schema.Parse(json.RawMessage(raw))
	if err != nil {
		tb.Fatal(err)
	}
	return root
}

// What a part of a document costs should not grow with how many of them there are.
func BenchmarkLarge(b *testing.B) {
	root := wanted(b, asks)
	for name, sizes := range map[string][]int{
		"pages": {500, 2000}, "words of a line": {8000, 32000}, "letters of a word": {8000, 32000}, "columns of a line": {2000, 8000},
		"lines of a paragraph": {2000, 8000}, "rows of a sheet": {5000, 20000, 100000}, "rows of a sheet of words": {5000, 20000},
	} {
		for _, n := range sizes {
			d := large[name](n)
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				for b.Loop() {
					if _, err := Extract(context.Background(), []*doc.Document{d}, root, Options{}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(n), "µs/part")
			})
		}
	}
}
