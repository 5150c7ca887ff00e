package config

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// Key describes one setting for the generated page.
type Key struct {
	Name    string // dotted; <id> and [] stand for ids and places in a list
	Section bool   // a heading rather than a value
	Env     string // environment form
	Alias   string // second environment form
	Type    string
	Allowed []string
	Default string // how the default is written in the file
	Derived string // where the default comes from, when it is no fixed value
	Doc     string
}

// Keys lists all settings in the order of the struct, each section before its own keys.
func Keys() []Key {
	var defaults Config
	v := reflect.ValueOf(&defaults).Elem()
	(&loader{}).defaults(v)
	return appendKeys(nil, v, "")
}

func appendKeys(keys []Key, v reflect.Value, prefix string) []Key {
	for i := range v.NumField() {
		f, ok := describe(v.Type().Field(i))
		if !ok {
			continue
		}
		value := v.Field(i)
		inner, suffix := nested(value)
		key := Key{Name: join(prefix, f.key), Alias: f.alias, Allowed: f.enum, Derived: f.derived, Doc: f.doc, Section: inner.IsValid()}
		key.Env = envForm(key.Name)
		if !key.Section {
			key.Type, key.Default = typeName(value.Type(), f), showValue(value, f)
		}
		keys = append(keys, key)
		if inner.IsValid() {
			keys = appendKeys(keys, inner, key.Name+suffix)
		}
	}
	return keys
}

// nested returns the struct below a section, a map of sections or a list of them, with what stands between the
// names.
func nested(v reflect.Value) (inner reflect.Value, suffix string) {
	switch {
	case v.Kind() == reflect.Struct:
		return v, ""
	case v.Kind() == reflect.Map && v.Type().Elem().Kind() == reflect.Struct:
		suffix = ".<id>"
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Struct:
		suffix = "[]"
	default:
		return reflect.Value{}, ""
	}
	inner = reflect.New(v.Type().Elem()).Elem()
	(&loader{}).defaults(inner)
	return inner, suffix
}

// envForm is empty for the keys of a list entry, which only the whole list can set.
func envForm(name string) string {
	if strings.Contains(name, "[]") {
		return ""
	}
	before, after, found := strings.Cut(name, "<id>")
	if !found {
		return envName(name)
	}
	return envName(before) + "<ID>" + strings.TrimPrefix(envName(after), envPrefix)
}

func typeName(t reflect.Type, f field) string {
	switch {
	case t == durationType:
		return "duration"
	case f.bytes:
		return "size"
	case t.Kind() == reflect.Pointer:
		return typeName(t.Elem(), f)
	case t.Kind() == reflect.Slice:
		return "list of " + typeName(t.Elem(), f) + "s"
	case t.Kind() == reflect.Map:
		return "mapping"
	case t.Kind() == reflect.Bool:
		return "true or false"
	case t.Kind() == reflect.Float64:
		return "number"
	case t.Kind() == reflect.String:
		return "string"
	}
	return "integer"
}

// showValue writes a default the way the file would have it; empty means that nothing is set.
func showValue(v reflect.Value, f field) string {
	switch {
	case f.derived != "" || v.Kind() == reflect.Pointer || f.text == "" && v.IsZero():
		return ""
	case v.Type() == durationType:
		return showDuration(time.Duration(v.Int()))
	case f.bytes:
		return showSize(v.Int())
	case v.Kind() == reflect.Slice, v.Kind() == reflect.Map:
		return f.text
	}
	return fmt.Sprint(v.Interface())
}

func showDuration(d time.Duration) string {
	for _, unit := range []struct {
		d    time.Duration
		name string
	}{{24 * time.Hour, "d"}, {time.Hour, "h"}, {time.Minute, "m"}, {time.Second, "s"}} {
		if d >= 2*unit.d && d%unit.d == 0 || d == unit.d && unit.name != "d" {
			return strconv.FormatInt(int64(d/unit.d), 10) + unit.name
		}
	}
	if d == 0 {
		return "off"
	}
	return d.String()
}

func showSize(n int64) string {
	units := []string{"", "KiB", "MiB", "GiB", "TiB"}
	i := 0
	for ; n%1024 == 0 && n > 0 && i+1 < len(units); i++ {
		n /= 1024
	}
	return strconv.FormatInt(n, 10) + units[i]
}
