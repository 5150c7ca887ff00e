package vision

import (
	"context"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/render"
)

// maxPairs is how many labelled values one region can have.
const maxPairs = 1000

var pairsShape = &infer.Shape{Type: "object", Properties: []infer.Property{{Name: "pairs", Shape: &infer.Shape{Type: "array", Items: &infer.Shape{
	Type: "object", Properties: []infer.Property{{Name: "label", Shape: &infer.Shape{Type: "string"}}, {Name: "value", Shape: &infer.Shape{Type: "string", Nullable: true}}},
}}}}}

// Pairs reads the labelled values of a region anew. A value stands where one was read before that says the same, else
// somewhere in the region. None at all is no better reading.
func Pairs(ctx context.Context, m Model, v View) ([]doc.Pair, error) {
	answer, err := ask(ctx, m, "pairs", v, pairsShape, render.Content(v.Block, v.Block.Page, render.Options{}))
	if err != nil {
		return nil, err
	}
	list, _ := answer["pairs"].([]any)
	var out []doc.Pair
	for _, one := range list[:min(len(list), maxPairs)] {
		given, _ := one.(map[string]any)
		label, _ := given["label"].(string)
		value, _ := given["value"].(string)
		p := doc.Pair{Key: strings.TrimSuffix(strings.TrimSpace(label), ":"), Value: strings.TrimSpace(value), Box: v.Block.Box}
		if p.Key == "" && p.Value == "" {
			continue
		}
		for _, old := range v.Block.Pairs {
			if strings.EqualFold(old.Key, p.Key) || p.Value != "" && strings.EqualFold(old.Value, p.Value) {
				p.Box = old.Box
				break
			}
		}
		out = append(out, p)
	}
	return out, nil
}
