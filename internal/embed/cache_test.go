package embed

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
)

// counting gives the length of a text and remembers what it was asked for.
type counting struct {
	mu    sync.Mutex
	asked [][]string
	err   error
	short bool
}

func (c *counting) Embed(_ context.Context, texts []string) ([][]float32, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked = append(c.asked, slices.Clone(texts))
	if c.err != nil {
		return nil, c.err
	}
	var out [][]float32
	for _, t := range texts {
		out = append(out, []float32{float32(len(t))})
	}
	if c.short {
		out = out[1:]
	}
	return out, nil
}

func embed(t *testing.T, e Embedder, texts ...string) {
	t.Helper()
	got, err := e.Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		if got[i][0] != float32(len(text)) {
			t.Errorf("%q became %v", text, got[i])
		}
	}
}

func TestCache(t *testing.T) {
	from := &counting{}
	c := NewCache(from, 3)
	embed(t, c, "a", "bb", "a")
	embed(t, c, "bb", "ccc")
	embed(t, c, "a", "dddd") // bb was used last but longest ago
	embed(t, c, "bb")
	want := [][]string{{"a", "bb"}, {"ccc"}, {"dddd"}, {"bb"}}
	if fmt.Sprint(from.asked) != fmt.Sprint(want) {
		t.Errorf("asked %v, want %v", from.asked, want)
	}
	if c.order.Len() != 3 || len(c.known) != 3 {
		t.Errorf("%d and %d are remembered", c.order.Len(), len(c.known))
	}
}

func TestCacheInBatches(t *testing.T) {
	from := &counting{}
	c := NewCache(from, 10) // smaller than what is asked for
	var texts []string
	for i := range 2*batch + 1 {
		texts = append(texts, fmt.Sprintf("%0*d", i+1, 0))
	}
	embed(t, c, texts...)
	if len(from.asked) != 3 || len(from.asked[2]) != 1 {
		t.Errorf("%d batches", len(from.asked))
	}
}

func TestCacheFails(t *testing.T) {
	boom := errors.New("boom")
	c := NewCache(&counting{err: boom}, 3)
	if _, err := c.Embed(t.Context(), []string{"a"}); !errors.Is(err, boom) {
		t.Errorf("got %v", err)
	}
	c = NewCache(&counting{short: true}, 3)
	if _, err := c.Embed(t.Context(), []string{"a"}); err == nil {
		t.Error("a direction is missing and nobody says so")
	}
	if got, err := c.Embed(t.Context(), nil); err != nil || len(got) != 0 {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestCacheFromManySides(t *testing.T) {
	c := NewCache(&counting{}, 5)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for k := range 50 {
				embed(t, c, fmt.Sprintf("%0*d", (i+k)%9+1, 0), "x")
			}
		})
	}
	all.Wait()
}

func TestSimilarity(t *testing.T) {
	if s := Similarity([]float32{0.6, 0.8}, []float32{0.8, 0.6}); s < 0.959 || s > 0.961 {
		t.Errorf("got %v", s)
	}
	if s := Similarity([]float32{1}, nil); s != 0 {
		t.Errorf("got %v", s)
	}
}
