// Package embed tells how near in meaning short texts are.
package embed

import "context"

// Embedder gives every text a direction; those of texts with similar meanings are near each other. All have length 1 and
// as many dimensions as the first.
type Embedder interface {
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// Similarity is how near two directions are, from -1 to 1. A missing one is near nothing.
func Similarity(a, b []float32) float64 {
	if len(a) != len(b) {
		return 0
	}
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}
