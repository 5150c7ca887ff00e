package config

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

const envPrefix = "OCTAVO_"

// ofCommands are variables that stand for flags of the command line and are no settings themselves.
var ofCommands = []string{envPrefix + "CONFIG", envPrefix + "SERVER", envPrefix + "API_KEY"}

// envName is the environment form of a key: a.b_c becomes OCTAVO_A_B_C.
func envName(key string) string {
	return envPrefix + strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
			return r
		}
		return '_'
	}, key)
}

// readEnv lays the environment over what the file said. A section can be given whole, as a YAML mapping, and
// its single keys win over that.
func (l *loader) readEnv(environ []string, v reflect.Value) {
	env := map[string]string{}
	for _, entry := range environ {
		if name, value, ok := strings.Cut(entry, "="); ok && value != "" {
			env[name] = value
		}
	}
	used := map[string]bool{}
	l.envStruct(env, used, v, "")
	var unknown []string
	for name := range env {
		if strings.HasPrefix(name, envPrefix) && !used[name] && !slices.Contains(ofCommands, name) {
			unknown = append(unknown, name)
		}
	}
	slices.Sort(unknown)
	// Not an error: orchestrators inject variables such as OCTAVO_SERVICE_HOST by themselves.
	for _, name := range unknown {
		l.warn("%s names no setting and is ignored", name)
	}
}

func (l *loader) envStruct(env map[string]string, used map[string]bool, v reflect.Value, key string) {
	for i := range v.NumField() {
		f, ok := describe(v.Type().Field(i))
		if !ok {
			continue
		}
		full := join(key, f.key)
		for _, name := range []string{f.alias, envName(full)} {
			if text, ok := env[name]; ok {
				used[name] = true
				l.origins[full] = name
				l.decode(envNode(text, v.Field(i).Type()), v.Field(i), full, f, func(*yaml.Node) string { return name })
			}
		}
		switch inner := v.Field(i); {
		case inner.Kind() == reflect.Struct:
			l.envStruct(env, used, inner, full)
		case inner.Kind() == reflect.Map && inner.Type().Elem().Kind() == reflect.Struct:
			l.envMap(env, used, inner, full)
		}
	}
}

// envMap reads variables such as OCTAVO_ORGS_ACME_MAX_CONCURRENCY. The part in the middle means the id of the
// file that looks the same in capitals, or else its lower-case form.
func (l *loader) envMap(env map[string]string, used map[string]bool, v reflect.Value, key string) {
	ids := map[string]string{}
	for _, k := range v.MapKeys() {
		ids[envName(join(key, k.String()))] = k.String()
	}
	for name := range env {
		for _, inner := range keysOf(v.Type().Elem()) {
			stem, ok := strings.CutSuffix(name, strings.TrimPrefix(envName("."+inner), envPrefix))
			if ok && strings.HasPrefix(stem, envName(key)+"_") && ids[stem] == "" {
				ids[stem] = strings.ToLower(strings.TrimPrefix(stem, envName(key)+"_"))
			}
		}
	}
	for _, id := range slices.Sorted(maps.Values(ids)) {
		one := reflect.New(v.Type().Elem()).Elem()
		if old := v.MapIndex(reflect.ValueOf(id)); old.IsValid() {
			one.Set(old)
		} else {
			l.defaults(one)
		}
		l.envStruct(env, used, one, join(key, id))
		v.SetMapIndex(reflect.ValueOf(id), one)
	}
}

// envNode turns a variable's text into the node a file would have held.
func envNode(text string, t reflect.Type) *yaml.Node {
	switch {
	case t.Kind() == reflect.Struct, t.Kind() == reflect.Map,
		t.Kind() == reflect.Slice && strings.HasPrefix(strings.TrimSpace(text), "["):
		return parseText(text)
	}
	return &yaml.Node{Kind: yaml.ScalarNode, Value: strings.TrimSpace(text)}
}
