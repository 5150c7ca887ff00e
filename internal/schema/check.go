package schema

import (
	"encoding/json"
	"math"
)

// checker goes through the schemas in the order of the document and stops at the first thing that is wrong.
type checker struct {
	*schemas
	properties, values int
	patterns           int // what all of them together cost
}

func (s *schemas) check() error {
	c := &checker{schemas: s}
	if err := c.schema(s.root); err != nil {
		return err
	}
	if s.root.size > maxExpanded {
		return refuse(s.root.at, "with its references followed the schema has more than %d parts", maxExpanded)
	}
	return nil
}

func (c *checker) schema(d *declared) error {
	if d.depth > maxDepth {
		return refuse(d.at, "more than %d schemas inside one another", maxDepth)
	}
	for _, m := range d.members {
		if err := c.keyword(d, m, d.at.at(m.key)); err != nil {
			return err
		}
	}
	return nil
}

// keyword checks one keyword. Those that are not named here mean nothing to an extraction and are passed over.
func (c *checker) keyword(d *declared, m member, at *place) error {
	switch m.key {
	case "$ref":
		return c.reference(d, m.value, at)
	case "not", "if", "then", "else", "patternProperties", "dependentSchemas", "prefixItems":
		return refuse(at, "%s is not supported", m.key)
	case "properties", "$defs", "definitions":
		return c.members(m, at)
	case "items":
		return c.inner(m.value, at)
	case "additionalProperties":
		if _, ok := m.value.(bool); ok {
			return nil
		}
		return c.inner(m.value, at)
	case "anyOf", "oneOf", "allOf":
		return c.list(m.value, at)
	case "type":
		return types(m.value, at)
	case "enum":
		return c.enum(m.value, at)
	case "const":
		return c.count(&c.values, 1, maxValues, "values in enums", at)
	case "pattern":
		return c.pattern(m.value, at)
	}
	return plain(m, at)
}

func (c *checker) reference(d *declared, ref any, at *place) error {
	text, ok := ref.(string)
	switch {
	case !ok:
		return refuse(at, "$ref must be a string")
	case !local(text):
		return refuse(at, "$ref must begin with #/$defs/ or #/definitions/")
	case d.target == nil:
		return refuse(at, "$ref names no schema of this document")
	case d.cyclic:
		return refuse(at, "$ref leads back to itself")
	case d.target.size > maxExpanded:
		return refuse(at, "with its references followed the schema has more than %d parts", maxExpanded)
	case d.depth+d.target.height-1 > maxDepth:
		return refuse(at, "more than %d schemas inside one another", maxDepth)
	}
	return nil
}

func (c *checker) members(m member, at *place) error {
	o, ok := m.value.(*object)
	if !ok {
		return refuse(at, "%s must be an object", m.key)
	}
	for _, in := range o.members {
		place := at.at(in.key)
		if m.key == "properties" {
			if err := c.count(&c.properties, 1, maxProperties, "properties", place); err != nil {
				return err
			}
		}
		if err := c.inner(in.value, place); err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) list(v any, at *place) error {
	list, ok := v.([]any)
	if !ok || len(list) == 0 {
		return refuse(at, "a list of schemas is needed here")
	}
	for i, in := range list {
		if err := c.inner(in, at.item(i)); err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) inner(v any, at *place) error {
	switch v := v.(type) {
	case *object:
		return c.schema(c.of[v])
	case bool:
		return refuse(at, "true and false are not supported as schemas")
	case []any:
		return refuse(at, "a list of schemas is not supported here")
	}
	return refuse(at, "a schema must be a JSON object")
}

func (c *checker) enum(v any, at *place) error {
	list, ok := v.([]any)
	if !ok || len(list) == 0 {
		return refuse(at, "enum must be a list of at least one value")
	}
	return c.count(&c.values, len(list), maxValues, "values in enums", at)
}

func (c *checker) count(sum *int, n, limit int, of string, at *place) error {
	if *sum += n; *sum > limit {
		return refuse(at, "more than %d %s", limit, of)
	}
	return nil
}

func types(v any, at *place) error {
	list, ok := v.([]any)
	if !ok {
		if _, ok := kindOf(v); !ok {
			return refuse(at, "unknown type")
		}
		return nil
	}
	if len(list) == 0 {
		return refuse(at, "a type is missing")
	}
	for i, name := range list {
		if _, ok := kindOf(name); !ok {
			return refuse(at.item(i), "unknown type")
		}
	}
	return nil
}

// plain checks the keywords whose values stand for themselves.
func plain(m member, at *place) error {
	ok, want := true, ""
	switch m.key {
	case "title", "description", "format":
		_, ok = m.value.(string)
		want = "a string"
	case "nullable", "uniqueItems":
		_, ok = m.value.(bool)
		want = "true or false"
	case "minimum", "maximum":
		_, ok = m.value.(json.Number)
		want = "a number"
	case "exclusiveMinimum", "exclusiveMaximum":
		_, ok = m.value.(json.Number)
		if !ok { // older drafts say whether minimum itself is excluded
			_, ok = m.value.(bool)
		}
		want = "a number"
	case "multipleOf":
		ok = number(m.value) > 0
		want = "a number above 0"
	case "minLength", "maxLength", "minItems", "maxItems":
		n := number(m.value)
		ok = n >= 0 && n == math.Trunc(n)
		want = "a whole number of at least 0"
	case "required":
		ok = allStrings(m.value)
		want = "a list of names"
	case "examples":
		_, ok = m.value.([]any)
		want = "a list"
	}
	if !ok {
		return refuse(at, "%s must be %s", m.key, want)
	}
	return nil
}

// number is the value of a number that was read within bounds; -1 where it is none.
func number(v any) float64 {
	n, ok := v.(json.Number)
	if !ok {
		return -1
	}
	f, _ := finite(n)
	return f
}

func allStrings(v any) bool {
	list, ok := v.([]any)
	for _, s := range list {
		if _, is := s.(string); !is {
			return false
		}
	}
	return ok
}
