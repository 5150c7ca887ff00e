package mcp

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/fault"
)

//go:embed documentation/*.md
var topicFiles embed.FS

type documentationArguments struct {
	Topic string `json:"topic"`
}

// page is a text of the documentation.
type page struct {
	Topic  string   `json:"topic"`
	Text   string   `json:"text"`
	Topics []string `json:"topics,omitempty"`
}

// documentation explains tools, errors and endpoints.
func documentation(_ context.Context, c *call, a documentationArguments) (*answer, error) {
	topic := strings.TrimSpace(a.Topic)
	said := page{Topic: topic}
	if text, err := topicFiles.ReadFile(path.Join("documentation", strings.ToLower(topic)+".md")); err == nil {
		said.Text = string(text)
		return &answer{said.Text, said}, nil
	}
	name := fault.Name(strings.ToUpper(topic))
	known := slices.IndexFunc(fault.All, func(e fault.Entry) bool { return e.Name == name })
	switch {
	case topic == "":
		said.Topics = topics()
		said.Text = "Topics: " + strings.Join(said.Topics, ", ") + ".\nAlso: the name of an error, or an endpoint such as POST /parse."
	case strings.EqualFold(topic, "errors"):
		said.Text = c.errors()
	case known >= 0:
		said.Text = c.explain(fault.All[known])
	case strings.EqualFold(topic, "endpoints"):
		said.Text = endpoints()
	default:
		text, ok := endpoint(topic)
		if !ok {
			return nil, wrong("topic", "there is no topic %q; the topics are %s, the name of an error, or an endpoint such as POST /parse", topic, strings.Join(topics(), ", "))
		}
		said.Text = text
	}
	return &answer{said.Text, said}, nil
}

// topics are the names of all texts.
func topics() []string {
	names := []string{"endpoints", "errors"}
	files, err := topicFiles.ReadDir("documentation")
	if err != nil {
		panic("mcp: documentation: " + err.Error()) // it is embedded
	}
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f.Name(), ".md"))
	}
	slices.Sort(names)
	return names
}

func (c *call) errors() string {
	var b strings.Builder
	b.WriteString("# Errors\n\nA call that fails has `error` with name, message and `next`: what to do. Call again by yourself only when `retriable` is true.\n")
	for _, e := range fault.All {
		fmt.Fprintf(&b, "\n%s: %s", e.Name, c.remedies[string(e.Name)])
	}
	fmt.Fprintf(&b, "\n%s: An argument of the tool is missing, misspelt or of the wrong type; the message says which.", invalidArgument)
	fmt.Fprintf(&b, "\n%s: The service did not answer. Ask the user whether it runs.", unreachable)
	return b.String()
}

func (c *call) explain(e fault.Entry) string {
	retry := "Calling again will not help by itself."
	if e.Retriable {
		retry = "Calling again later can help."
	}
	return fmt.Sprintf("# %s\n\nRaised when %s. HTTP status %d. %s\n\nWhat to do: %s", e.Name, e.Raised, e.Code, retry, c.remedies[string(e.Name)])
}

func endpoints() string {
	var b strings.Builder
	b.WriteString("# Endpoints of the HTTP interface\n\nThe tools cover the common ones. Call documentation with an endpoint as topic for its fields.\n")
	for _, o := range api.Operations() {
		fmt.Fprintf(&b, "\n%s %s", o.Method, o.Path)
		if o.Scope != "" {
			fmt.Fprintf(&b, " (scope %s)", o.Scope)
		}
	}
	return b.String()
}

// document is as much of the OpenAPI document as is told.
type document struct {
	Paths      map[string]map[string]json.RawMessage `json:"paths"`
	Components struct {
		Schemas map[string]json.RawMessage `json:"schemas"`
	} `json:"components"`
}

// operationText is what is told of an endpoint.
type operationText struct {
	Summary     string             `json:"summary"`
	Description string             `json:"description"`
	Parameters  []json.RawMessage  `json:"parameters"`
	RequestBody content            `json:"requestBody"`
	Responses   map[string]content `json:"responses"`
}

type content struct {
	Content json.RawMessage `json:"content"`
}

var reference = regexp.MustCompile(`#/components/schemas/(\w+)`)

// endpoint is what the OpenAPI document says of an endpoint, with the schemas it refers to as far as there is room.
func endpoint(topic string) (string, bool) {
	method, path, _ := strings.Cut(topic, " ")
	var d document
	if err := json.Unmarshal(api.OpenAPI("", ""), &d); err != nil {
		panic("mcp: OpenAPI document: " + err.Error()) // it is embedded
	}
	operation, ok := d.Paths[strings.TrimSpace(path)][strings.ToLower(method)]
	if !ok {
		return "", false
	}
	var o operationText
	if err := json.Unmarshal(operation, &o); err != nil {
		panic("mcp: OpenAPI document: " + err.Error())
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# %s: %s\n\n%s\n", topic, o.Summary, strings.TrimSpace(o.Description))
	for _, p := range o.Parameters {
		if !bytes.Contains(p, []byte(`"$ref":"#/components/parameters/`)) { // headers that all of them take
			fmt.Fprintf(&b, "\nParameter: %s\n", p)
		}
	}
	success := o.Responses["200"]
	if success.Content == nil {
		success = o.Responses["202"]
	}
	for _, part := range []struct {
		name string
		text json.RawMessage
	}{{"Request", o.RequestBody.Content}, {"Answer", success.Content}} {
		if part.text != nil {
			fmt.Fprintf(&b, "\n%s: %s\n", part.name, part.text)
		}
	}
	d.schemas(&b)
	return b.String(), true
}

// schemas writes those that are referred to, nearest first; one that does not fit is left out whole.
func (d *document) schemas(b *strings.Builder) {
	written := map[string]bool{}
	for from := 0; from < b.Len(); {
		text := b.String()[from:]
		from = b.Len()
		for _, found := range reference.FindAllStringSubmatch(text, -1) {
			name := found[1]
			schema := d.Components.Schemas[name]
			if written[name] || b.Len()+len(schema) > mostText {
				continue
			}
			written[name] = true
			fmt.Fprintf(b, "\n%s: %s\n", name, schema)
		}
	}
}
