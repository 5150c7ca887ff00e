package api

import (
	"bytes"
	"slices"
)

// Bounds of what is reported.
const (
	maxErrors = 100
	maxInput  = 64 << 10 // a larger offending value is left out, or an answer could be many times the request
)

// passwordKey is the one field whose value is never shown.
const passwordKey = "document_password"

// path is a place inside a request, linked upwards so that going down costs nothing.
type path struct {
	up    *path
	key   string
	item  bool // an item of a list, named by index instead of key
	index int
}

// loc lists the keys and indexes from the outside in.
func (p *path) loc() []any {
	var out []any
	for ; p != nil; p = p.up {
		if p.item {
			out = append(out, p.index)
		} else {
			out = append(out, p.key)
		}
	}
	slices.Reverse(out)
	return out
}

func (p *path) secret() bool {
	for ; p != nil; p = p.up {
		if p.key == passwordKey {
			return true
		}
	}
	return false
}

// walk goes through a schema and a value together, collects what is wrong and writes the normal form.
type walk struct {
	errs Errors
}

func (w *walk) full() bool { return len(w.errs) >= maxErrors }

// fail records a problem with the value at a place.
func (w *walk) fail(at *path, typ, msg string, input []byte, ctx Ctx) {
	if w.full() {
		return
	}
	e := ValidationError{Loc: at.loc(), Msg: msg, Type: typ, Ctx: ctx}
	switch {
	case at.secret():
		e.Input = []byte(`"***"`)
	case len(input) <= maxInput:
		e.Input = redact(nil, input)
	}
	w.errs = append(w.errs, e)
}

// value checks the value v against s and appends its normal form to out. What is appended for a wrong value does
// not matter, because a body with errors has no normal form.
func (w *walk) value(s *schema, v []byte, at *path, out []byte) []byte {
	before, start := len(w.errs), len(out)
	if v[0] == 'n' && s.nullable {
		return append(out, v...)
	}
	if s.null && (string(v) == `""` || v[0] == '[' && v[skip(v, 1)] == ']') {
		return append(out, "null"...)
	}
	switch s.kind {
	case anyKind:
		out = compact(out, v)
	case objectKind:
		out = w.object(s, v, at, out)
	case mapKind:
		out = w.mapping(s, v, at, out)
	case listKind:
		out = w.list(s, v, at, out)
	case stringKind:
		out = w.text(s, v, at, out)
	case integerKind:
		out = w.integer(s, v, at, out)
	case numberKind:
		out = w.number(s, v, at, out)
	case booleanKind:
		out = w.boolean(v, at, out)
	case unionKind:
		out = w.union(s, v, at, out)
	case taggedKind:
		out = w.tagged(s, v, at, out)
	}
	if len(w.errs) > before {
		return out
	}
	if s.maxBytes > 0 && size(s, out[start:]) > s.maxBytes {
		w.invalid(at, v, "is larger than 16 KiB")
	} else if s.rule != nil {
		s.rule(w, at, v, out[start:])
	}
	return out
}

// size is the length of a text, or of any other value as it is written.
func size(s *schema, normal []byte) int {
	if s.kind == stringKind {
		return len(unquote(normal))
	}
	return len(normal)
}

// invalid records that a value breaks a rule of its own.
func (w *walk) invalid(at *path, v []byte, why string) {
	w.fail(at, "value_error", "Value "+why, v, Ctx{"error": why})
}

func (w *walk) object(s *schema, v []byte, at *path, out []byte) []byte {
	if v[0] != '{' {
		w.fail(at, "model_attributes_type", "Should be an object", v, nil)
		return out
	}
	var few [24][]byte // most objects have no more properties, so that this stays on the stack
	given := few[:]
	if len(s.props) > len(few) {
		given = make([][]byte, len(s.props))
	}
	for k, m := range members(v) {
		if i, ok := s.lookup(k); ok {
			given[i] = m
		}
	}
	var needed []string
	if s.tag != "" {
		mode, ok := w.mode(s, v, at, given)
		if !ok {
			return out
		}
		needed = s.with[mode]
	}
	out = append(out, '{')
	first := len(out)
	for i := range s.props {
		if w.full() {
			return out
		}
		p := &s.props[i]
		out = w.property(p, given[i], v, at, out, p.required || slices.Contains(needed, p.name))
	}
	if s.unknown != dropUnknown {
		out = w.unknown(s, v, at, out)
	}
	if len(out) > first {
		out = out[:len(out)-1] // the comma after the last member
	}
	return append(out, '}')
}

// lookup finds the property that a quoted key names.
func (s *schema) lookup(k []byte) (int, bool) {
	if bytes.IndexByte(k, '\\') < 0 {
		i, ok := s.index[string(k[1:len(k)-1])]
		return i, ok
	}
	i, ok := s.index[unquote(k)]
	return i, ok
}

// property appends one member with a comma behind it, or nothing when the member is left out.
func (w *walk) property(p *property, v, whole []byte, at *path, out []byte, required bool) []byte {
	switch {
	case p.readOnly:
		return out
	case v == nil && required:
		w.fail(&path{up: at, key: p.name}, "missing", "Required", whole, nil)
		return out
	case required && v[0] == 'n' && !p.required: // needed only because of another member
		w.fail(&path{up: at, key: p.name}, "missing", "Required", whole, nil)
		return out
	case !required && (v == nil || v[0] == 'n'):
		if p.absent != nil {
			out = append(append(out, p.key...), p.absent...)
		} else if v != nil && p.schema.nullable {
			out = append(append(out, p.key...), v...)
		} else {
			return out
		}
		return append(out, ',')
	}
	out = append(out, p.key...)
	out = w.value(p.schema, v, &path{up: at, key: p.name}, out)
	return append(out, ',')
}

// unknown keeps or refuses the members that the schema does not list.
func (w *walk) unknown(s *schema, v []byte, at *path, out []byte) []byte {
	for k, m := range members(v) {
		if _, known := s.lookup(k); known {
			continue
		}
		if s.unknown == forbidUnknown {
			if w.fail(&path{up: at, key: unquote(k)}, "extra_forbidden", "Not allowed here", m, nil); w.full() {
				return out
			}
			continue
		}
		out = compact(append(append(out, k...), ':'), m)
		out = append(out, ',')
	}
	return out
}

func (w *walk) mapping(s *schema, v []byte, at *path, out []byte) []byte {
	if v[0] != '{' {
		w.fail(at, "dict_type", "Should be an object", v, nil)
		return out
	}
	last := map[string][]byte{}
	var order []string
	for k, m := range members(v) {
		key := unquote(k)
		if _, again := last[key]; !again {
			order = append(order, key)
		}
		last[key] = m
	}
	out = append(out, '{')
	for i, key := range order {
		if w.full() {
			return out
		}
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(out, quote(key)...), ':')
		out = w.value(s.values, last[key], &path{up: at, key: key}, out)
	}
	return append(out, '}')
}

func (w *walk) list(s *schema, v []byte, at *path, out []byte) []byte {
	if v[0] != '[' {
		w.fail(at, "list_type", "Should be a list", v, nil)
		return out
	}
	var seen map[string]bool
	if s.distinct {
		seen = map[string]bool{}
	}
	out = append(out, '[')
	n := 0
	for i, item := range elements(v) {
		n = i + 1
		if w.full() {
			return out
		}
		if s.maxLen >= 0 && n > s.maxLen {
			continue // counted for the message
		}
		start := len(out)
		out = w.value(s.items, item, &path{up: at, item: true, index: i}, out)
		if seen[string(out[start:])] {
			out = out[:start]
			continue
		}
		if s.distinct {
			seen[string(out[start:])] = true
		}
		out = append(out, ',')
	}
	if n < s.minLen {
		w.fail(at, "too_short", lengthMessage("at least", s.minLen, "item"), v, Ctx{"min_length": s.minLen, "actual_length": n})
	}
	if s.maxLen >= 0 && n > s.maxLen {
		w.fail(at, "too_long", lengthMessage("at most", s.maxLen, "item"), v, Ctx{"max_length": s.maxLen, "actual_length": n})
	}
	if out[len(out)-1] == ',' {
		out = out[:len(out)-1]
	}
	return append(out, ']')
}
