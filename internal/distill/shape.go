package distill

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/schema"
)

// The parts of a value in an answer.
const (
	partValue = "value"
	partBlock = "block"
)

// shape is what an answer for a field must be like. Values are asked for as they are written, with the block they stand
// in: reading them is our part, and so is finding them again.
func shape(f *schema.Field) *infer.Shape {
	switch {
	case f.Kind == schema.Object:
		s := &infer.Shape{Type: "object", Nullable: true, Description: about(f)}
		for _, p := range f.Properties {
			if p.Kind != schema.Null {
				s.Properties = append(s.Properties, infer.Property{Name: p.Name, Shape: shape(p)})
			}
		}
		if f.Extra != nil {
			s.Entries = shape(f.Extra)
		}
		return s
	case f.Kind == schema.Array:
		return &infer.Shape{Type: "array", Nullable: true, Description: about(f), Items: shape(items(f))}
	case !plain(f):
		s := &infer.Shape{Nullable: true, Description: about(f)}
		for _, c := range f.Choices {
			if c.Kind != schema.Null {
				s.AnyOf = append(s.AnyOf, shape(c))
			}
		}
		return s
	}
	return &infer.Shape{Type: "object", Nullable: true, Description: about(f), Properties: []infer.Property{
		{Name: partValue, Shape: leaf(f)}, {Name: partBlock, Shape: &infer.Shape{Type: "integer", Nullable: true}},
	}}
}

// anything is a field that says nothing about its values.
var anything = schema.Field{Kind: schema.String}

func items(f *schema.Field) *schema.Field {
	if f.Items != nil {
		return f.Items
	}
	return &anything
}

// plain reports whether a field holds one value, whichever of its choices it takes.
func plain(f *schema.Field) bool {
	for _, c := range f.Choices {
		if !c.IsLeaf() || !plain(c) {
			return false
		}
	}
	return f.IsLeaf()
}

// leaf is the value itself.
func leaf(f *schema.Field) *infer.Shape {
	s := &infer.Shape{Type: "string", Nullable: true}
	if f.Kind == schema.Boolean {
		s.Type = "boolean"
		return s
	}
	for _, v := range f.Enum {
		text, ok := v.(string)
		if !ok {
			return &infer.Shape{Type: "string", Nullable: true} // numbers are told in words
		}
		s.Enum = append(s.Enum, text)
	}
	return s
}

// Bounds of what a description tells of the hints in a schema.
const (
	maxExamples = 3
	maxEnum     = 50
)

// about says in words what a field is for: what its author says, and what no protocol can.
func about(f *schema.Field) string {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	for _, text := range []string{f.Title, f.Description} {
		if text = strings.TrimSpace(text); text != "" {
			add("%s", strings.TrimRight(text, ".")+".")
		}
	}
	switch f.Kind {
	case schema.Number:
		add("A number.")
	case schema.Integer:
		add("A whole number.")
	}
	switch f.Format {
	case "date", "time", "duration":
		add("A %s.", f.Format)
	case "date-time":
		add("A date with a time.")
	case "email":
		add("An e-mail address.")
	case "uri":
		add("A web address.")
	case "uuid":
		add("A UUID.")
	}
	if f.Pattern != nil {
		add("Matches %s.", f.Pattern)
	}
	if n := len(f.Enum); n > 0 && n <= maxEnum && leaf(f).Enum == nil {
		add("One of %s.", listed(f.Enum))
	}
	if n := len(f.Examples); n > 0 {
		add("For example %s.", strings.Join(f.Examples[:min(n, maxExamples)], ", "))
	}
	return strings.Join(parts, " ")
}

func listed(values []any) string {
	texts := make([]string, len(values))
	for i, v := range values {
		b, _ := json.Marshal(v)
		texts[i] = string(b)
	}
	return strings.Join(texts, ", ")
}
