package schema

// draft is a field while the schemas that speak of it are put together.
type draft struct {
	Field
	at       *place
	kinds    []Kind // written out; nil where anything is allowed
	required []string

	properties   []*draft       // not nil where the schema has the keyword, be it empty
	index        map[string]int // of properties by name, once something was merged
	items, extra *draft
	choices      []*draft
}

// expander follows references and puts the parts of schemas together.
type expander struct {
	*schemas
	plain map[*declared]*Field // what a schema says without others, made once however often it is referred to
}

func (s *schemas) expand() (*Field, error) {
	e := &expander{schemas: s, plain: map[*declared]*Field{}}
	d, err := e.draft(s.root)
	if err != nil {
		return nil, err
	}
	t := settler{}
	return t.field(d)
}

// draft is what a schema and everything that it refers to say together. What it says itself comes last, because it is
// written for this place.
func (e *expander) draft(d *declared) (*draft, error) {
	out := &draft{at: d.at}
	parts, err := e.parts(d)
	if err != nil {
		return nil, err
	}
	for _, p := range parts {
		if err := out.merge(p); err != nil {
			return nil, err
		}
	}
	own, err := e.own(d)
	if err != nil {
		return nil, err
	}
	if err := out.merge(own); err != nil {
		return nil, err
	}
	return out, e.choose(d, out)
}

// parts are the schemas that hold beside what d says itself.
func (e *expander) parts(d *declared) ([]*draft, error) {
	var parts []*draft
	if d.target != nil {
		p, err := e.draft(d.target)
		if err != nil {
			return nil, err
		}
		parts = append(parts, p)
	}
	list, err := e.list(d, "allOf")
	return append(parts, list...), err
}

func (e *expander) list(d *declared, key string) ([]*draft, error) {
	v, _ := d.get(key)
	list, _ := v.([]any)
	var out []*draft
	for _, in := range list {
		p, err := e.draft(e.of[in.(*object)])
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// own is what a schema says of itself and of the fields inside it.
func (e *expander) own(d *declared) (*draft, error) {
	out := &draft{at: d.at, Field: *e.say(d)}
	t, _ := d.get("type")
	out.kinds = kindsOf(t)
	required, _ := d.get("required")
	names, _ := required.([]any)
	for _, n := range names {
		out.required = append(out.required, n.(string))
	}
	properties, _ := d.get("properties")
	if o, ok := properties.(*object); ok {
		out.properties = []*draft{}
		for _, m := range o.members {
			p, err := e.draft(e.of[m.value.(*object)])
			if err != nil {
				return nil, err
			}
			p.Name = m.key
			out.properties = append(out.properties, p)
		}
	}
	var err error
	if out.items, err = e.inner(d, "items"); err != nil {
		return nil, err
	}
	out.extra, err = e.inner(d, "additionalProperties")
	return out, err
}

func (e *expander) inner(d *declared, key string) (*draft, error) {
	v, _ := d.get(key)
	o, ok := v.(*object)
	if !ok {
		return nil, nil
	}
	return e.draft(e.of[o])
}

// choose adds the choices that a schema leaves. A choice of nothing makes the field nullable; a single choice is none.
func (e *expander) choose(d *declared, out *draft) error {
	for _, key := range []string{"anyOf", "oneOf"} {
		list, err := e.list(d, key)
		if err != nil {
			return err
		}
		var left []*draft
		for _, c := range list {
			if c.nothing() {
				out.Nullable = true
				continue
			}
			left = append(left, c)
		}
		switch {
		case len(left) == 1:
			if err := out.merge(left[0].under(out)); err != nil {
				return err
			}
		case len(left) > 1 && len(out.choices) > 0:
			return refuse(d.at.at(key), "only one of anyOf, oneOf and what the schema refers to may leave a choice")
		case len(left) > 1:
			out.choices = left
		}
	}
	return nil
}

// nothing reports whether null is the only value.
func (d *draft) nothing() bool {
	return len(d.kinds) == 1 && d.kinds[0] == Null || len(d.Enum) == 1 && d.Enum[0] == nil
}

// under is d without the words that the schema it is chosen in has of its own.
func (d *draft) under(above *draft) *draft {
	c := *d
	if above.Title != "" {
		c.Title = ""
	}
	if above.Description != "" {
		c.Description = ""
	}
	return &c
}
