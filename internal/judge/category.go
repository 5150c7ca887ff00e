package judge

import (
	"fmt"

	"github.com/octavo-dev/octavo/internal/infer"
)

// request is a prompt with the shape of its answer, and what is known beside the documents.
func (c *classifier) request(prompt string, with any, s *infer.Shape, name string) (infer.Request, error) {
	system, err := c.prompts.Text(prompt, with)
	if err != nil {
		return infer.Request{}, err
	}
	r := infer.Request{System: system, Shape: s, Name: name}
	if c.metadata != nil {
		text, err := c.prompts.Text("metadata", c.o.Metadata)
		if err != nil {
			return r, err
		}
		r.Parts = append(r.Parts, infer.Part{Text: text})
	}
	if hints := c.hints(); len(hints) > 0 {
		text, err := c.prompts.Text("hints", hints)
		if err != nil {
			return r, err
		}
		r.Parts = append(r.Parts, infer.Part{Text: text})
	}
	return r, nil
}

func (c *classifier) names() []string {
	out := make([]string, len(c.categories))
	for i := range c.categories {
		out[i] = c.categories[i].Name
	}
	return out
}

// described are the categories as prompts show them.
func (c *classifier) described() any {
	type category struct {
		Name     string
		Criteria []criterion
	}
	out := make([]category, len(c.categories))
	for i := range out {
		out[i].Name = c.categories[i].Name
	}
	for _, one := range c.asked {
		out[one.category].Criteria = append(out[one.category].Criteria, one)
	}
	return out
}

// maxHints bounds what is told of the built-in engine.
const maxHints = 10

// hints are the categories that the built-in engine finds to fit best, one a line.
func (c *classifier) hints() []string {
	var out []string
	for _, i := range ranked(len(c.categories), func(i int) float64 { return c.hint(i) }) {
		if c.hint(i) > 0 && len(out) < maxHints {
			out = append(out, fmt.Sprintf("%s: %.2f", c.categories[i].Name, c.hint(i)))
		}
	}
	return out
}

func (c *classifier) hint(i int) float64 {
	if i < len(c.o.Hints) {
		return c.o.Hints[i]
	}
	return 0
}
