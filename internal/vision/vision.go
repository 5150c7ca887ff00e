// Package vision has a model look at pages and parts of them: pages copied, figures put into words, tables and labelled
// values read as the caller asks, tables described and chunks written anew for search.
package vision

import (
	"context"
	"embed"
	"fmt"
	"strings"
	"text/template"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/render"
)

// Model looks. infer.Model is one.
type Model interface {
	Complete(context.Context, infer.Request) (infer.Answer, error)
}

// The prompts of layout_model v1. A version that was shipped is not changed any more.
//
//go:embed v1
var folder embed.FS

var prompts = template.Must(template.ParseFS(folder, "v1/*.txt"))

// View is a block with its picture.
type View struct {
	Block  *doc.Block
	PNG    []byte
	Prompt string // of the caller; may be empty
}

// Text is what was read of the block before.
func (v View) Text() string { return v.Block.Text }

// maxText bounds what is told of an earlier reading.
const maxText = 20_000

// Describe puts a figure into words.
func Describe(ctx context.Context, m Model, v View) (string, error) {
	s := &infer.Shape{Type: "object", Properties: []infer.Property{{Name: "summary", Shape: &infer.Shape{Type: "string"}}}}
	answer, err := ask(ctx, m, "figure", v, s, strings.TrimSpace(v.Block.Caption+"\n"+v.Block.Text))
	text, _ := answer["summary"].(string)
	return strings.TrimSpace(text), err
}

// Digest describes a table for search, from its text alone and as the caller asks; the prompt may be empty.
func Digest(ctx context.Context, m Model, b *doc.Block, prompt string) (string, error) {
	s := &infer.Shape{Type: "object", Properties: []infer.Property{{Name: "summary", Shape: &infer.Shape{Type: "string"}}}}
	answer, err := ask(ctx, m, "digest", View{Block: b, Prompt: prompt}, s, strings.TrimSpace(b.Caption+"\n"+render.Table(b.Table, b.Page, render.Options{Table: render.Markup, Plain: true})))
	text, _ := answer["summary"].(string)
	return strings.Join(strings.Fields(text), " "), err
}

// ask shows a picture, where there is one, beside what was read before.
func ask(ctx context.Context, m Model, prompt string, v View, s *infer.Shape, before string) (map[string]any, error) {
	var system strings.Builder
	if err := prompts.ExecuteTemplate(&system, prompt+".txt", v); err != nil {
		return nil, fmt.Errorf("write the prompt %s: %w", prompt, err)
	}
	r := infer.Request{System: strings.TrimSpace(system.String()), Shape: s, Name: prompt}
	if len(v.PNG) > 0 {
		r.Parts = append(r.Parts, infer.Part{Image: v.PNG, Media: "image/png"})
	}
	if len(before) > maxText {
		before = strings.ToValidUTF8(before[:maxText], "")
	}
	r.Parts = append(r.Parts, infer.Part{Text: "What was read before:\n\n" + before})
	a, err := m.Complete(ctx, r)
	out, _ := a.Value.(map[string]any)
	return out, err
}
