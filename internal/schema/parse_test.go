package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/fault"
)

func TestGeneric(t *testing.T) {
	for _, raw := range []string{"", " ", "null", "{}", "{ }", `"{}"`, `"null"`, `""`, `" {} "`} {
		f, err := Parse(json.RawMessage(raw))
		if f != nil || err != nil {
			t.Errorf("Parse(%q) = %v, %v", raw, f, err)
		}
	}
}

// with puts a schema in the place of the property a.
func with(schema string) string { return `{"type":"object","properties":{"a":` + schema + `}}` }

func nested(levels int, open, inner, end string) string {
	return strings.Repeat(open, levels) + inner + strings.Repeat(end, levels)
}

func doubling(n int) string {
	var b strings.Builder
	b.WriteString(`{"type":"object","properties":{"a":{"$ref":"#/$defs/d0"}},"$defs":{`)
	for i := range n {
		fmt.Fprintf(&b, `"d%d":{"type":"object","properties":{"x":{"$ref":"#/$defs/d%d"},"y":{"$ref":"#/$defs/d%d"}}},`, i, i+1, i+1)
	}
	fmt.Fprintf(&b, `"d%d":{"type":"string"}}}`, n)
	return b.String()
}

func many(n int, format string) string {
	var parts []string
	for i := range n {
		parts = append(parts, fmt.Sprintf(format, i))
	}
	return strings.Join(parts, ",")
}

// TestRefused holds every fault of a schema to the place it is told at. Fault 37.
func TestRefused(t *testing.T) {
	for _, tt := range []struct{ name, schema, pointer string }{
		{"NotJSON", `"{"`, "#"},
		{"Text", `"invoice number"`, "#"},
		{"Trailing", `"{} {}"`, "#"},
		{"Number", `7`, "#"},
		{"List", `[]`, "#"},
		{"True", `true`, "#"},
		{"RootArray", `{"type":"array","items":{"not":{}}}`, "#"},
		{"RootString", `{"type":"string"}`, "#"},
		{"RootWithoutType", `{"description":"all"}`, "#"},
		{"RootChoice", `{"anyOf":[{"type":"string"},{"type":"object"}]}`, "#"},
		{"RootTypeList", `{"type":["string","null"]}`, "#"},
		{"RootUnknownType", `{"type":"record"}`, "#/type"},
		{"UnknownType", with(`{"type":"money"}`), "#/properties/a/type"},
		{"UnknownTypeInList", with(`{"type":["string","money"]}`), "#/properties/a/type/1"},
		{"TypeNumber", with(`{"type":1}`), "#/properties/a/type"},
		{"EmptyTypeList", with(`{"type":[]}`), "#/properties/a/type"},
		{"Not", with(`{"not":{}}`), "#/properties/a/not"},
		{"If", with(`{"type":"string","if":{}}`), "#/properties/a/if"},
		{"Then", with(`{"then":{}}`), "#/properties/a/then"},
		{"Else", with(`{"else":{}}`), "#/properties/a/else"},
		{"PatternProperties", with(`{"patternProperties":{}}`), "#/properties/a/patternProperties"},
		{"DependentSchemas", with(`{"dependentSchemas":{}}`), "#/properties/a/dependentSchemas"},
		{"PrefixItems", with(`{"prefixItems":[]}`), "#/properties/a/prefixItems"},
		{"ItemsList", with(`{"items":[{}]}`), "#/properties/a/items"},
		{"ItemsTrue", with(`{"items":true}`), "#/properties/a/items"},
		{"BooleanSchema", with(`true`), "#/properties/a"},
		{"BooleanChoice", with(`{"anyOf":[{"type":"string"},false]}`), "#/properties/a/anyOf/1"},
		{"TextSchema", with(`"string"`), "#/properties/a"},
		{"EmptyEnum", with(`{"enum":[]}`), "#/properties/a/enum"},
		{"EmptyChoices", with(`{"oneOf":[]}`), "#/properties/a/oneOf"},
		{"Pattern", with(`{"pattern":"("}`), "#/properties/a/pattern"},
		{"LookAhead", with(`{"pattern":"(?=a)b"}`), "#/properties/a/pattern"},
		{"BackReference", with(`{"pattern":"(a)\\1"}`), "#/properties/a/pattern"},
		{"HugePattern", with(`{"pattern":"` + strings.Repeat("a", 5000) + `"}`), "#/properties/a/pattern"},
		{"RepeatedPattern", with(`{"pattern":"((a{30}){30}){30}"}`), "#/properties/a/pattern"},
		{"WidePattern", with(`{"pattern":"` + strings.Repeat("[a-z]{1000}", 300) + `"}`), "#/properties/a/pattern"},
		{"ManyPatterns", `{"properties":{` + many(100, `"p%d":{"pattern":"(abc){1000}"}`) + `}}`, "#/properties/p33/pattern"},
		{"Properties", `{"properties":[]}`, "#/properties"},
		{"Required", with(`{"required":true}`), "#/properties/a/required"},
		{"RequiredNumber", `{"properties":{},"required":[1]}`, "#/required"},
		{"Minimum", with(`{"minimum":"3"}`), "#/properties/a/minimum"},
		{"MultipleOf", with(`{"multipleOf":0}`), "#/properties/a/multipleOf"},
		{"MinLength", with(`{"minLength":-1}`), "#/properties/a/minLength"},
		{"Description", with(`{"description":{}}`), "#/properties/a/description"},
		{"LargeNumber", with(`{"minimum":1e1000000}`), "#/properties/a/minimum"},
		{"SmallNumber", with(`{"minimum":1e-1000000}`), "#/properties/a/minimum"},
		{"LongNumber", with(`{"enum":[` + strings.Repeat("7", 500) + `]}`), "#/properties/a/enum/0"},
		{"RefToRoot", `{"$ref":"#"}`, "#/$ref"},
		{"RefFile", with(`{"$ref":"file:///etc/passwd"}`), "#/properties/a/$ref"},
		{"RefHTTP", with(`{"$ref":"http://localhost/s.json#/$defs/a"}`), "#/properties/a/$ref"},
		{"RefUnresolved", with(`{"$ref":"#/$defs/b"}`), "#/properties/a/$ref"},
		{"RefNotString", with(`{"$ref":{}}`), "#/properties/a/$ref"},
		{"RefNoSchema", `{"properties":{"a":{"$ref":"#/$defs/b/properties"}},"$defs":{"b":{"properties":{"c":{}}}}}`, "#/properties/a/$ref"},
		{"Circle", `{"properties":{"a":{"$ref":"#/$defs/b"}},"$defs":{"b":{"properties":{"c":{"$ref":"#/$defs/b"}}}}}`, "#/$defs/b/properties/c/$ref"},
		{"CircleOfTwo", `{"properties":{"a":{"$ref":"#/$defs/b"}},"$defs":{"b":{"items":{"$ref":"#/$defs/c"}},"c":{"items":{"$ref":"#/$defs/b"}}}}`, "#/$defs/b/items/$ref"},
		{"CircleOfItself", `{"properties":{"a":{}},"$defs":{"b":{"$ref":"#/$defs/b"}}}`, "#/$defs/b/$ref"},
		{"FirstOfSeveral", `{"properties":{"a":{"type":"x"}},"not":{},"type":"y"}`, "#/properties/a/type"},
		{"KeyOrder", `{"type":"object","not":{},"properties":{"a":{"type":"x"}}}`, "#/not"},
		{"BeforeTheCircle", `{"properties":{"a":{"$ref":"#/$defs/b"},"z":{"enum":[]}},"$defs":{"b":{"$ref":"#/$defs/b"}}}`, "#/properties/z/enum"},
		{"Doubling", doubling(40), "#/properties/a/$ref"},
		{"DoublingFlat", `{"properties":{` + many(5, `"p%d":{"$ref":"#/$defs/d"}`) + `},"$defs":{"d":{"properties":{` + many(4995, `"p%d":{}`) + `}}}}`, "#"},
		{"DeepItems", with(nested(16, `{"items":`, `{}`, `}`)), "#/properties/a" + strings.Repeat("/items", 15)},
		{"DeepProperties", nested(40, `{"properties":{"a":`, `{}`, `}}`), "#" + strings.Repeat("/properties/a", 16)},
		{"DeepJSON", with(`{"default":` + nested(70, "[", "", "]") + `}`), "#/properties/a/default" + strings.Repeat("/0", 61)},
		{"VeryDeep", nested(50_000, `{"items":`, `{}`, `}`), "#" + strings.Repeat("/items", 16)},
		{"DeepRefs", `{"properties":{"a":{"$ref":"#/$defs/b"}},"$defs":{"b":` + nested(15, `{"items":`, `{}`, `}`) + `}}`, "#/properties/a/$ref"},
		{"Escaped", `{"properties":{"a/b~c":{"type":"x"}}}`, "#/properties/a~1b~0c/type"},
		{"ManyProperties", `{"properties":{` + many(5001, `"p%d":{}`) + `}}`, "#/properties/p5000"},
		{"ManyValues", `{"properties":{"a":{"enum":["x"]},"b":{"enum":[` + many(10_000, `%d`) + `]}}}`, "#/properties/b/enum"},
		{"Large", with(`{"description":"` + strings.Repeat("x", 600<<10) + `"}`), "#"},
		{"LongNames", nested(14, `{"properties":{"`+strings.Repeat("n", 30_000)+`":`, `{"properties":{`+many(900, `"p%d":{}`)+`}}`, `}}`), "#"},
		{"TypesContradict", with(`{"allOf":[{"type":"object"},{"type":"string"}]}`), "#/properties/a/allOf/1"},
		{"EnumsContradict", with(`{"allOf":[{"enum":["a"]},{"enum":["b"]}]}`), "#/properties/a/allOf/1"},
		{"PatternsContradict", with(`{"allOf":[{"pattern":"a"}],"pattern":"b"}`), "#/properties/a"},
		{"TwoChoices", with(`{"anyOf":[{"type":"string"},{"type":"number"}],"oneOf":[{"minimum":1},{"minLength":2}]}`), "#/properties/a/oneOf"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f, err := Parse(json.RawMessage(tt.schema))
			var e *fault.Error
			if f != nil || !errors.As(err, &e) {
				t.Fatalf("got %v, %v", f, err)
			}
			if e.Name != fault.InvalidSchema || e.Code != 422 || e.Type != "schema_validation_error" || e.Retriable {
				t.Errorf("got %+v", e)
			}
			if e.Pointer != tt.pointer {
				t.Errorf("pointer %.300s, want %s", e.Pointer, tt.pointer)
			}
			if !strings.HasPrefix(e.Message, "invalid schema at "+e.Pointer+": ") {
				t.Errorf("message %.300s", e.Message)
			}
		})
	}
}

// At the bounds themselves nothing is refused.
func TestBounds(t *testing.T) {
	for _, tt := range []struct{ name, schema string }{
		{"Depth", with(nested(14, `{"items":`, `{}`, `}`))},
		{"DeepProperties", nested(15, `{"properties":{"a":`, `{"type":"string"}`, `}}`)},
		{"Properties", `{"properties":{` + many(5000, `"p%d":{}`) + `}}`},
		{"Values", `{"properties":{"a":{"enum":[` + many(10_000, `%d`) + `]}}}`},
		{"Doubling", doubling(10)},
		{"ManyParts", `{"allOf":[` + many(4900, `{"properties":{"p%d":{}}}`) + `]}`},
		{"LongEnumOften", `{"properties":{` + many(4900, `"p%d":{"$ref":"#/$defs/e","enum":["v1"]}`) + `},"$defs":{"e":{"enum":[` + many(5000, `"v%d"`) + `]}}}`},
		{"Chain", `{"properties":{"a":{"$ref":"#/$defs/d0"}},"$defs":{` + many(5000, `"d%[1]d":{"$ref":"#/$defs/e%[1]d"},"e%[1]d":{}`) + `}}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := Parse(json.RawMessage(tt.schema)); err != nil {
				t.Error(err)
			}
		})
	}
}
