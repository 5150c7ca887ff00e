package api

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
