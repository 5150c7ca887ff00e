package main

import (
	"iter"
	"regexp"
	"strings"

	"gopkg.in/yaml.v3"
)

// get walks into a node by keys; nil where there is nothing.
func get(n *yaml.Node, path ...string) *yaml.Node {
	for _, key := range path {
		if n == nil || n.Kind != yaml.MappingNode {
			return nil
		}
		var next *yaml.Node
		for i := 0; i+1 < len(n.Content); i += 2 {
			if n.Content[i].Value == key {
				next = n.Content[i+1]
			}
		}
		n = next
	}
	return n
}

// text is a scalar inside a node; empty where there is none.
func text(n *yaml.Node, path ...string) string {
	if n = get(n, path...); n == nil {
		return ""
	}
	return n.Value
}

// pairs walks the keys of a mapping in their order.
func pairs(n *yaml.Node) iter.Seq2[string, *yaml.Node] {
	return func(yield func(string, *yaml.Node) bool) {
		if n == nil {
			return
		}
		for i := 0; i+1 < len(n.Content); i += 2 {
			if !yield(n.Content[i].Value, n.Content[i+1]) {
				return
			}
		}
	}
}

// kindOf says in words what a schema takes.
func kindOf(s *yaml.Node) string {
	if s == nil {
		return "anything"
	}
	if ref := text(s, "$ref"); ref != "" {
		name := ref[strings.LastIndexByte(ref, '/')+1:]
		return "[" + name + "](#" + anchor(name) + ")"
	}
	for _, union := range []string{"anyOf", "oneOf", "allOf"} {
		if list := get(s, union); list != nil {
			var kinds []string
			for _, n := range list.Content {
				kinds = append(kinds, kindOf(n))
			}
			return strings.Join(kinds, " or ")
		}
	}
	if c := get(s, "const"); c != nil {
		return "`" + c.Value + "`"
	}
	if list := get(s, "enum"); list != nil {
		var values []string
		for _, n := range list.Content {
			values = append(values, "`"+n.Value+"`")
		}
		return strings.Join(values, ", ")
	}
	return plainKind(s) + bounds(s)
}

func plainKind(s *yaml.Node) string {
	t := get(s, "type")
	switch {
	case t == nil:
		return "anything"
	case t.Kind == yaml.SequenceNode:
		var names []string
		for _, n := range t.Content {
			names = append(names, n.Value)
		}
		return strings.Join(names, " or ")
	case t.Value == "array":
		return "list of " + kindOf(get(s, "items"))
	case t.Value == "object" && get(s, "additionalProperties", "type") != nil, t.Value == "object" && get(s, "additionalProperties", "$ref") != nil:
		return "map of " + kindOf(get(s, "additionalProperties"))
	}
	return t.Value
}

// bounds are the limits of a number, a text or a list.
func bounds(s *yaml.Node) string {
	var out []string
	for _, b := range []struct{ key, words string }{
		{"minimum", "≥ "}, {"exclusiveMinimum", "> "}, {"maximum", "≤ "}, {"minLength", "at least characters: "}, {"maxLength", "at most characters: "},
		{"minItems", "at least entries: "}, {"maxItems", "at most entries: "},
	} {
		if v := text(s, b.key); v != "" {
			out = append(out, b.words+v)
		}
	}
	if len(out) == 0 {
		return ""
	}
	return ", " + strings.Join(out, ", ")
}

// preset is the default of a field where that is one value; what objects default to is told by their own fields.
func preset(s *yaml.Node) string {
	d := get(s, "default")
	switch {
	case d == nil:
		return ""
	case d.Kind == yaml.ScalarNode && d.Tag == "!!str":
		return "`\"" + cell(d.Value) + "\"`"
	case d.Kind == yaml.ScalarNode:
		return "`" + d.Value + "`"
	case d.Kind == yaml.SequenceNode && len(d.Content) == 0:
		return "`[]`"
	}
	return ""
}

var blank = regexp.MustCompile(`\s+`)

// cell fits a text into one line of a table.
func cell(s string) string {
	return strings.ReplaceAll(blank.ReplaceAllString(strings.TrimSpace(s), " "), "|", `\|`)
}

// paragraphs keeps blank lines and joins the others.
func paragraphs(s string) string {
	var out []string
	for p := range strings.SplitSeq(strings.TrimSpace(s), "\n\n") {
		if p = blank.ReplaceAllString(strings.TrimSpace(p), " "); p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, "\n\n")
}

var noAnchor = regexp.MustCompile(`[^\p{L}\p{N}\- _]`)

// anchor is the name that a heading is linked by.
func anchor(heading string) string {
	return strings.ReplaceAll(noAnchor.ReplaceAllString(strings.ToLower(heading), ""), " ", "-")
}
