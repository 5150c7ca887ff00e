// Package minilm gives short texts their directions with the network all-MiniLM-L6-v2. It is meant for a child process:
// a network may take the process with it.
package minilm

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/octavo-dev/octavo/engines"
	"github.com/octavo-dev/octavo/internal/ocr/onnx"
)

const (
	modelFile      = "all-MiniLM-L6-v2.onnx"
	vocabularyFile = "all-MiniLM-L6-v2.vocab.txt"
)

// Dimensions is how many numbers a direction has.
const Dimensions = 384

// Bounds of what the network sees at once. Rows are filled up to a multiple of step, so that what a text becomes depends
// on its own length and not on the texts it is asked for with.
const (
	maxTokens = 128
	step      = 8
	maxRows   = 32
)

// Engine is the loaded network and its vocabulary.
type Engine struct {
	network *onnx.Network
	words   vocabulary
}

// Check looks for the files of the ability and says which one is missing or another.
func Check(find engines.Finder) error {
	for _, name := range []string{onnx.RuntimeFile, modelFile, vocabularyFile} {
		if _, err := find(name); err != nil {
			return fmt.Errorf("embedding model: %w", err)
		}
	}
	return nil
}

// Open loads the network; it uses so many threads.
func Open(dir engines.Dir, threads int) (*Engine, error) {
	words, err := openVocabulary(dir)
	if err != nil {
		return nil, fmt.Errorf("embedding model: %w", err)
	}
	n, err := onnx.Open(dir, modelFile, threads)
	if err != nil {
		return nil, fmt.Errorf("embedding model: %w", err)
	}
	return &Engine{n, words}, nil
}

// Close unloads the network.
func (e *Engine) Close() { e.network.Close() }

// Embed gives the directions of texts.
func (e *Engine) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	rows := make([][]int64, len(texts))
	byLength := map[int][]int{}
	for i, t := range texts {
		rows[i] = e.words.tokens(t, maxTokens)
		n := (len(rows[i]) + step - 1) / step * step
		byLength[n] = append(byLength[n], i)
	}
	for n := step; n <= maxTokens; n += step {
		for some := range slices.Chunk(byLength[n], maxRows) {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if err := e.run(rows, some, n, out); err != nil {
				return nil, fmt.Errorf("embed texts: %w", err)
			}
		}
	}
	return out, nil
}

// run has the network see some of the rows, each filled up to n tokens.
func (e *Engine) run(rows [][]int64, some []int, n int, out [][]float32) error {
	ids, mask := make([]int64, len(some)*n), make([]int64, len(some)*n)
	for k, i := range some {
		copy(ids[k*n:], rows[i])
		for t := range rows[i] {
			mask[k*n+t] = 1
		}
	}
	shape := []int64{int64(len(some)), int64(n)}
	result, err := e.network.Run(map[string]onnx.Tensor{
		"input_ids":      {Whole: ids, Shape: shape},
		"attention_mask": {Whole: mask, Shape: shape},
		"token_type_ids": {Whole: make([]int64, len(ids)), Shape: shape},
	})
	if err != nil {
		return err
	}
	if got := result[0]; !slices.Equal(got.Shape, []int64{shape[0], shape[1], Dimensions}) || len(got.Data) != len(ids)*Dimensions {
		return fmt.Errorf("an output of shape %v", got.Shape)
	}
	for k, i := range some {
		out[i] = mean(result[0].Data[k*n*Dimensions:][:len(rows[i])*Dimensions])
	}
	return nil
}

// mean is the mean of the directions of tokens, with length 1.
func mean(tokens []float32) []float32 {
	sum := make([]float64, Dimensions)
	for i, v := range tokens {
		sum[i%Dimensions] += float64(v)
	}
	length := 0.0
	for _, v := range sum {
		length += v * v
	}
	length = max(math.Sqrt(length), math.SmallestNonzeroFloat32)
	out := make([]float32, Dimensions)
	for i, v := range sum {
		out[i] = float32(v / length)
	}
	return out
}
