package embed

import (
	"container/list"
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"sync"
)

// batch is how many texts are asked for at once.
const batch = 128

// Cache remembers the directions of the texts that were asked for last, each under the hash of its text. It may be used
// by several goroutines.
type Cache struct {
	from Embedder
	size int

	mu    sync.Mutex
	known map[key]*list.Element
	order *list.List // of entries, the last used first
}

type key [sha256.Size]byte

type entry struct {
	key       key
	direction []float32
}

// NewCache remembers up to size texts.
func NewCache(from Embedder, size int) *Cache {
	return &Cache{from: from, size: size, known: map[key]*list.Element{}, order: list.New()}
}

// Embed asks only for what it does not know, in batches. Callers must not change what they get.
func (c *Cache) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	missing := map[key][]int{}
	var ask []string
	for i, t := range texts {
		k := key(sha256.Sum256([]byte(t)))
		if out[i] = c.get(k); out[i] != nil {
			continue
		}
		if missing[k] == nil {
			ask = append(ask, t)
		}
		missing[k] = append(missing[k], i)
	}
	for some := range slices.Chunk(ask, batch) {
		got, err := c.from.Embed(ctx, some)
		if err != nil {
			return nil, err
		}
		if len(got) != len(some) {
			return nil, fmt.Errorf("embed %d texts: got %d directions", len(some), len(got))
		}
		for i, t := range some {
			k := key(sha256.Sum256([]byte(t)))
			c.put(k, got[i])
			for _, at := range missing[k] {
				out[at] = got[i]
			}
		}
	}
	return out, nil
}

func (c *Cache) get(k key) []float32 {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.known[k]
	if !ok {
		return nil
	}
	c.order.MoveToFront(e)
	return e.Value.(*entry).direction
}

func (c *Cache) put(k key, direction []float32) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.known[k]; ok {
		return
	}
	c.known[k] = c.order.PushFront(&entry{k, direction})
	for c.order.Len() > c.size {
		last := c.order.Back()
		c.order.Remove(last)
		delete(c.known, last.Value.(*entry).key)
	}
}
