package model

import (
	"context"
	"fmt"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/embed/minilm"
	"github.com/octavo-dev/octavo/internal/engine/wire"
	"github.com/octavo-dev/octavo/internal/fault"
)

// Bounds of a question about texts. The network sees the beginning of a text; what is longer is cut.
const (
	maxTexts     = 1000
	maxTextBytes = 2000
)

// Embed waits for the child and has it give texts their directions.
func (c *Client) Embed(ctx context.Context, texts []string) (directions [][]float32, err error) {
	if len(texts) == 0 {
		return nil, nil
	}
	if len(texts) > maxTexts {
		return nil, fmt.Errorf("embed %d texts: at most %d at a time", len(texts), maxTexts)
	}
	err = c.call(ctx, request{
		kind:   kindEmbed,
		encode: func(e *wire.Encoder) [][]byte { return encodeTexts(e, texts) },
		decode: func(body []byte) (err error) { directions, err = decodeDirections(body, len(texts)); return err },
	})
	return directions, err
}

func encodeTexts(e *wire.Encoder, texts []string) [][]byte {
	e.Reset()
	e.Uint32(uint32(len(texts)))
	for _, t := range texts {
		e.Text(beginning(t))
	}
	return e.Parts()
}

// beginning is as much of a text as is sent, cut between characters.
func beginning(t string) string {
	if len(t) <= maxTextBytes {
		return t
	}
	n := maxTextBytes
	for n > 0 && !utf8.RuneStart(t[n]) {
		n--
	}
	return t[:n]
}

func decodeTexts(body []byte) ([]string, error) {
	d := wire.NewDecoder(body)
	var texts []string
	for range min(d.Count(4), maxTexts) {
		texts = append(texts, d.Text())
	}
	if err := d.Close(); err != nil {
		return nil, fmt.Errorf("texts to embed: %w", err)
	}
	return texts, nil
}

func encodeDirections(e *wire.Encoder, directions [][]float32) [][]byte {
	e.Reset()
	e.Uint32(uint32(len(directions)))
	for _, d := range directions {
		e.Float(d...)
	}
	return e.Parts()
}

// decodeDirections reads so many directions. One that is no direction ends the child's life like any other lie.
func decodeDirections(body []byte, want int) ([][]float32, error) {
	d := wire.NewDecoder(body)
	if d.Count(4*minilm.Dimensions) != want {
		return nil, fmt.Errorf("directions: %w", wire.ErrMalformed)
	}
	out := make([][]float32, want)
	for i := range out {
		out[i] = make([]float32, minilm.Dimensions)
		for k := range out[i] {
			out[i][k] = d.Float()
			if !(out[i][k] >= -1.001 && out[i][k] <= 1.001) {
				d.Refuse()
			}
		}
	}
	if err := d.Close(); err != nil {
		return nil, fmt.Errorf("directions: %w", err)
	}
	return out, nil
}

func direct(e *wire.Encoder, body []byte, engines Engines) ([][]byte, error) {
	texts, err := decodeTexts(body)
	if err != nil {
		return nil, err
	}
	m, err := engines.Embedder()
	if err != nil {
		return nil, fault.Wrap(fault.InferenceMethodUnsupported, err, "the embedding model is not available")
	}
	directions, err := m.Embed(context.Background(), texts)
	if err != nil {
		return nil, err
	}
	return encodeDirections(e, directions), nil
}
