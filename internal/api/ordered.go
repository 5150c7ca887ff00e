package api

import (
	"encoding/json"
	"fmt"

	"gopkg.in/yaml.v3"
)

// object is a JSON object that keeps its key order. Values are object, []any, string, json.Number, bool or nil.
type object []member

type member struct {
	key   string
	value any
}

// get returns the value of a key, nil when it is absent.
func (o object) get(key string) any {
	for _, m := range o {
		if m.key == key {
			return m.value
		}
	}
	return nil
}

// has reports whether a key is present, null included.
func (o object) has(key string) bool {
	for _, m := range o {
		if m.key == key {
			return true
		}
	}
	return false
}

// object returns the object under a key, nil when there is none.
func (o object) object(key string) object {
	v, _ := o.get(key).(object)
	return v
}

// list returns the list under a key, nil when there is none.
func (o object) list(key string) []any {
	v, _ := o.get(key).([]any)
	return v
}

// text returns the string under a key, empty when there is none.
func (o object) text(key string) string {
	v, _ := o.get(key).(string)
	return v
}

// with returns the object with a key set, at its old place or at the end.
func (o object) with(key string, value any) object {
	for i := range o {
		if o[i].key == key {
			o[i].value = value
			return o
		}
	}
	return append(o, member{key, value})
}

// without returns a copy of the object that lacks some keys.
func (o object) without(keys ...string) object {
	out := make(object, 0, len(o))
next:
	for _, m := range o {
		for _, k := range keys {
			if m.key == k {
				continue next
			}
		}
		out = append(out, m)
	}
	return out
}

// MarshalJSON writes the members in order.
func (o object) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for i, m := range o {
		if i > 0 {
			out = append(out, ',')
		}
		key, err := Marshal(m.key)
		if err != nil {
			return nil, err
		}
		value, err := Marshal(m.value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.key, err)
		}
		out = append(append(append(out, key...), ':'), value...)
	}
	return append(out, '}'), nil
}

// fromYAML turns a YAML node into the values of an object.
func fromYAML(n *yaml.Node) (any, error) {
	switch n.Kind {
	case yaml.DocumentNode:
		return fromYAML(n.Content[0])
	case yaml.AliasNode:
		return fromYAML(n.Alias)
	case yaml.MappingNode:
		o := make(object, 0, len(n.Content)/2)
		for i := 0; i < len(n.Content); i += 2 {
			key := n.Content[i]
			if o.has(key.Value) {
				return nil, fmt.Errorf("line %d: %s stands twice", key.Line, key.Value)
			}
			v, err := fromYAML(n.Content[i+1])
			if err != nil {
				return nil, err
			}
			o = append(o, member{key.Value, v})
		}
		return o, nil
	case yaml.SequenceNode:
		list := make([]any, 0, len(n.Content))
		for _, item := range n.Content {
			v, err := fromYAML(item)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		return list, nil
	}
	switch n.Tag {
	case "!!str":
		return n.Value, nil
	case "!!int", "!!float":
		return json.Number(n.Value), nil
	case "!!bool":
		return n.Value == "true", nil
	case "!!null":
		return nil, nil
	}
	return nil, fmt.Errorf("line %d: %s is not used in the document", n.Line, n.Tag)
}
