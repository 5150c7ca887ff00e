package schema

import (
	"net/url"
	"strconv"
	"strings"
)

// declared is one schema as the caller wrote it.
type declared struct {
	*object
	at     *place
	depth  int         // schemas above it up to the root or to the definition it belongs to
	inside []*declared // schemas it holds, those it only defines not among them
	target *declared   // of its reference; nil without one, or where it leads nowhere

	cyclic bool // its reference leads back to itself
	size   int  // schemas it stands for, itself included and references followed; at most a little above maxExpanded
	height int  // levels of them

	number, low int // of the search for cycles
	open        bool
	part        *declared
}

// schemas is everything that a caller declares, in the order of the document.
type schemas struct {
	root *declared
	all  []*declared
	of   map[*object]*declared
}

// survey finds the schemas of a document and how they hang together. It looks at nothing else, so that what is wrong
// with them can be told in the order of the document.
func survey(root *object) *schemas {
	s := &schemas{of: map[*object]*declared{}}
	s.root = s.add(root, &place{}, 1)
	for _, d := range s.all {
		if ref, ok := d.get("$ref"); ok {
			d.target = s.resolve(ref)
		}
	}
	c := circles{}
	for _, d := range s.all {
		if d.number == 0 {
			c.visit(d)
		}
	}
	return s
}

// add takes up a schema and what it holds. The text is no deeper than maxNesting, and so is the recursion.
func (s *schemas) add(o *object, at *place, depth int) *declared {
	d := &declared{object: o, at: at, depth: depth}
	s.all = append(s.all, d)
	s.of[o] = d
	for _, m := range o.members {
		place := at.at(m.key)
		switch m.key {
		case "properties":
			s.addMembers(m.value, place, func(v *declared) { d.inside = append(d.inside, v) }, depth+1)
		case "$defs", "definitions":
			s.addMembers(m.value, place, func(*declared) {}, 1)
		case "items", "additionalProperties":
			if o, ok := m.value.(*object); ok {
				d.inside = append(d.inside, s.add(o, place, depth+1))
			}
		case "anyOf", "oneOf", "allOf":
			list, _ := m.value.([]any)
			for i, v := range list {
				if o, ok := v.(*object); ok {
					d.inside = append(d.inside, s.add(o, place.item(i), depth+1))
				}
			}
		}
	}
	return d
}

func (s *schemas) addMembers(v any, at *place, take func(*declared), depth int) {
	o, ok := v.(*object)
	if !ok {
		return
	}
	for _, m := range o.members {
		if inner, ok := m.value.(*object); ok {
			take(s.add(inner, at.at(m.key), depth))
		}
	}
}

// resolve finds the schema that a reference names; nil where it names none or one that is not among the definitions.
func (s *schemas) resolve(ref any) *declared {
	text, _ := ref.(string)
	if !local(text) {
		return nil
	}
	tokens := strings.Split(text, "/")[1:]
	var v any = s.root.object
	for _, t := range tokens {
		t, err := url.PathUnescape(t)
		if err != nil {
			return nil
		}
		t = strings.ReplaceAll(strings.ReplaceAll(t, "~1", "/"), "~0", "~")
		switch in := v.(type) {
		case *object:
			v, _ = in.get(t)
		case []any:
			i, err := strconv.Atoi(t)
			if err != nil || i < 0 || i >= len(in) {
				return nil
			}
			v = in[i]
		default:
			return nil
		}
	}
	o, _ := v.(*object)
	return s.of[o] // only places where a schema stands are there, whatever else is an object
}

func local(ref string) bool {
	return strings.HasPrefix(ref, "#/$defs/") || strings.HasPrefix(ref, "#/definitions/")
}
