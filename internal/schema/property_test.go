package schema

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/fault"
)

// anySchema makes schemas out of every keyword there is, most of them good, some of them wrong.
func anySchema(depth int) *rapid.Generator[map[string]any] {
	return rapid.Custom(func(t *rapid.T) map[string]any {
		inner := func() any {
			if depth == 0 {
				return map[string]any{"type": "string"}
			}
			return anySchema(depth-1).Draw(t, "schema")
		}
		out := map[string]any{}
		for range rapid.IntRange(0, 4).Draw(t, "keywords") {
			key := rapid.SampledFrom([]string{
				"type", "properties", "required", "items", "enum", "const", "title", "description", "format", "pattern", "minimum",
				"exclusiveMaximum", "multipleOf", "minLength", "maxItems", "uniqueItems", "anyOf", "oneOf", "allOf", "$ref", "nullable",
				"additionalProperties", "default", "examples", "not", "$defs", "other",
			}).Draw(t, "key")
			switch key {
			case "type":
				out[key] = rapid.SampledFrom([]any{"object", "array", "string", "number", "integer", "boolean", "null", []any{"string", "null"},
					[]any{"integer", "string"}, "money"}).Draw(t, "type")
			case "properties", "$defs":
				members := map[string]any{}
				for range rapid.IntRange(0, 3).Draw(t, "members") {
					members[rapid.SampledFrom([]string{"a", "b", "c/d", "~e", ""}).Draw(t, "name")] = inner()
				}
				out[key] = members
			case "required":
				out[key] = []any{"a", "b"}
			case "items", "additionalProperties":
				out[key] = inner()
			case "anyOf", "oneOf", "allOf":
				out[key] = []any{inner(), inner()}
			case "$ref":
				out[key] = rapid.SampledFrom([]string{"#/$defs/a", "#/$defs/b", "#/$defs/c~1d", "#", "#/$defs/b/items", "#/$defs/a/anyOf/0"}).Draw(t, "ref")
			case "enum":
				out[key] = rapid.SliceOfN(rapid.SampledFrom([]any{"a", 1, 2.5, true, nil, []any{1}}), 0, 3).Draw(t, "enum")
			case "title", "description", "format", "pattern":
				out[key] = rapid.StringN(0, 5, 20).Draw(t, "text")
			case "minimum", "exclusiveMaximum", "multipleOf", "minLength", "maxItems":
				out[key] = rapid.IntRange(-1, 5).Draw(t, "number")
			case "uniqueItems", "nullable":
				out[key] = rapid.Bool().Draw(t, "bool")
			default:
				out[key] = rapid.SampledFrom([]any{"a", 1, nil, map[string]any{"a": 1}}).Draw(t, "value")
			}
		}
		return out
	})
}

// rooted is a schema whose outermost part is an object, with definitions that may be referred to.
func rooted(t *rapid.T) map[string]any {
	root := anySchema(3).Draw(t, "root")
	root["type"] = "object"
	root["$defs"] = map[string]any{"a": anySchema(1).Draw(t, "a"), "b": anySchema(1).Draw(t, "b"), "c/d": anySchema(0).Draw(t, "c")}
	return root
}

func TestGenerated(t *testing.T) {
	for range 10 { // of a hundred each
		rapid.Check(t, func(t *rapid.T) {
			raw, err := json.Marshal(rooted(t))
			if err != nil {
				t.Fatal(err)
			}
			holds(t, raw)
		})
	}
}

// holds checks what is true of every schema: it is refused by name at a place that is there, or all of its fields are
// declared at places that are there.
func holds(t interface{ Fatalf(string, ...any) }, raw []byte) {
	f, err := Parse(raw)
	var tree any
	if text := strings.Trim(string(raw), blanks); err == nil && text != "" && json.Unmarshal(raw, &tree) != nil {
		t.Fatalf("%s was taken and is not JSON", raw)
	}
	if _, quoted := tree.(string); quoted {
		tree = nil
	}
	if err != nil {
		var e *fault.Error
		if !errors.As(err, &e) || e.Name != fault.InvalidSchema || !strings.HasPrefix(e.Pointer, "#") {
			t.Fatalf("%s: %v", raw, err)
		}
		if json.Unmarshal(raw, &tree) == nil && strings.HasPrefix(string(raw), "{") && !resolvable(tree, e.Pointer) {
			t.Fatalf("%s: refused at %s, which is not there", raw, e.Pointer)
		}
		return
	}
	var walk func(f *Field)
	walk = func(f *Field) {
		if tree != nil && !resolvable(tree, f.Pointer) {
			t.Fatalf("%s: no %s", raw, f.Pointer)
		}
		for _, v := range []any{nil, "x", true, json.Number("1"), []any{nil}, map[string]any{"a": nil}} {
			f.Accepts(v)
		}
		for _, in := range append(append(f.Properties, f.Choices...), f.Items, f.Extra) {
			if in != nil {
				walk(in)
			}
		}
	}
	if f != nil {
		walk(f)
		if f.Kind != Object || f.Leaves() < 1 {
			t.Fatalf("%s: %s with %d leaves", raw, f.Kind, f.Leaves())
		}
	}
}

func resolvable(tree any, pointer string) bool {
	for _, token := range strings.Split(pointer, "/")[1:] {
		token = strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
		switch in := tree.(type) {
		case map[string]any:
			v, ok := in[token]
			if !ok {
				return false
			}
			tree = v
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i >= len(in) {
				return false
			}
			tree = in[i]
		default:
			return false
		}
	}
	return true
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{`{}`, `null`, `"{}"`, `{"$ref":"#"}`, with(`{"type":["string","null"],"pattern":"a{2,}"}`), doubling(12), doubling(30),
		with(`{"minimum":1e1000000}`), `{"allOf":[{"properties":{"a":{}}},{"required":["a"]}],"$defs":{"x":{"$ref":"#/$defs/x"}}}`,
		`{"properties":{"a":{"enum":[1,"b",null]},"b":{"anyOf":[{"const":1},{"type":"null"}]}}}`, nested(40, `{"items":`, `{}`, `}`)} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) { holds(t, raw) })
}
