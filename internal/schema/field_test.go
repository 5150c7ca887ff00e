package schema

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// outline is a field in one line, for tables.
func outline(f *Field) string {
	var b strings.Builder
	b.WriteString(f.Name + ":" + f.Kind.String())
	if f.Nullable {
		b.WriteString("?")
	}
	if f.Required {
		b.WriteString("!")
	}
	if f.Enum != nil {
		fmt.Fprintf(&b, "%v", f.Enum)
	}
	if f.Format != "" {
		b.WriteString("~" + f.Format)
	}
	if f.Description != "" {
		fmt.Fprintf(&b, "%q", f.Description)
	}
	group := func(open string, fields []*Field, end string) {
		var parts []string
		for _, in := range fields {
			parts = append(parts, outline(in))
		}
		if parts != nil {
			b.WriteString(open + strings.Join(parts, " ") + end)
		}
	}
	group("{", f.Properties, "}")
	group("(", f.Choices, ")")
	if f.Items != nil {
		b.WriteString("[" + outline(f.Items) + "]")
	}
	if f.Extra != nil {
		b.WriteString("+" + outline(f.Extra))
	}
	return b.String()
}

func TestFields(t *testing.T) {
	for _, tt := range []struct{ name, schema, want string }{
		{"Order", `{"properties":{"z":{"type":"string"},"a":{"type":"number"},"m":{"type":"integer"}},"required":["m","none"]}`,
			":object{z:string a:number m:integer!}"},
		{"String", `"{\"properties\":{\"a\":{\"type\":\"boolean\"}}}"`, ":object{a:boolean}"},
		{"DuplicateKeys", `{"properties":{"a":{"type":"string"},"b":{},"a":{"type":"number"}}}`, ":object{a:number b:any}"},
		{"TypeList", with(`{"type":["string","null"]}`), ":object{a:string?}"},
		{"SeveralTypes", with(`{"type":["string","number","null"],"description":"x"}`), `:object{a:any?"x"(:string? :number?)}`},
		{"IntegerOrNumber", with(`{"type":["integer","number"]}`), ":object{a:number}"},
		{"Nullable", with(`{"type":"number","nullable":true}`), ":object{a:number?}"},
		{"RootNullable", `{"type":["object","null"],"properties":{}}`, ":object?"},
		{"EnumImplies", with(`{"enum":["x","y",null]}`), ":object{a:string?[x y <nil>]}"},
		{"Const", with(`{"const":5}`), ":object{a:number[5]}"},
		{"ConstAndEnum", with(`{"const":"x","enum":["w","x"]}`), ":object{a:string[x]}"},
		{"ItemsImply", with(`{"items":{"properties":{"b":{"format":"date"}},"required":["b"]}}`), ":object{a:array[:object{b:string!~date}]}"},
		{"Extra", with(`{"type":"object","additionalProperties":{"type":"string"}}`), ":object{a:object+:string}"},
		{"ExtraFalse", `{"properties":{},"additionalProperties":false}`, ":object"},
		{"Optional", with(`{"anyOf":[{"type":"string","format":"date","description":"inner"},{"type":"null"}],"description":"outer"}`),
			`:object{a:string?~date"outer"}`},
		{"Choices", with(`{"oneOf":[{"type":"string"},{"type":"number","nullable":true}]}`), ":object{a:any?(:string :number?)}"},
		{"ChoicesOfOneType", with(`{"anyOf":[{"format":"date"},{"format":"time"}]}`), ":object{a:string(:string~date :string~time)}"},
		{"RequiredChoices", `{"properties":{"a":{},"b":{}},"anyOf":[{"required":["a"]},{"required":["b"]}]}`, ":object{a:any b:any}(:object :object)"},
		{"Ref", `{"properties":{"a":{"$ref":"#/$defs/d"},"b":{"$ref":"#/$defs/d","description":"mine"}},"$defs":{"d":{"type":"string","description":"theirs"}}}`,
			`:object{a:string"theirs" b:string"mine"}`},
		{"RefEscaped", `{"properties":{"a":{"$ref":"#/definitions/x~1y%20z"}},"definitions":{"x/y z":{"type":"integer"}}}`, ":object{a:integer}"},
		{"RefInside", `{"properties":{"a":{"$ref":"#/$defs/d/anyOf/1/properties/k"}},"$defs":{"d":{"anyOf":[{},{"properties":{"k":{"type":"boolean"}}}]}}}`,
			":object{a:boolean}"},
		{"RefRoot", `{"$ref":"#/$defs/r","$defs":{"r":{"properties":{"a":{}},"required":["a"]}}}`, ":object{a:any!}"},
		{"AllOf", `{"allOf":[{"properties":{"a":{"type":"string"},"b":{"type":"number"}}},{"properties":{"c":{},"b":{"description":"later"}},"required":["a"]}]}`,
			`:object{a:string! b:number"later" c:any}`},
		{"AllOfOne", `{"properties":{"a":{"allOf":[{"$ref":"#/$defs/e"}],"description":"x"}},"$defs":{"e":{"enum":["p","q"]}}}`, `:object{a:string[p q]"x"}`},
		{"AllOfEnums", with(`{"allOf":[{"enum":["p","q","r"]},{"enum":["r","q"]}]}`), ":object{a:string[q r]}"},
		{"AllOfNumbers", with(`{"allOf":[{"type":"number"},{"type":"integer"}]}`), ":object{a:integer}"},
		{"Unknown", with(`{"type":"string","x-order":3,"$comment":"x","readOnly":true,"contentEncoding":7}`), ":object{a:string}"},
		{"NullOnly", with(`{"type":"null"}`), ":object{a:null}"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f, err := Parse(json.RawMessage(tt.schema))
			if err != nil {
				t.Fatal(err)
			}
			if got := outline(f); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestKeywords(t *testing.T) {
	f, err := Parse(json.RawMessage(with(`{"title":"T","type":"number","minimum":1,"exclusiveMinimum":true,"maximum":9.5,"exclusiveMaximum":10,
		"multipleOf":0.5,"default":{"b":1,"a":"<"},"examples":["x",2,["y"]],"allOf":[{"minimum":2,"maximum":9}]}`)))
	if err != nil {
		t.Fatal(err)
	}
	a := f.Properties[0]
	if a.Title != "T" || *a.ExclusiveMinimum != 1 || *a.Minimum != 2 || *a.Maximum != 9 || *a.ExclusiveMaximum != 10 || *a.MultipleOf != 0.5 {
		t.Errorf("got %+v", a)
	}
	if string(a.Default) != `{"a":"<","b":1}` || !slices.Equal(a.Examples, []string{"x", "2", `["y"]`}) {
		t.Errorf("hints %s %q", a.Default, a.Examples)
	}
	if a.Pointer != "#/properties/a" || f.Pointer != "#" {
		t.Errorf("pointers %s, %s", f.Pointer, a.Pointer)
	}
}

func TestLeaves(t *testing.T) {
	for schema, want := range map[string]int{
		`{"type":"object"}`: 1,
		`{"properties":{"a":{},"b":{"items":{"properties":{"c":{},"d":{},"e":{}}}},"f":{"properties":{"g":{}}}}}`: 5,
		with(`{"anyOf":[{"type":"string"},{"properties":{"x":{},"y":{}}}]}`):                                      2,
	} {
		f, err := Parse(json.RawMessage(schema))
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Leaves(); got != want {
			t.Errorf("%s has %d leaves, want %d", schema, got, want)
		}
	}
}
