package api

import "slices"

func (c *contract) objectSchema(s *schema, o object) {
	s.kind = objectKind
	switch more := o.get("additionalProperties").(type) {
	case object:
		s.kind, s.values = mapKind, c.compile(more)
		s.maxLen = integer(o, "maxProperties", -1)
	case bool:
		switch {
		case !more:
			s.unknown = forbidUnknown
		case !o.has("x-drop-unknown"): // encoding/json would match LEVEL with level, so objects with a Go type drop it
			s.unknown = keepUnknown
		}
	}
	s.index = map[string]int{}
	for i, m := range o.object("properties") {
		p := c.property(m.key, m.value.(object))
		p.required = slices.Contains(o.list("required"), any(m.key))
		s.props = append(s.props, p)
		s.index[m.key] = i
	}
	s.tag, s.infer = o.text("x-tag"), o.has("x-infer")
	for _, m := range o.object("x-required-with") {
		if s.with == nil {
			s.with = map[string][]string{}
		}
		for _, name := range m.value.([]any) {
			s.with[m.key] = append(s.with[m.key], name.(string))
		}
	}
}

func (c *contract) property(name string, o object) property {
	p := property{name: name, key: append(quote(name), ':'), schema: c.compile(o)}
	o = c.resolve(o)
	p.readOnly, _ = o.get("readOnly").(bool)
	if !o.has("default") {
		return p
	}
	raw, err := Marshal(o.get("default"))
	if err != nil {
		panic("api: default of " + name + ": " + err.Error())
	}
	if o.has("x-absent") || string(raw) == "null" {
		p.absent = []byte("null")
		return p
	}
	w := from(name)
	if p.absent = w.value(p.schema, raw, nil); w.errs != nil {
		panic("api: default of " + name + ": " + w.errs.Error())
	}
	return p
}

func (c *contract) union(s *schema, o object) *schema {
	for _, v := range o.list("anyOf") {
		b := v.(object)
		if b.text("type") == "null" {
			s.nullable = true
			continue
		}
		s.branches = append(s.branches, branch{b.text("x-branch"), c.compile(b)})
	}
	if len(s.branches) > 1 {
		s.kind = unionKind
		return s
	}
	only := *s.branches[0].schema
	only.nullable = only.nullable || s.nullable
	return &only
}

func (c *contract) tagged(s *schema, o object) {
	d := o.object("discriminator")
	s.kind, s.tag, s.infer = taggedKind, d.text("propertyName"), o.has("x-infer")
	for _, m := range d.object("mapping") {
		s.tags = append(s.tags, branch{m.key, c.compile(object{{"$ref", m.value}})})
	}
}

// taggedByConst is a union without a discriminator, which OpenAPI ties to a required property: here the tag may be
// left out.
func (c *contract) taggedByConst(s *schema, o object) {
	s.kind, s.tag, s.infer = taggedKind, o.text("x-tag"), o.has("x-infer")
	for _, v := range o.list("anyOf") {
		b := v.(object)
		if b.text("type") == "null" {
			s.nullable = true
			continue
		}
		name := c.resolve(b).object("properties").object(s.tag).text("const")
		s.tags = append(s.tags, branch{name, c.compile(b)})
	}
}
