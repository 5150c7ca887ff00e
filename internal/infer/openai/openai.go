// Package openai speaks the chat protocol of OpenAI, which Azure, vLLM, Ollama and llama.cpp speak as well.
package openai

import (
	"context"
	"encoding/base64"
	"net/http"
	"strings"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/shared"

	"github.com/octavo-dev/octavo/internal/infer"
)

// Address is where OpenAI itself answers.
const Address = "https://api.openai.com/v1/"

// Options says where a model is found. Local servers know the older name of the output limit only.
type Options struct {
	Model, Endpoint, Key string
	Local                bool
	Client               *http.Client
}

type backend struct {
	chat  sdk.ChatCompletionService
	model string
	local bool
}

// New is a backend for one model.
func New(o Options) infer.Backend {
	if o.Endpoint == "" {
		o.Endpoint = Address
	}
	with := []option.RequestOption{option.WithBaseURL(o.Endpoint), option.WithHTTPClient(o.Client), option.WithMaxRetries(0)}
	if strings.HasPrefix(o.Endpoint, "http://") { // named so by the operator
		with = append(with, option.WithUnsafeAllowHTTP())
	}
	if o.Key != "" {
		with = append(with, option.WithAPIKey(o.Key))
	}
	return &backend{sdk.NewChatCompletionService(with...), o.Model, o.Local}
}

func (b *backend) Send(ctx context.Context, r infer.Request) (infer.Reply, error) {
	resp, err := b.chat.New(ctx, b.params(r))
	if err != nil {
		return infer.Reply{}, err
	}
	if resp == nil || len(resp.Choices) == 0 {
		return infer.Reply{}, infer.Unreadable()
	}
	choice := resp.Choices[0]
	out := infer.Reply{
		Text: choice.Message.Content, InputTokens: int(resp.Usage.PromptTokens), OutputTokens: int(resp.Usage.CompletionTokens),
	}
	switch {
	case choice.FinishReason == "length":
		out.Stopped = infer.Length
	case choice.FinishReason == "content_filter", choice.Message.Refusal != "":
		out.Stopped = infer.Declined
	}
	return out, nil
}

func (b *backend) params(r infer.Request) sdk.ChatCompletionNewParams {
	p := sdk.ChatCompletionNewParams{Model: b.model, Messages: messages(r)}
	if r.MaxOutput > 0 && b.local {
		p.MaxTokens = param.NewOpt(int64(r.MaxOutput))
	} else if r.MaxOutput > 0 {
		p.MaxCompletionTokens = param.NewOpt(int64(r.MaxOutput))
	}
	if r.Shape != nil {
		p.ResponseFormat.OfJSONSchema = &shared.ResponseFormatJSONSchemaParam{JSONSchema: shared.ResponseFormatJSONSchemaJSONSchemaParam{
			Name: r.Name, Schema: r.Shape.Schema(), Strict: param.NewOpt(strict(r.Shape)),
		}}
	}
	return p
}

// strict reports whether a shape is within the limits of what OpenAI holds a model to; a larger one is only shown to it.
func strict(s *infer.Shape) bool {
	depth, properties, values, text := s.Size()
	return depth <= 10 && properties <= 5000 && values <= 1000 && text <= 120_000
}

func messages(r infer.Request) []sdk.ChatCompletionMessageParamUnion {
	parts := make([]sdk.ChatCompletionContentPartUnionParam, len(r.Parts))
	for i, p := range r.Parts {
		if p.Media == "" {
			parts[i] = sdk.TextContentPart(p.Text)
			continue
		}
		parts[i] = sdk.ImageContentPart(sdk.ChatCompletionContentPartImageImageURLParam{
			URL: "data:" + p.Media + ";base64," + base64.StdEncoding.EncodeToString(p.Image),
		})
	}
	all := []sdk.ChatCompletionMessageParamUnion{sdk.SystemMessage(r.System), sdk.UserMessage(parts)}
	if r.Repair != nil {
		all = append(all, sdk.AssistantMessage(r.Repair.Answer), sdk.UserMessage(r.Repair.Mistake+infer.AskAgain))
	}
	return all
}
