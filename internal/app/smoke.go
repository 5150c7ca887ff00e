package app

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"slices"
	"strings"
	"time"

	"github.com/octavo-dev/octavo/internal/config"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/infer"
)

// AskModel asks a configured model one thing, as documents would: a value of a shape and, of a model that sees, what
// color a picture has.
func AskModel(ctx context.Context, cfg *config.Config, name string) Finding {
	f := Finding{What: "model", Detail: name, Remedy: "list it in inference.models"}
	at := slices.IndexFunc(cfg.Inference.Models, func(m config.Model) bool { return m.Name == name })
	if at < 0 {
		f.Detail += " is not configured"
		return f
	}
	m := cfg.Inference.Models[at]
	f.Remedy = "check its endpoint, its name and the variable of api_key_env"
	model, err := openModel(ctx, cfg, m, infer.NewClient(), nil, nil)
	if err != nil {
		f.Detail += " cannot be opened"
		return f
	}
	r, err := question(slices.Contains(m.Roles, infer.Vision) || slices.Contains(m.Roles, infer.Parse))
	if err != nil {
		f.Detail = err.Error()
		return f
	}
	began := time.Now()
	a, err := model.Complete(ctx, r)
	if err != nil {
		e := fault.Of(err)
		f.Detail = fmt.Sprintf("%s: %s: %s", name, e.Name, e.Message)
		return f
	}
	f.Detail = fmt.Sprintf("%s answered in %d ms, %d tokens in, %d out", name, time.Since(began).Milliseconds(), a.Usage.InputTokens, a.Usage.OutputTokens)
	if wrong := misread(a.Value, r.Shape); wrong != "" {
		f.Detail, f.Remedy = f.Detail+", but "+wrong, "choose a model that reads what it is shown"
		return f
	}
	f.OK = true
	return f
}

// question is what the model is asked.
func question(sees bool) (infer.Request, error) {
	r := infer.Request{
		System: "You read documents and fill in a form.", Name: "values", MaxOutput: 4096,
		Parts: []infer.Part{{Text: "=== page 1 ===\n\n[0] Invoice number: OCT-8"}},
		Shape: &infer.Shape{Type: "object", Properties: []infer.Property{
			{Name: "number", Shape: &infer.Shape{Type: "string", Description: "The invoice number, as it is written."}},
		}},
	}
	if !sees {
		return r, nil
	}
	square := image.NewNRGBA(image.Rect(0, 0, 128, 128))
	draw.Draw(square, square.Bounds(), image.NewUniform(color.NRGBA{R: 255, A: 255}), image.Point{}, draw.Src)
	var b bytes.Buffer
	if err := png.Encode(&b, square); err != nil {
		return r, fmt.Errorf("draw a picture: %w", err)
	}
	r.Parts = append(r.Parts, infer.Part{Image: b.Bytes(), Media: "image/png"})
	r.Shape.Properties = append(r.Shape.Properties, infer.Property{Name: "color", Shape: &infer.Shape{
		Type: "string", Description: "The color of the picture.", Enum: []any{"red", "green", "blue"},
	}})
	return r, nil
}

// misread says what of the answer is wrong.
func misread(v any, s *infer.Shape) string {
	given, _ := v.(map[string]any)
	if text, _ := given["number"].(string); !strings.Contains(text, "OCT-8") {
		return "it did not find the number it was shown"
	}
	if text, _ := given["color"].(string); len(s.Properties) > 1 && text != "red" {
		return "it did not see the picture it was shown"
	}
	return ""
}
