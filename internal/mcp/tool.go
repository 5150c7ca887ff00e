package mcp

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"runtime/debug"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"gopkg.in/yaml.v3"

	"github.com/octavo-dev/octavo/client"
	"github.com/octavo-dev/octavo/internal/fault"
)

//go:embed tools.yaml
var toolsFile []byte

// description is what agents are told of a tool.
type description struct {
	Title       string         `yaml:"title"`
	ReadOnly    bool           `yaml:"read_only"`
	Description string         `yaml:"description"`
	Required    []string       `yaml:"required"`
	Properties  map[string]any `yaml:"properties"`
	Local       map[string]any `yaml:"local"`
}

// descriptions are those of all tools. They are embedded, so a fault in them is a fault in the build.
func descriptions() map[string]description {
	var all map[string]description
	if err := yaml.Unmarshal(toolsFile, &all); err != nil {
		panic("mcp: tools.yaml: " + err.Error())
	}
	return all
}

// tool is a tool as the protocol describes it.
func (t *Tools) tool(name string) *sdk.Tool {
	d := t.described[name]
	properties := maps.Clone(d.Properties)
	if t.Local {
		maps.Copy(properties, d.Local)
	}
	// Arguments are checked by this package and the service, never by the library: a caller's schema is one of them.
	schema := map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
	if len(d.Required) > 0 {
		schema["required"] = d.Required
	}
	never := false
	return &sdk.Tool{
		Name: name, Title: d.Title, Description: strings.TrimSpace(d.Description), InputSchema: schema,
		Annotations: &sdk.ToolAnnotations{Title: d.Title, ReadOnlyHint: d.ReadOnly, DestructiveHint: &never},
	}
}

// call is one call of a tool.
type call struct {
	*Tools
	service *client.Client
	request *sdk.CallToolRequest
}

// answer is what a tool says: to read, and as data.
type answer struct {
	text string
	data any
}

// add offers a tool whose arguments are an A.
func add[A any](s *sdk.Server, t *Tools, c connect, name string, run func(context.Context, *call, A) (*answer, error)) {
	s.AddTool(t.tool(name), func(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		said, err := attempt(ctx, &call{t, c(ctx), r}, name, run)
		if err != nil {
			return t.failure(err), nil
		}
		return result(said, false), nil
	})
}

// attempt reads the arguments of a call and carries it out. A mistake of ours is the end of the call, not of the process.
func attempt[A any](ctx context.Context, c *call, name string, run func(context.Context, *call, A) (*answer, error)) (said *answer, err error) {
	defer func() {
		if p := recover(); p != nil {
			slog.ErrorContext(ctx, "panic", "tool", name, "panic", p, "stack", string(debug.Stack()))
			said, err = nil, &client.Error{Status: http.StatusInternalServerError, Name: string(fault.InternalError), Message: "internal error"}
		}
	}()
	var arguments A
	if err := c.read(name, c.request.Params.Arguments, &arguments); err != nil {
		return nil, err
	}
	return run(ctx, c, arguments)
}

// result puts an answer on the wire. Everything that an agent needs is in both forms, because hosts show their models one
// of them.
func result(said *answer, failed bool) *sdk.CallToolResult {
	return &sdk.CallToolResult{
		Content: []sdk.Content{&sdk.TextContent{Text: said.text}}, StructuredContent: said.data, IsError: failed,
	}
}

// read reads the arguments of a call strictly: a misspelt one must not be ignored without a word.
func (t *Tools) read(name string, raw json.RawMessage, into any) error {
	if len(bytes.TrimSpace(raw)) == 0 {
		raw = json.RawMessage("{}")
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(raw, &given); err != nil {
		return wrong("", "the arguments must be a JSON object")
	}
	d := t.described[name]
	for argument := range given {
		_, known := d.Properties[argument]
		_, local := d.Local[argument]
		if !known && !(local && t.Local) {
			return wrong(argument, "there is no such argument; the arguments are %s", t.arguments(d))
		}
	}
	for _, argument := range d.Required {
		if value, ok := given[argument]; !ok || string(value) == "null" {
			return wrong(argument, "it is required")
		}
	}
	err := json.Unmarshal(raw, into)
	if why, ok := errors.AsType[*trouble](err); ok {
		return why
	}
	if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return wrong(kind.Field, "it is a %s, but must be %s", kind.Value, wanted(kind.Type.String()))
	}
	if err != nil {
		return wrong("", "%s", err)
	}
	return nil
}

// arguments lists the arguments of a tool.
func (t *Tools) arguments(d description) string {
	names := sorted(d.Properties)
	if t.Local {
		names = append(names, sorted(d.Local)...)
	}
	return strings.Join(names, ", ")
}

// wanted says what a Go type is in JSON.
func wanted(typ string) string {
	switch strings.TrimLeft(typ, "*") {
	case "string":
		return "a string"
	case "int":
		return "a whole number"
	case "bool":
		return "true or false"
	}
	if strings.HasPrefix(typ, "[]") {
		return "a list"
	}
	return "an object"
}
