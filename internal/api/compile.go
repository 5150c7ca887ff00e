package api

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// contract is the document in the form the walk needs.
type contract struct {
	doc     object
	schemas map[string]*schema
	params  map[string][]parameter // by operationId
	headers []parameter
}

// parameter is a query, path or header parameter.
type parameter struct {
	property
	in string
}

// rules of the wire, compiled once. The document is embedded, so a fault in it is a fault in the build.
var rules = sync.OnceValue(func() *contract {
	c := &contract{doc: checked(), schemas: map[string]*schema{}, params: map[string][]parameter{}}
	components := c.doc.object("components")
	for _, m := range components.object("schemas") {
		c.component(m.key)
	}
	for _, path := range c.doc.object("paths") {
		item := path.value.(object)
		for _, method := range methods {
			if op := item.object(method); op != nil {
				list := append(slices.Clone(item.list("parameters")), op.list("parameters")...)
				c.params[op.text("operationId")] = c.parameters(list)
			}
		}
	}
	c.headers = c.parameters([]any{ref("parameters", "IdempotencyKey"), ref("parameters", "UserID")})
	return c
})

func (c *contract) parameters(list []any) []parameter {
	var out []parameter
	for _, v := range list {
		o := c.resolve(v.(object))
		name := o.text("name")
		p := parameter{property: c.property(name, o.object("schema")), in: o.text("in")}
		p.required, _ = o.get("required").(bool)
		out = append(out, p)
	}
	return out
}

// component compiles a component once. The document has no cycles, which a test holds it to.
func (c *contract) component(name string) *schema {
	if s, ok := c.schemas[name]; ok {
		return s
	}
	o := c.doc.object("components").object("schemas").object(name)
	if o == nil {
		panic("api: no schema " + name)
	}
	s := c.compile(o)
	c.schemas[name] = s
	return s
}

// resolve follows a reference; what stands beside it rules over what it points at.
func (c *contract) resolve(o object) object {
	target := o.text("$ref")
	if target == "" {
		return o
	}
	found := c.doc
	for _, part := range strings.Split(strings.TrimPrefix(target, "#/"), "/") {
		found = found.object(part)
	}
	if found == nil {
		panic("api: no " + target)
	}
	found = slices.Clone(c.resolve(found))
	for _, m := range o.without("$ref") {
		found = found.with(m.key, m.value)
	}
	return found
}

func (c *contract) compile(o object) *schema {
	if name, ok := strings.CutPrefix(o.text("$ref"), "#/components/schemas/"); ok && !o.has("x-empty") {
		return c.component(name)
	}
	o = c.resolve(o)
	s := &schema{maxLen: -1, enumError: "literal_error", null: o.has("x-empty")}
	if name := o.text("x-rule"); name != "" {
		if s.rule = namedRules[name]; s.rule == nil {
			panic("api: no rule " + name)
		}
	}
	types := typeNames(o.get("type"))
	s.nullable = slices.Contains(types, "null")
	types = slices.DeleteFunc(types, func(t string) bool { return t == "null" })
	switch {
	case o.has("x-unchecked"):
	case o.has("discriminator"):
		c.tagged(s, o)
	case o.has("anyOf") && o.has("x-tag"):
		c.taggedByConst(s, o)
	case o.has("anyOf"):
		return c.union(s, o)
	case len(types) == 1:
		c.typed(s, types[0], o)
	case len(types) > 1:
		panic(fmt.Sprintf("api: %v is not used in the document", types))
	}
	s.maxBytes = integer(o, "x-max-bytes", 0)
	return s
}

func (c *contract) typed(s *schema, name string, o object) {
	switch name {
	case "object":
		c.objectSchema(s, o)
	case "array":
		s.kind, s.items = listKind, c.compile(o.object("items"))
		s.minLen, s.maxLen = integer(o, "minItems", 0), integer(o, "maxItems", -1)
		s.distinct = o.has("x-drop-duplicates")
	case "string":
		s.kind = stringKind
		s.minLen, s.maxLen = integer(o, "minLength", 0), integer(o, "maxLength", -1)
		if p := o.text("pattern"); p != "" {
			s.pattern = regexp.MustCompile(p)
		}
		if name := o.text("x-coerce"); name != "" {
			if s.coerce = coercions[name]; s.coerce == nil {
				panic("api: no coercion " + name)
			}
		}
		c.enumeration(s, o)
	case "integer", "number":
		if s.kind = integerKind; name == "number" {
			s.kind = numberKind
		}
		s.min, s.max, s.over = number(o, "minimum"), number(o, "maximum"), number(o, "exclusiveMinimum")
		s.cut, s.strict = number(o, "x-cut"), o.has("x-strict")
		if n := number(o, "const"); n != nil {
			s.min, s.max = n, n
		}
	case "boolean":
		s.kind = booleanKind
	default:
		panic("api: unknown type " + name)
	}
}

func (c *contract) enumeration(s *schema, o object) {
	for _, v := range o.list("enum") {
		if word, ok := v.(string); ok {
			s.enum = append(s.enum, word)
		} else {
			s.nullable = true
		}
	}
	if word := o.text("const"); word != "" {
		s.enum = []string{word}
	}
	if name := o.text("x-error"); name != "" {
		s.enumError = name
	}
	if aliases := o.object("x-aliases"); aliases != nil {
		s.aliases = map[string]string{}
		for _, m := range aliases {
			s.aliases[m.key] = m.value.(string)
		}
	}
}

func typeNames(v any) []string {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		var names []string
		for _, name := range v {
			names = append(names, name.(string))
		}
		return names
	}
	return nil
}

func number(o object, key string) *float64 {
	n, ok := o.get(key).(json.Number)
	if !ok {
		return nil
	}
	f, err := n.Float64()
	if err != nil {
		panic("api: " + key + ": " + err.Error())
	}
	return &f
}

func integer(o object, key string, otherwise int) int {
	if n := number(o, key); n != nil {
		return int(*n)
	}
	return otherwise
}
