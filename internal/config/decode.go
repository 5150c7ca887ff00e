package config

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// decode reads one YAML node into v, which holds the default and keeps it wherever the node says nothing.
// at turns a node into the origin that messages show.
func (l *loader) decode(n *yaml.Node, v reflect.Value, key string, f field, at func(*yaml.Node) string) {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n.Kind == yaml.ScalarNode && n.Tag == "!!null" {
		delete(l.origins, key) // null says nothing
		return
	}
	switch {
	case v.Kind() == reflect.Struct:
		l.decodeStruct(n, v, key, at)
	case v.Kind() == reflect.Map:
		l.decodeMap(n, v, key, f, at)
	case v.Kind() == reflect.Slice:
		l.decodeList(n, v, key, f, at)
	case v.Kind() == reflect.Pointer:
		value := reflect.New(v.Type().Elem())
		if l.decodeScalar(n, value.Elem(), key, f) {
			v.Set(value)
		}
	default:
		l.decodeScalar(n, v, key, f)
	}
}

func (l *loader) decodeStruct(n *yaml.Node, v reflect.Value, key string, at func(*yaml.Node) string) {
	if n.Kind != yaml.MappingNode {
		l.wrong(key, "must be a mapping of %s", strings.Join(keysOf(v.Type()), ", "))
		return
	}
	l.entries(n, key, at, func(name string, value *yaml.Node) {
		i := slices.Index(keysOf(v.Type()), name)
		if i < 0 {
			l.wrong(join(key, name), "unknown key; known here: %s", strings.Join(keysOf(v.Type()), ", "))
			return
		}
		f, _ := describe(v.Type().Field(i))
		l.decode(value, v.Field(i), join(key, name), f, at)
	})
}

// entries walks a mapping, noting keys that stand twice.
func (l *loader) entries(n *yaml.Node, key string, at func(*yaml.Node) string, fn func(name string, value *yaml.Node)) {
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		name := n.Content[i].Value
		l.origins[join(key, name)] = at(n.Content[i])
		if seen[name] {
			l.wrong(join(key, name), "is set twice")
			continue
		}
		seen[name] = true
		fn(name, n.Content[i+1])
	}
}

func (l *loader) decodeMap(n *yaml.Node, v reflect.Value, key string, f field, at func(*yaml.Node) string) {
	if n.Kind != yaml.MappingNode {
		l.wrong(key, "must be a mapping")
		return
	}
	out := reflect.MakeMap(v.Type())
	for _, k := range v.MapKeys() {
		out.SetMapIndex(k, v.MapIndex(k))
	}
	l.entries(n, key, at, func(name string, value *yaml.Node) {
		one := reflect.New(v.Type().Elem()).Elem()
		if old := out.MapIndex(reflect.ValueOf(name)); old.IsValid() {
			one.Set(old)
		} else {
			l.defaults(one)
		}
		l.decode(value, one, join(key, name), field{secret: f.secret}, at)
		out.SetMapIndex(reflect.ValueOf(name), one)
	})
	v.Set(out)
}

func (l *loader) decodeList(n *yaml.Node, v reflect.Value, key string, f field, at func(*yaml.Node) string) {
	if n.Kind == yaml.ScalarNode { // one value, or several with commas as environment variables have them
		n = splitList(n)
	}
	if n.Kind != yaml.SequenceNode {
		l.wrong(key, "must be a list")
		return
	}
	out := reflect.MakeSlice(v.Type(), 0, len(n.Content))
	for i, item := range n.Content {
		one := reflect.New(v.Type().Elem()).Elem()
		l.defaults(one)
		l.origins[index(key, i)] = at(item)
		l.decode(item, one, index(key, i), field{enum: f.enum, secret: f.secret}, at)
		out = reflect.Append(out, one)
	}
	v.Set(out)
}

func splitList(n *yaml.Node) *yaml.Node {
	list := &yaml.Node{Kind: yaml.SequenceNode, Line: n.Line}
	for part := range strings.SplitSeq(n.Value, ",") {
		if part = strings.TrimSpace(part); part != "" {
			list.Content = append(list.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: part, Line: n.Line})
		}
	}
	return list
}

// parseText reads one YAML value. Text that is no YAML is taken as a plain string.
func parseText(text string) *yaml.Node {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil || len(doc.Content) != 1 {
		return &yaml.Node{Kind: yaml.ScalarNode, Value: text}
	}
	return doc.Content[0]
}

func index(key string, i int) string { return key + "[" + strconv.Itoa(i) + "]" }

func join(key, name string) string {
	if key == "" {
		return name
	}
	return key + "." + name
}
