// Package windowtest is pages of lines, and a model that answers by what it is shown, for tests of what asks models.
package windowtest

import (
	"context"
	"encoding/json"
	"strings"
	"sync"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/infer"
)

// Model is a model that answers by what it is shown.
type Model struct {
	Answer func(number int, r infer.Request) (string, error)

	mu   sync.Mutex
	Asks []infer.Request // so far
}

// Complete answers.
func (m *Model) Complete(_ context.Context, r infer.Request) (infer.Answer, error) {
	m.mu.Lock()
	number := len(m.Asks)
	m.Asks = append(m.Asks, r)
	m.mu.Unlock()
	text, err := m.Answer(number, r)
	out := infer.Answer{Text: text, Usage: infer.Usage{Calls: 1, InputTokens: 10, OutputTokens: 5}}
	if err == nil {
		dec := json.NewDecoder(strings.NewReader(text))
		dec.UseNumber()
		err = dec.Decode(&out.Value)
	}
	return out, err
}

// Always gives the same answer.
func Always(text string) *Model {
	return &Model{Answer: func(int, infer.Request) (string, error) { return text, nil }}
}

// Fails always fails.
func Fails(err error) *Model {
	return &Model{Answer: func(int, infer.Request) (string, error) { return "", err }}
}

// Shown is all the text of a request.
func Shown(r infer.Request) string {
	var all []string
	for _, p := range r.Parts {
		all = append(all, p.Text)
	}
	return strings.Join(all, "\n")
}

// Paged is a document whose pages hold the given lines, each a block of its own.
func Paged(pages ...[]string) *doc.Document {
	d := &doc.Document{Type: "pdf", Kind: doc.Paged, PageCount: len(pages)}
	for i, lines := range pages {
		p := doc.Page{Number: i + 1, Width: 600, Height: 800}
		for k, text := range lines {
			top := float64(k) / 50
			box := doc.Box{Left: 0.1, Top: top, Width: 0.8, Height: 0.015}
			p.Lines = append(p.Lines, doc.Line{Text: text, Box: box, Confidence: 1})
			left := 0.1
			for _, w := range strings.Fields(text) {
				width := float64(len(w)) / 120
				p.Words = append(p.Words, doc.Word{Text: w, Box: doc.Box{Left: left, Top: top, Width: width, Height: 0.015}, Confidence: 1})
				left += width + 0.008
			}
			d.Blocks = append(d.Blocks, doc.Block{Type: doc.Text, Page: i + 1, Box: box, Text: text, Confidence: 1})
		}
		d.Pages = append(d.Pages, p)
	}
	return d
}
