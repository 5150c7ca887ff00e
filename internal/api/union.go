package api

import "slices"

// union takes the first branch that the value fits. When none does, every branch reports its own problem.
func (w *walk) union(s *schema, v []byte, out []byte) []byte {
	start, before := len(out), w.errs
	for _, b := range s.branches {
		try := walk{at: w.at}
		try.enter(b.name)
		out = try.value(b.schema, v, out[:start])
		if try.errs == nil {
			w.errs = before
			return out
		}
		w.errs = append(w.errs, try.errs[:min(len(try.errs), maxErrors-len(w.errs))]...)
	}
	return out
}

// tagged reads the property that tells which object this is.
func (w *walk) tagged(s *schema, v []byte, out []byte) []byte {
	if v[0] != '{' {
		w.fail("model_attributes_type", "Should be an object", v, nil)
		return out
	}
	tag := field(v, s.tag)
	absent := tag == nil || tag[0] == 'n'
	if absent && !s.infer {
		w.fail("union_tag_not_found", "Should say its "+s.tag, v, Ctx{"discriminator": "'" + s.tag + "'"})
		return out
	}
	name := string(tag)
	switch {
	case absent:
		name = inferMode(v, WebhookSvix)
	case tag[0] == '"':
		name = unquote(tag)
	}
	var names []string
	for _, b := range s.tags {
		if b.name == name {
			if absent {
				v = setMode(v, s.tag, name)
			}
			return w.value(b.schema, v, out)
		}
		names = append(names, b.name)
	}
	w.badTag(v, s.tag, name, names)
	return out
}

// mode finds out which mode an object with an x-tag has and puts it among the given members.
func (w *walk) mode(s *schema, v []byte, given [][]byte) (string, bool) {
	i := s.index[s.tag]
	p := &s.props[i]
	name := unquote(p.absent)
	switch tag := given[i]; {
	case tag == nil || tag[0] == 'n':
		if s.infer {
			name = inferMode(v, name)
		}
	case tag[0] == '"':
		name = unquote(tag)
	default:
		name = string(tag)
	}
	if !slices.Contains(p.schema.enum, name) {
		w.badTag(v, s.tag, name, p.schema.enum)
		return name, false
	}
	given[i] = quote(name)
	return name, true
}

func (w *walk) badTag(v []byte, tag, name string, names []string) {
	expected := choice(names)
	w.fail("union_tag_invalid", "Should have "+expected+" as its "+tag, v,
		Ctx{"discriminator": "'" + tag + "'", "tag": name, "expected_tags": expected})
}

// inferMode reads the mode of a webhook that does not say it: a URL speaks for direct.
func inferMode(v []byte, otherwise string) string {
	if url := field(v, "url"); url != nil && url[0] != 'n' {
		return WebhookDirect
	}
	return otherwise
}

// setMode puts a mode behind the members of an object, where it rules over an earlier null.
func setMode(v []byte, key, mode string) []byte {
	out := append([]byte{}, v[:len(v)-1]...)
	if v[skip(v, 1)] != '}' {
		out = append(out, ',')
	}
	out = append(append(append(out, quote(key)...), ':'), quote(mode)...)
	return append(out, '}')
}
