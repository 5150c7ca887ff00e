package infer

import (
	"bytes"
	"encoding/json"
)

// Schema writes a shape in common form as a JSON schema that strict decoders take: every property is demanded, none may
// be added, and null is one of the types. Properties keep their order.
func (s *Shape) Schema() json.RawMessage {
	var b bytes.Buffer
	s.write(&b)
	return b.Bytes()
}

func (s *Shape) write(b *bytes.Buffer) {
	b.WriteByte('{')
	open := b.Len()
	key := func(name string) {
		if b.Len() > open {
			b.WriteByte(',')
		}
		writeJSON(b, name)
		b.WriteByte(':')
	}
	switch {
	case s.Type == "" && len(s.AnyOf) > 0:
		key("anyOf")
		s.writeChoices(b)
	case s.Type != "" && s.Nullable:
		key("type")
		writeJSON(b, []string{s.Type, "null"})
	case s.Type != "":
		key("type")
		writeJSON(b, s.Type)
	}
	if s.Description != "" {
		key("description")
		writeJSON(b, s.Description)
	}
	if len(s.Enum) > 0 {
		values := s.Enum
		if s.Nullable {
			values = append(values[:len(values):len(values)], nil)
		}
		key("enum")
		writeJSON(b, values)
	}
	if s.Items != nil {
		key("items")
		s.Items.write(b)
	}
	if s.Type == "object" {
		key("properties")
		names := s.writeProperties(b)
		key("required")
		writeJSON(b, names)
		key("additionalProperties")
		writeJSON(b, false)
	}
	b.WriteByte('}')
}

func (s *Shape) writeChoices(b *bytes.Buffer) {
	b.WriteByte('[')
	for i, a := range s.AnyOf {
		if i > 0 {
			b.WriteByte(',')
		}
		a.write(b)
	}
	if s.Nullable {
		b.WriteString(`,{"type":"null"}`)
	}
	b.WriteByte(']')
}

func (s *Shape) writeProperties(b *bytes.Buffer) []string {
	names := make([]string, len(s.Properties))
	b.WriteByte('{')
	for i, p := range s.Properties {
		if i > 0 {
			b.WriteByte(',')
		}
		names[i] = p.Name
		writeJSON(b, p.Name)
		b.WriteByte(':')
		p.Shape.write(b)
	}
	b.WriteByte('}')
	return names
}

// writeJSON writes strings, lists of them and values of enums, none of which can fail.
func writeJSON(b *bytes.Buffer, v any) {
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	if enc.Encode(v) == nil {
		b.Truncate(b.Len() - 1) // the line feed
	}
}
