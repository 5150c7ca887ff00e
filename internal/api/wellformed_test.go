package api

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// allowed are the keys of the objects around schemas.
var allowed = map[string][]string{
	"operation": strings.Fields("operationId tags summary description deprecated x-scope security parameters requestBody responses"),
	"parameter": strings.Fields("$ref name in required description schema"),
	"body":      strings.Fields("required content"),
	"response":  strings.Fields("$ref description headers content"),
	"media":     strings.Fields("schema examples example"),
	"header":    strings.Fields("$ref description schema"),
	"tag":       strings.Fields("name description"),
}

func TestOperationsAreWellFormed(t *testing.T) {
	doc := document()
	c := rules()
	keys := func(kind, at string, v any) {
		for _, m := range v.(object) {
			if !slices.Contains(allowed[kind], m.key) {
				t.Errorf("%s: %s is no key of a %s", at, m.key, kind)
			}
		}
	}
	for _, v := range doc.list("tags") {
		keys("tag", "tags", v)
	}
	for kind, group := range map[string]string{"parameter": "parameters", "response": "responses", "header": "headers"} {
		for _, m := range doc.object("components").object(group) {
			keys(kind, m.key, m.value)
		}
	}
	var tags []string
	for _, v := range doc.list("tags") {
		tags = append(tags, v.(object).text("name"))
	}
	ids := map[string]bool{}
	status := regexp.MustCompile(`^[1-5]\d\d$`)
	placeholder := regexp.MustCompile(`{([a-z_]+)}`)
	for _, path := range doc.object("paths") {
		item := path.value.(object)
		for _, m := range item {
			if m.key != "parameters" && !slices.Contains(methods, m.key) {
				t.Errorf("%s: %s is no method", path.key, m.key)
			}
		}
		for _, method := range methods {
			op := item.object(method)
			if op == nil {
				continue
			}
			id := op.text("operationId")
			keys("operation", id, op)
			for _, v := range append(slices.Clone(item.list("parameters")), op.list("parameters")...) {
				keys("parameter", id, v)
			}
			if body := op.object("requestBody"); body != nil {
				keys("body", id, body)
			}
			if id == "" || ids[id] {
				t.Errorf("%s %s: operationId %q is empty or taken", method, path.key, id)
			}
			ids[id] = true
			if op.text("summary") == "" || len(op.list("tags")) != 1 || !slices.Contains(tags, op.list("tags")[0].(string)) {
				t.Errorf("%s: summary or tag is missing", id)
			}
			var inPath, want []string
			for _, p := range c.params[id] {
				if !slices.Contains([]string{"query", "path", "header"}, p.in) || p.name == "" {
					t.Errorf("%s: parameter %+v", id, p)
				}
				if p.in == "path" {
					inPath = append(inPath, p.name)
					if !p.required {
						t.Errorf("%s: path parameter %s is not required", id, p.name)
					}
				}
			}
			for _, match := range placeholder.FindAllStringSubmatch(path.key, -1) {
				want = append(want, match[1])
			}
			if diff := cmp.Diff(want, inPath); diff != "" {
				t.Errorf("%s: path parameters %s", id, diff)
			}
			success := false
			for _, r := range op.object("responses") {
				response := c.resolve(r.value.(object))
				keys("response", id, r.value)
				success = success || r.key[0] == '2'
				if !status.MatchString(r.key) || response.text("description") == "" {
					t.Errorf("%s: response %s", id, r.key)
				}
				for _, media := range response.object("content") {
					keys("media", id, media.value)
					if !media.value.(object).has("schema") {
						t.Errorf("%s: response %s has no schema", id, r.key)
					}
				}
			}
			if !success {
				t.Errorf("%s never succeeds", id)
			}
		}
	}
}

// keywords are all schema keywords the document may use; the walk knows every one that constrains a value.
var keywords = strings.Fields(`$ref type properties required additionalProperties items minItems maxItems maxProperties minLength
	maxLength pattern format minimum maximum exclusiveMinimum enum const default anyOf oneOf discriminator title
	description examples deprecated readOnly contentMediaType x-branch x-error x-aliases x-rule x-strict x-unchecked
	x-max-bytes x-drop-duplicates x-drop-unknown x-absent x-cut x-empty x-coerce x-tag x-infer x-required-with`)

func TestSchemasAreWellFormed(t *testing.T) {
	var check func(at string, o object)
	check = func(at string, o object) {
		for _, m := range o {
			if !slices.Contains(keywords, m.key) {
				t.Errorf("%s: keyword %s", at, m.key)
			}
		}
		props := o.object("properties")
		for _, name := range o.list("required") {
			if !props.has(name.(string)) {
				t.Errorf("%s: required %s is no property", at, name)
			}
		}
		if list := o.list("enum"); list != nil && o.has("default") && !slices.Contains(list, o.get("default")) {
			t.Errorf("%s: default is not allowed", at)
		}
		if d := o.object("discriminator"); d != nil {
			for _, m := range d.object("mapping") {
				target := rules().resolve(object{{"$ref", m.value}})
				if word := target.object("properties").object(d.text("propertyName")).text("const"); word != m.key {
					t.Errorf("%s: %s maps to a schema of %q", at, m.key, word)
				}
			}
		}
		for _, m := range props {
			check(at+"/"+m.key, m.value.(object))
		}
		for _, key := range []string{"items", "additionalProperties"} {
			if sub, ok := o.get(key).(object); ok {
				check(at+"/"+key, sub)
			}
		}
		named := 0
		branches := append(slices.Clone(o.list("anyOf")), o.list("oneOf")...)
		for _, v := range branches {
			if v.(object).has("x-branch") {
				named++
			}
			check(at+"/|", v.(object))
		}
		if n := len(rules().compile(o).branches); n != named && o.has("anyOf") && !o.has("x-tag") {
			t.Errorf("%s: %d of %d branches have a name", at, named, n)
		}
	}
	for _, m := range checked().object("components").object("schemas") {
		check(m.key, m.value.(object))
	}
}
