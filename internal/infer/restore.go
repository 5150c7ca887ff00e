package infer

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// maxMistakes is how many mistakes of one answer are told.
const maxMistakes = 8

// restorer turns an answer in common form into what was asked for, and notes where it is not of that shape.
type restorer struct{ mistakes []string }

func (r *restorer) wrong(at, format string, args ...any) {
	if len(r.mistakes) < maxMistakes {
		if at == "" {
			at = "the answer"
		}
		r.mistakes = append(r.mistakes, at+" "+fmt.Sprintf(format, args...))
	}
}

// value restores one value. A number written as text and a text written as a number are forgiven.
func (r *restorer) value(s *Shape, v any, at string) any {
	if v == nil {
		if !s.Nullable {
			r.wrong(at, "must not be null")
		}
		return nil
	}
	if len(s.AnyOf) > 0 && s.Type == "" {
		return r.choice(s, v, at)
	}
	switch s.Type {
	case "object":
		return r.object(s, v, at)
	case "array":
		return r.array(s, v, at)
	case "string":
		if text, ok := scalarText(v); ok {
			return text
		}
	case "number", "integer":
		if n, ok := number(v); ok {
			return n
		}
	case "boolean":
		if b, ok := v.(bool); ok {
			return b
		}
		if text, ok := v.(string); ok && (text == "true" || text == "false") {
			return text == "true"
		}
	default:
		return v
	}
	r.wrong(at, "must be of type %s, not %s", s.Type, kind(v))
	return nil
}

func (r *restorer) object(s *Shape, v any, at string) any {
	members, ok := v.(map[string]any)
	if !ok {
		r.wrong(at, "must be an object, not %s", kind(v))
		return nil
	}
	out := make(map[string]any, len(members))
	names := safeNames(s.Properties)
	for i, p := range s.Properties {
		member, given := members[names[i]]
		if !given && names[i] != p.Name {
			member, given = members[p.Name] // its own name is as good
		}
		switch {
		case member != nil:
			out[p.Name] = r.value(p.Shape, member, at+"/"+p.Name)
		case p.Shape.Nullable:
			out[p.Name] = nil
		case p.Optional:
		case given:
			r.wrong(at+"/"+p.Name, "must not be null")
		default:
			r.wrong(at+"/"+p.Name, "is missing")
		}
	}
	if entries := s.free(); entries != nil {
		r.entries(entries, members[restName(names)], out, at)
	}
	return out
}

// entries adds the properties of free names. What the answer calls by a name that is taken is left out.
func (r *restorer) entries(s *Shape, v any, out map[string]any, at string) {
	list, ok := v.([]any)
	if !ok && v != nil {
		r.wrong(at+"/"+rest, "must be a list of names and values")
	}
	for i, e := range list {
		entry, _ := e.(map[string]any)
		name, ok := entry["name"].(string)
		if !ok {
			r.wrong(fmt.Sprintf("%s/%s/%d", at, rest, i), "has no name")
			continue
		}
		if _, taken := out[name]; !taken {
			out[name] = r.value(s, entry["value"], at+"/"+name)
		}
	}
}

func (r *restorer) array(s *Shape, v any, at string) any {
	list, ok := v.([]any)
	if !ok {
		r.wrong(at, "must be an array, not %s", kind(v))
		return nil
	}
	out := make([]any, len(list))
	for i, item := range list {
		out[i] = item
		if s.Items != nil {
			out[i] = r.value(s.Items, item, at+"/"+strconv.Itoa(i))
		}
	}
	return out
}

// choice takes the first alternative that fits.
func (r *restorer) choice(s *Shape, v any, at string) any {
	for _, a := range s.AnyOf {
		var try restorer
		if out := try.value(a, v, at); len(try.mistakes) == 0 {
			return out
		}
	}
	r.wrong(at, "fits none of the allowed forms")
	return nil
}

func scalarText(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case json.Number:
		return v.String(), true
	case bool:
		return strconv.FormatBool(v), true
	}
	return "", false
}

func number(v any) (json.Number, bool) {
	switch v := v.(type) {
	case json.Number:
		return v, true
	case string:
		if _, err := strconv.ParseFloat(v, 64); err == nil && json.Valid([]byte(v)) {
			return json.Number(v), true
		}
	}
	return "", false
}

func kind(v any) string {
	switch v.(type) {
	case map[string]any:
		return "an object"
	case []any:
		return "an array"
	case string:
		return "a text"
	case bool:
		return "a boolean"
	}
	return "a number"
}
