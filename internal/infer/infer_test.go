package infer

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestDecode(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"Plain", ` {"a":1} `, `{"a":1}`},
		{"Fence", "```json\n{\"a\":[1]}\n```", `{"a":[1]}`},
		{"Words", "I read [it] so:\n\n  {\"a\":1}\nGood luck {you}!", `{"a":1}`},
		{"Behind", `Yes: {"a":{"b":[]}} indeed`, `{"a":{"b":[]}}`},
		{"Cut", `{"a":[{"b":1},{"b"`, ""},
		{"CutLines", "{\n  \"a\": [\n    {\"b\": 1},\n    {\"b\"", ""},
		{"Prose", "There is none.", ""},
		{"Empty", "", ""},
		{"Two", `{"a":1}{"b":2}`, `{"a":1}`},
		{"Brackets", strings.Repeat("[", 1000), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			v, err := decode(c.text)
			got := ""
			if err == nil {
				b, _ := json.Marshal(v)
				got = string(b)
			}
			if got != c.want {
				t.Errorf("got %s, %v", got, err)
			}
		})
	}
}

func TestWait(t *testing.T) {
	header := func(k, v string) http.Header { return http.Header{k: {v}} }
	for _, c := range []struct {
		name   string
		header http.Header
		body   string
		want   time.Duration
	}{
		{"Seconds", header("Retry-After", "3"), "", 3 * time.Second},
		{"Milliseconds", header("Retry-After-Ms", "250"), "", 250 * time.Millisecond},
		{"Past", header("Retry-After", "Mon, 02 Jan 2006 15:04:05 GMT"), "", 0},
		{"Nonsense", header("Retry-After", "soon"), "", 0},
		{"Negative", header("Retry-After", "-1"), "", 0},
		{"Endless", header("Retry-After", "1e300"), "", 0},
		{"Google", nil, `{"error":{"details":[{"@type":"x"},{"retryDelay":"41s"}]}}`, 41 * time.Second},
		{"None", nil, "<html>", 0},
	} {
		if got := wait(c.header, []byte(c.body)); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestSchema(t *testing.T) {
	s := &Shape{Type: "object", Description: `a "b" <c>`, Properties: []Property{
		{Name: "z", Optional: true, Shape: &Shape{Type: "string", Enum: []any{"x"}}},
		{Name: "a b", Shape: &Shape{AnyOf: []*Shape{{Type: "integer"}}, Nullable: true}},
	}}
	want := `{"type":"object","description":"a \"b\" <c>","properties":{` +
		`"z":{"type":["string","null"],"enum":["x",null]},` +
		`"a_b_1":{"anyOf":[{"type":"integer"},{"type":"null"}],"description":"\"a b\"."}},` +
		`"required":["z","a_b_1"],"additionalProperties":false}`
	if diff := cmp.Diff(want, string(s.Common().Schema())); diff != "" {
		t.Error(diff)
	}
}

// Whatever is asked for, an answer in common form comes back as the value it stands for.
func TestRestoreUndoesCommon(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := shapes(3).Draw(t, "shape")
		if !json.Valid(s.Common().Schema()) {
			t.Fatalf("no JSON: %s", s.Common().Schema())
		}
		value := drawValue(t, s)
		var r restorer
		got := r.value(s, packed(s, value), "")
		if diff := cmp.Diff(value, got); diff != "" || len(r.mistakes) > 0 {
			t.Fatalf("%v %s", r.mistakes, diff)
		}
	})
}

// No answer makes it panic, and what it lets pass is of the shape.
func TestRestoreTakesAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, other := shapes(3).Draw(t, "shape"), shapes(3).Draw(t, "other")
		var r restorer
		got := r.value(s, packed(other, drawValue(t, other)), "")
		if len(r.mistakes) > 0 {
			return
		}
		var again restorer
		if again.value(s, packed(s, got), ""); len(again.mistakes) > 0 {
			t.Fatalf("let %v pass: %v", got, again.mistakes)
		}
	})
}

func shapes(depth int) *rapid.Generator[*Shape] {
	return rapid.Custom(func(t *rapid.T) *Shape {
		types := []string{"string", "number", "boolean"}
		if depth > 0 {
			types = append(types, "object", "array")
		}
		s := &Shape{Type: rapid.SampledFrom(types).Draw(t, "type"), Nullable: rapid.Bool().Draw(t, "nullable")}
		switch s.Type {
		case "array":
			s.Items = shapes(depth-1).Draw(t, "items")
		case "object":
			for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b_1", "ä", "ö", "_1", "b 1", rest, "$", strings.Repeat("x", 70)}), 0, 4, rapid.ID).Draw(t, "names") {
				s.Properties = append(s.Properties, Property{name, rapid.Bool().Draw(t, "optional"), shapes(depth-1).Draw(t, "property")})
			}
			if rapid.Bool().Draw(t, "open") {
				s.Entries = shapes(0).Draw(t, "entries")
			}
		}
		return s
	})
}

func drawValue(t *rapid.T, s *Shape) any {
	if s.Nullable && rapid.Bool().Draw(t, "null") {
		return nil
	}
	switch s.Type {
	case "string":
		return rapid.String().Draw(t, "text")
	case "number":
		return json.Number(strconv.Itoa(rapid.Int().Draw(t, "number")))
	case "boolean":
		return rapid.Bool().Draw(t, "boolean")
	case "array":
		out := make([]any, rapid.IntRange(0, 3).Draw(t, "length"))
		for i := range out {
			out[i] = drawValue(t, s.Items)
		}
		return out
	}
	out := map[string]any{}
	for _, p := range s.Properties {
		if p.Optional && !p.Shape.Nullable && rapid.Bool().Draw(t, "absent") {
			continue
		}
		out[p.Name] = drawValue(t, p.Shape)
	}
	if e := s.free(); e != nil {
		for _, name := range rapid.SliceOfDistinct(rapid.SampledFrom([]string{"k", "l m"}), rapid.ID).Draw(t, "entries") {
			out[name] = drawValue(t, e)
		}
	}
	return out
}

// packed is a value as a model would write it.
func packed(s *Shape, v any) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = packed(s.Items, v[i])
		}
		return out
	case map[string]any:
		names := safeNames(s.Properties)
		out, left := map[string]any{}, map[string]any{}
		for k, m := range v {
			left[k] = m
		}
		for i, p := range s.Properties {
			out[names[i]] = nil
			if m, ok := v[p.Name]; ok {
				out[names[i]] = packed(p.Shape, m)
			}
			delete(left, p.Name)
		}
		if e := s.free(); e != nil {
			list := []any{}
			for k, m := range left {
				list = append(list, map[string]any{"name": k, "value": packed(e, m)})
			}
			out[restName(names)] = list
		}
		return out
	}
	return v
}
