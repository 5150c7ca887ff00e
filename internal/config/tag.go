package config

import (
	"reflect"
	"strings"

	"gopkg.in/yaml.v3"
)

// field is what the tags of one struct field say.
type field struct {
	key     string
	text    string // default, in YAML
	bytes   bool
	off     bool
	min     string
	enum    []string
	alias   string
	secret  bool
	derived string
	doc     string
}

func describe(f reflect.StructField) (field, bool) {
	key, ok := f.Tag.Lookup("key")
	if !ok {
		return field{}, false
	}
	d := field{
		key: key, text: f.Tag.Get("default"), derived: f.Tag.Get("derived"), doc: f.Tag.Get("doc"),
		bytes: f.Tag.Get("kind") == "bytes", off: f.Tag.Get("off") == "true",
		min: f.Tag.Get("min"), alias: f.Tag.Get("alias"), secret: f.Tag.Get("secret") == "true",
	}
	if enum := f.Tag.Get("enum"); enum != "" {
		d.enum = strings.Split(enum, ",")
	}
	return d, true
}

// keysOf lists the keys of a section in the order of its fields, which are all described but for private ones
// at the end.
func keysOf(t reflect.Type) []string {
	var keys []string
	for i := range t.NumField() {
		if f, ok := describe(t.Field(i)); ok {
			keys = append(keys, f.key)
		}
	}
	return keys
}

// defaults fills v with what the tags say.
func (l *loader) defaults(v reflect.Value) {
	if v.Kind() != reflect.Struct {
		return
	}
	for i := range v.NumField() {
		f, ok := describe(v.Type().Field(i))
		if !ok {
			continue
		}
		l.defaults(v.Field(i))
		if f.text == "" {
			continue
		}
		scratch := &loader{origins: map[string]string{}}
		scratch.decode(parseText(f.text), v.Field(i), f.key, f, func(*yaml.Node) string { return "default" })
		if err := scratch.err(); err != nil {
			panic("config: " + err.Error())
		}
	}
}
