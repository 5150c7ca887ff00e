package vision

import (
	"context"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/infer"
)

// Enrich writes a part of a document anew for search, as the caller asks; the prompt may be empty. A part that is too long
// to be shown as a whole is refused, because what is left out would be lost.
func Enrich(ctx context.Context, m Model, text, prompt string) (string, error) {
	if len(text) > maxText {
		return "", fault.New(fault.DocumentTooLarge, "a chunk has %d bytes, at most %d can be shown to a model", len(text), maxText)
	}
	s := &infer.Shape{Type: "object", Properties: []infer.Property{{Name: "text", Shape: &infer.Shape{Type: "string"}}}}
	answer, err := ask(ctx, m, "enrich", View{Block: &doc.Block{}, Prompt: prompt}, s, text)
	written, _ := answer["text"].(string)
	return strings.TrimSpace(written), err
}
