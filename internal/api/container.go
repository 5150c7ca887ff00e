package api

import (
	"bytes"
	"slices"
)

func (w *walk) object(s *schema, v []byte, out []byte) []byte {
	if v[0] != '{' {
		w.fail("model_attributes_type", "Should be an object", v, nil)
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
		mode, ok := w.mode(s, v, given)
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
		out = w.property(p, given[i], v, out, p.required || slices.Contains(needed, p.name))
	}
	if s.unknown != dropUnknown {
		out = w.unknown(s, v, out)
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
func (w *walk) property(p *property, v, whole []byte, out []byte, required bool) []byte {
	switch {
	case p.readOnly:
		return out
	case v == nil && required:
		w.failIn(p.name, "missing", "Required", whole, nil)
		return out
	case required && v[0] == 'n' && !p.required: // needed only because of another member
		w.failIn(p.name, "missing", "Required", whole, nil)
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
	w.enter(p.name)
	out = w.value(p.schema, v, append(out, p.key...))
	w.leave()
	return append(out, ',')
}

// unknown keeps or refuses the members that the schema does not list.
func (w *walk) unknown(s *schema, v []byte, out []byte) []byte {
	for k, m := range members(v) {
		if _, known := s.lookup(k); known {
			continue
		}
		if s.unknown == forbidUnknown {
			if w.failIn(unquote(k), "extra_forbidden", "Not allowed here", m, nil); w.full() {
				return out
			}
			continue
		}
		out = compact(append(append(out, k...), ':'), m)
		out = append(out, ',')
	}
	return out
}

func (w *walk) mapping(s *schema, v []byte, out []byte) []byte {
	if v[0] != '{' {
		w.fail("dict_type", "Should be an object", v, nil)
		return out
	}
	if s.maxLen >= 0 {
		n := 0
		for range members(v) {
			n++
		}
		if n > s.maxLen {
			w.fail("too_long", lengthMessage("at most", s.maxLen, "key"), v, Ctx{"max_length": s.maxLen, "actual_length": n})
			return out
		}
	}
	var keys, values [][]byte
	place := map[string]int{}
	for k, m := range members(v) {
		key := unquote(k)
		if i, again := place[key]; again {
			values[i] = m
			continue
		}
		place[key] = len(keys)
		keys, values = append(keys, k), append(values, m)
	}
	out = append(out, '{')
	for i, k := range keys {
		if w.full() {
			return out
		}
		if i > 0 {
			out = append(out, ',')
		}
		w.enter(unquote(k))
		out = w.value(s.values, values[i], append(append(out, k...), ':'))
		w.leave()
	}
	return append(out, '}')
}

func (w *walk) list(s *schema, v []byte, out []byte) []byte {
	if v[0] != '[' {
		w.fail("list_type", "Should be a list", v, nil)
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
		w.enterItem(i)
		out = w.value(s.items, item, out)
		w.leave()
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
		w.fail("too_short", lengthMessage("at least", s.minLen, "item"), v, Ctx{"min_length": s.minLen, "actual_length": n})
	}
	if s.maxLen >= 0 && n > s.maxLen {
		w.fail("too_long", lengthMessage("at most", s.maxLen, "item"), v, Ctx{"max_length": s.maxLen, "actual_length": n})
	}
	if out[len(out)-1] == ',' {
		out = out[:len(out)-1]
	}
	return append(out, ']')
}
