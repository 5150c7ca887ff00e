// Package anthropic speaks the messages protocol of Anthropic.
package anthropic

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"
	"github.com/anthropics/anthropic-sdk-go/packages/param"

	"github.com/octavo-dev/octavo/internal/infer"
)

// Address is where Anthropic itself answers.
const Address = "https://api.anthropic.com/"

// defaultOutput is what is asked for where nothing is configured: the protocol wants a number, and every model takes this
// one.
const defaultOutput = 8192

// forever keeps the library from setting deadlines of its own; the context has one.
const forever = 24 * time.Hour

// Options says where a model is found.
type Options struct {
	Model, Endpoint, Key string
	Client               *http.Client
}

type backend struct {
	messages sdk.MessageService
	model    string
}

// New is a backend for one model.
func New(o Options) infer.Backend {
	if o.Endpoint == "" {
		o.Endpoint = Address
	}
	with := []option.RequestOption{
		option.WithoutEnvironmentDefaults(), option.WithBaseURL(o.Endpoint), option.WithHTTPClient(o.Client), option.WithMaxRetries(0),
		option.WithRequestTimeout(forever), option.WithoutOpenTelemetry(),
	}
	if o.Key != "" {
		with = append(with, option.WithAPIKey(o.Key))
	}
	return &backend{sdk.NewMessageService(with...), o.Model}
}

func (b *backend) Send(ctx context.Context, r infer.Request) (infer.Reply, error) {
	resp, err := b.messages.New(ctx, b.params(r))
	if err != nil {
		return infer.Reply{}, err
	}
	if resp == nil || resp.StopReason == "" {
		return infer.Reply{}, infer.Unreadable()
	}
	out := infer.Reply{Text: text(resp), OutputTokens: int(resp.Usage.OutputTokens)}
	out.InputTokens = int(resp.Usage.InputTokens + resp.Usage.CacheReadInputTokens + resp.Usage.CacheCreationInputTokens)
	switch resp.StopReason {
	case sdk.StopReasonMaxTokens:
		out.Stopped = infer.Length
	case sdk.StopReasonModelContextWindowExceeded:
		out.Stopped = infer.Full
	case sdk.StopReasonRefusal:
		out.Stopped = infer.Declined
	}
	return out, nil
}

// text is what the model gave to the tool, else what it said.
func text(m *sdk.Message) string {
	var said strings.Builder
	for _, block := range m.Content {
		switch block.Type {
		case "tool_use":
			return string(block.Input)
		case "text":
			said.WriteString(block.Text)
		}
	}
	return said.String()
}

// params asks for an answer of a shape by a tool that the model has to use: models of all generations know how.
func (b *backend) params(r infer.Request) sdk.MessageNewParams {
	p := sdk.MessageNewParams{Model: b.model, MaxTokens: int64(r.MaxOutput), Messages: messages(r)}
	if p.MaxTokens == 0 {
		p.MaxTokens = defaultOutput
	}
	if r.System != "" {
		p.System = []sdk.TextBlockParam{{Text: r.System}}
	}
	if r.Shape != nil {
		p.Tools = []sdk.ToolUnionParam{{OfTool: &sdk.ToolParam{
			Name: r.Name, Description: param.NewOpt("Takes the answer."), InputSchema: param.Override[sdk.ToolInputSchemaParam](json.RawMessage(r.Shape.Schema())),
		}}}
		p.ToolChoice = sdk.ToolChoiceParamOfTool(r.Name)
	}
	return p
}

func messages(r infer.Request) []sdk.MessageParam {
	parts := make([]sdk.ContentBlockParamUnion, len(r.Parts))
	for i, p := range r.Parts {
		if p.Media == "" {
			parts[i] = sdk.NewTextBlock(p.Text)
			continue
		}
		parts[i] = sdk.NewImageBlockBase64(p.Media, base64.StdEncoding.EncodeToString(p.Image))
	}
	all := []sdk.MessageParam{sdk.NewUserMessage(parts...)}
	if r.Repair != nil {
		// An assistant's turn must not be empty.
		said := strings.TrimSpace(r.Repair.Answer)
		if said == "" {
			said = "-"
		}
		all = append(all, sdk.NewAssistantMessage(sdk.NewTextBlock(said)), sdk.NewUserMessage(sdk.NewTextBlock(r.Repair.Mistake+infer.AskAgain)))
	}
	return all
}
