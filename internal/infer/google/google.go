// Package google speaks the protocol of the Gemini models.
package google

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"google.golang.org/genai"

	"github.com/octavo-dev/octavo/internal/infer"
)

// Address is where Google itself answers.
const Address = "https://generativelanguage.googleapis.com/"

// Options says where a model is found.
type Options struct {
	Model, Endpoint, Key string
	Client               *http.Client
}

type backend struct {
	models *genai.Models
	model  string
}

// New is a backend for one model.
func New(ctx context.Context, o Options) (infer.Backend, error) {
	if o.Endpoint == "" {
		o.Endpoint = Address
	}
	if o.Key == "" {
		o.Key = "none" // else the library looks for one by itself
	}
	client, err := genai.NewClient(ctx, &genai.ClientConfig{
		APIKey: o.Key, Backend: genai.BackendGeminiAPI, HTTPClient: o.Client, HTTPOptions: genai.HTTPOptions{BaseURL: o.Endpoint},
	})
	if err != nil {
		return nil, fmt.Errorf("open the model %s: %w", o.Model, err)
	}
	return &backend{client.Models, o.Model}, nil
}

func (b *backend) Send(ctx context.Context, r infer.Request) (infer.Reply, error) {
	resp, err := b.models.GenerateContent(ctx, b.model, contents(r), config(r))
	if err != nil {
		return infer.Reply{}, err
	}
	var out infer.Reply
	if u := resp.UsageMetadata; u != nil {
		out.InputTokens, out.OutputTokens = int(u.PromptTokenCount), int(u.CandidatesTokenCount+u.ThoughtsTokenCount)
	}
	if len(resp.Candidates) == 0 {
		if resp.PromptFeedback == nil {
			return out, infer.Unreadable()
		}
		out.Stopped = infer.Declined
		return out, nil
	}
	c := resp.Candidates[0]
	if c.Content != nil {
		out.Text = text(c.Content)
	}
	switch c.FinishReason {
	case genai.FinishReasonStop, genai.FinishReasonUnspecified, "":
	case genai.FinishReasonMaxTokens:
		out.Stopped = infer.Length
	default:
		out.Stopped = infer.Declined
	}
	return out, nil
}

func text(c *genai.Content) string {
	var said strings.Builder
	for _, p := range c.Parts {
		if p != nil && !p.Thought {
			said.WriteString(p.Text)
		}
	}
	return said.String()
}

func config(r infer.Request) *genai.GenerateContentConfig {
	c := &genai.GenerateContentConfig{MaxOutputTokens: int32(min(r.MaxOutput, 1<<30))}
	if r.System != "" {
		c.SystemInstruction = genai.NewContentFromText(r.System, genai.RoleUser)
	}
	if r.Shape != nil {
		c.ResponseMIMEType, c.ResponseSchema = "application/json", schema(r.Shape)
	}
	return c
}

func contents(r infer.Request) []*genai.Content {
	parts := make([]*genai.Part, len(r.Parts))
	for i, p := range r.Parts {
		if p.Media == "" {
			parts[i] = genai.NewPartFromText(p.Text)
			continue
		}
		parts[i] = genai.NewPartFromBytes(p.Image, p.Media)
	}
	all := []*genai.Content{genai.NewContentFromParts(parts, genai.RoleUser)}
	if r.Repair != nil {
		all = append(all,
			genai.NewContentFromText(r.Repair.Answer, genai.RoleModel),
			genai.NewContentFromText(r.Repair.Mistake+infer.AskAgain, genai.RoleUser))
	}
	return all
}

// schema writes a shape in the words of OpenAPI 3.0, which know enumerations of texts only.
func schema(s *infer.Shape) *genai.Schema {
	out := &genai.Schema{Type: genai.Type(strings.ToUpper(s.Type)), Description: s.Description}
	if s.Nullable {
		out.Nullable = genai.Ptr(true)
	}
	for _, v := range s.Enum {
		if text, ok := v.(string); ok && s.Type == "string" && text != "" {
			out.Enum = append(out.Enum, text)
		}
	}
	if s.Items != nil {
		out.Items = schema(s.Items)
	}
	for _, a := range s.AnyOf {
		out.AnyOf = append(out.AnyOf, schema(a))
	}
	for _, p := range s.Properties {
		if out.Properties == nil {
			out.Properties = map[string]*genai.Schema{}
		}
		out.Properties[p.Name] = schema(p.Shape)
		out.PropertyOrdering = append(out.PropertyOrdering, p.Name)
		out.Required = append(out.Required, p.Name)
	}
	return out
}
