package parse_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/octavo-dev/octavo/internal/op/optest"
)

// TestPagesOfLongDocumentsCostNoMore counts what a page takes of the heap, in pieces and in bytes, in documents of 10,
// 100 and 1,000 pages. What a job takes however many pages it has cancels out in the differences.
func TestPagesOfLongDocumentsCostNoMore(t *testing.T) {
	b := newBench(t)
	b.Reader.Engines = &optest.Books{}
	taken := func(pages int) (pieces, size float64) {
		input := fmt.Sprintf("octavo://%d.pdf", pages)
		b.Files[input] = fmt.Sprintf("%%PDF-1.7 pages=%d", pages)
		body := fmt.Sprintf(`{"input": %q, "retrieval": {"chunking": {"chunk_mode": "variable"}}, "formatting": {"merge_tables": true}}`, input)
		b.parse(body) // what is made once, is
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, _, err := b.run(body)
		runtime.ReadMemStats(&after)
		if err != nil {
			t.Fatal(err)
		}
		return float64(after.Mallocs - before.Mallocs), float64(after.TotalAlloc - before.TotalAlloc)
	}
	pieces10, size10 := taken(10)
	pieces100, size100 := taken(100)
	pieces1000, size1000 := taken(1000)
	for _, of := range []struct {
		what             string
		few, many, large float64
	}{{"pieces of memory", pieces10, pieces100, pieces1000}, {"bytes", size10, size100, size1000}} {
		short, long := (of.many-of.few)/90, (of.large-of.many)/900
		t.Logf("%s a page: %.0f in short documents, %.0f in long ones", of.what, short, long)
		if long > 1.1*short {
			t.Errorf("%s a page: %.0f in short documents, %.0f in long ones", of.what, short, long)
		}
	}
}
