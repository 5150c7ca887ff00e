package schema

import (
	"bytes"
	"encoding/json"
	"math"
)

// say is what a schema says of a value without other schemas.
func (e *expander) say(d *declared) *Field {
	if f, ok := e.plain[d]; ok {
		return f
	}
	f := &Field{}
	for _, m := range d.members {
		f.keyword(m)
	}
	f.exclude(d)
	e.plain[d] = f
	return f
}

func (f *Field) keyword(m member) {
	switch m.key {
	case "title":
		f.Title = m.value.(string)
	case "description":
		f.Description = m.value.(string)
	case "format":
		f.Format = m.value.(string)
	case "nullable":
		f.Nullable = m.value.(bool)
	case "uniqueItems":
		f.UniqueItems = m.value.(bool)
	case "default":
		f.Default = encoded(m.value)
	case "examples":
		f.Examples = shown(m.value.([]any))
	case "pattern":
		f.Pattern = compile(m.value.(string))
	case "enum":
		f.restrict(decoded(m.value).([]any))
	case "const":
		f.restrict([]any{decoded(m.value)})
	case "minimum":
		f.Minimum = float(m.value)
	case "maximum":
		f.Maximum = float(m.value)
	case "multipleOf":
		f.MultipleOf = float(m.value)
	case "minLength":
		f.MinLength = whole(m.value)
	case "maxLength":
		f.MaxLength = whole(m.value)
	case "minItems":
		f.MinItems = whole(m.value)
	case "maxItems":
		f.MaxItems = whole(m.value)
	}
}

// restrict adds an enum or a const to what is allowed already.
func (f *Field) restrict(values []any) {
	if f.Enum == nil {
		f.Enum = values
		return
	}
	f.Enum = append([]any{}, shared(f.Enum, values)...)
}

// exclude reads the exclusive bounds: numbers, or in older drafts whether the bound itself is meant.
func (f *Field) exclude(d *declared) {
	switch v, _ := d.get("exclusiveMinimum"); v := v.(type) {
	case bool:
		if v {
			f.Minimum, f.ExclusiveMinimum = nil, f.Minimum
		}
	case json.Number:
		f.ExclusiveMinimum = float(v)
	}
	switch v, _ := d.get("exclusiveMaximum"); v := v.(type) {
	case bool:
		if v {
			f.Maximum, f.ExclusiveMaximum = nil, f.Maximum
		}
	case json.Number:
		f.ExclusiveMaximum = float(v)
	}
}

func float(v any) *float64 {
	f, _ := finite(v.(json.Number))
	return &f
}

func whole(v any) *int {
	n := int(min(number(v), math.MaxInt32))
	return &n
}

// decoded is a value as encoding/json gives it, numbers as they are written.
func decoded(v any) any {
	switch v := v.(type) {
	case *object:
		m := make(map[string]any, len(v.members))
		for _, in := range v.members {
			m[in.key] = decoded(in.value)
		}
		return m
	case []any:
		list := make([]any, len(v))
		for i, in := range v {
			list[i] = decoded(in)
		}
		return list
	}
	return v
}

// shown are examples as somebody would write them.
func shown(list []any) []string {
	var out []string
	for _, v := range list {
		if s, ok := v.(string); ok {
			out = append(out, s)
			continue
		}
		out = append(out, string(encoded(v)))
	}
	return out
}

func encoded(v any) json.RawMessage {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(decoded(v)) != nil {
		return nil
	}
	return bytes.TrimSpace(b.Bytes())
}
