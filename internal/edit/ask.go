package edit

import (
	"context"
	"embed"
	"fmt"
	"strings"
	"text/template"

	"github.com/octavo-dev/octavo/internal/infer"
)

// Model is asked what instructions mean. infer.Model is one.
type Model interface {
	Complete(context.Context, infer.Request) (infer.Answer, error)
}

// Limits are those of a model.
type Limits struct {
	Context int // tokens it can read; 0 where that is not known
	Output  int // tokens it may write; 0 where that is not known
}

// Plan is what a model made of instructions.
type Plan struct {
	Actions []Action
	Dropped []Left // what it asked for and cannot be done
	Usage   infer.Usage
}

// Ask has a language model put instructions into actions. It writes nothing into the document itself: what it answers is
// held against the document like any other action.
func Ask(ctx context.Context, m Model, instructions string, d Document, l Limits) (Plan, error) {
	r, err := request(instructions, d, l)
	if err != nil {
		return Plan{}, err
	}
	answer, err := m.Complete(ctx, r)
	if err != nil {
		return Plan{Usage: answer.Usage}, err
	}
	p := Plan{Usage: answer.Usage}
	p.Actions, p.Dropped = Sift(understood(answer.Value, d.Fields), d)
	return p, nil
}

//go:embed v1
var folder embed.FS

var prompts = template.Must(template.New("").Funcs(template.FuncMap{"inc": func(i int) int { return i + 1 }}).ParseFS(folder, "v1/*.txt"))

// Tokens: what is read at once where no context is known, what is kept for the answer, and how many bytes one has at least.
const (
	usualContext = 32_000
	usualOutput  = 8192
	bytesAToken  = 3
	leastText    = 2000
)

func request(instructions string, d Document, l Limits) (infer.Request, error) {
	if l.Context == 0 {
		l.Context = usualContext
	}
	if l.Output == 0 {
		l.Output = usualOutput
	}
	system, err := written("edit.txt", nil)
	if err != nil {
		return infer.Request{}, err
	}
	shown := struct {
		Document
		Instructions string
		Cut          bool
	}{Document: d, Instructions: instructions}
	shown.Text = ""
	frame, err := written("document.txt", shown)
	if err != nil {
		return infer.Request{}, err
	}
	room := max((l.Context-l.Output)*bytesAToken-len(system)-len(frame), leastText)
	shown.Text, shown.Cut = d.Text, len(d.Text) > room
	if shown.Cut {
		shown.Text = strings.ToValidUTF8(d.Text[:room], "")
	}
	text, err := written("document.txt", shown)
	if err != nil {
		return infer.Request{}, err
	}
	return infer.Request{System: system, Parts: []infer.Part{{Text: text}}, Shape: shape(d), Name: "actions"}, nil
}

func written(name string, with any) (string, error) {
	var b strings.Builder
	if err := prompts.ExecuteTemplate(&b, name, with); err != nil {
		return "", fmt.Errorf("write the prompt %s: %w", name, err)
	}
	return strings.TrimSpace(b.String()), nil
}

// shape is what an answer must be like.
func shape(d Document) *infer.Shape {
	kinds := d.Kinds
	if kinds == nil {
		kinds = Kinds
	}
	text := func(about string) *infer.Shape {
		return &infer.Shape{Type: "string", Nullable: true, Description: about}
	}
	number := func(about string) *infer.Shape {
		return &infer.Shape{Type: "integer", Nullable: true, Description: about}
	}
	action := &infer.Shape{Type: "object", Properties: []infer.Property{
		{Name: "instruction", Shape: &infer.Shape{Type: "string", Description: "The words of the instruction that ask for it."}},
		{Name: "kind", Shape: &infer.Shape{Type: "string", Enum: anys(kinds)}},
		{Name: "field", Shape: number("The number of the field, for fill, check, uncheck and select.")},
		{Name: "value", Shape: text("What is written, filled in or selected.")},
		{Name: "find", Shape: text("The text of the document that it is about, as it stands there.")},
		{Name: "place", Shape: &infer.Shape{Type: "string", Nullable: true, Enum: anys([]Place{Before, After, Top, Bottom})}},
		{Name: "pages", Shape: &infer.Shape{Type: "array", Nullable: true, Description: "Runs of pages; null for all.", Items: &infer.Shape{Type: "object", Properties: []infer.Property{
			{Name: "first", Shape: &infer.Shape{Type: "integer"}}, {Name: "last", Shape: &infer.Shape{Type: "integer"}},
		}}}},
		{Name: "turn", Shape: number("Degrees clockwise, for rotate: 90, 180 or 270.")},
	}}
	return &infer.Shape{Type: "object", Properties: []infer.Property{{Name: "actions", Shape: &infer.Shape{Type: "array", Items: action}}}}
}

func anys[T ~string](names []T) []any {
	out := make([]any, len(names))
	for i, n := range names {
		out[i] = string(n)
	}
	return out
}
