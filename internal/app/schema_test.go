package app_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
)

// TestHostileSchemas asks for values by schemas that are none, have no end or point elsewhere. All are refused when they are
// submitted, with the place of the fault; nothing they name is fetched, though the address is one that documents may come
// from. A body of more than a hundred levels is refused as a body, by the contract; a schema within a string is not part of
// those, and is refused as a schema. Fault 37.
func TestHostileSchemas(t *testing.T) {
	var touched atomic.Int32
	canary := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		touched.Add(1)
		fmt.Fprint(w, `{"type":"string","$defs":{"a":{"type":"string"}}}`)
	}))
	defer canary.Close()
	t.Setenv("TMPDIR", t.TempDir())
	s := start(t, "sqlite", "fetch: {allow: ["+strings.TrimPrefix(canary.URL, "http://")+"]}")
	file := s.upload("bill.txt", strings.Join(bill, "\n\n"))
	forgetPeak(t)
	before := s.idle(os.TempDir())
	within := func(schema string) string { return `{"type":"object","properties":{"a":` + schema + `}}` }
	nested := func(levels int) string {
		return strings.Repeat(`{"type":"object","properties":{"a":`, levels) + `{"type":"string"}` + strings.Repeat(`}}`, levels)
	}
	quoted := func(schema string) string { return `"` + strings.ReplaceAll(schema, `"`, `\"`) + `"` }
	const names = "INVALID_SCHEMA/schema_validation_error"
	for _, c := range []struct {
		name, schema, pointer string
		deep                  bool
	}{
		{"number", `7`, "#", false},
		{"list", `[]`, "#", false},
		{"true", `true`, "#", false},
		{"text", `"invoice number"`, "#", false},
		{"no JSON in a text", `"{"`, "#", false},
		{"list of values", `{"type":"array","items":{"type":"string"}}`, "#", false},
		{"a string", `{"type":"string"}`, "#", false},
		{"no schema for a property", within(`7`), "#/properties/a", false},
		{"cycle", `{"type":"object","properties":{"a":{"$ref":"#/$defs/b"}},"$defs":{"b":{"type":"object","properties":{"c":{"$ref":"#/$defs/b"}}}}}`, "#/$defs/b/properties/c/$ref", false},
		{"cycle of two", `{"type":"object","properties":{"a":{"$ref":"#/$defs/b"}},"$defs":{"b":{"$ref":"#/$defs/c"},"c":{"$ref":"#/$defs/b"}}}`, "", false},
		{"cycle through the root", within(`{"$ref":"#"}`), "#/properties/a/$ref", false},
		{"remote", within(`{"$ref":"` + canary.URL + `/schema.json"}`), "#/properties/a/$ref", false},
		{"remote definition", within(`{"$ref":"` + canary.URL + `/schema.json#/$defs/a"}`), "#/properties/a/$ref", false},
		{"remote by id", `{"$id":"` + canary.URL + `/","type":"object","properties":{"a":{"$ref":"schema.json"}}}`, "#/properties/a/$ref", false},
		{"remote in a list", within(`{"type":"array","items":{"anyOf":[{"$ref":"` + canary.URL + `/"}]}}`), "#/properties/a/items/anyOf/0/$ref", false},
		{"remote in a text", quoted(within(`{"$ref":"` + canary.URL + `/"}`)), "#/properties/a/$ref", false},
		{"file", within(`{"$ref":"file:///etc/hostname"}`), "#/properties/a/$ref", false},
		{"10 MB", within(`{"type":"string","description":"` + strings.Repeat("x", 10<<20) + `"}`), "#", false},
		{"10 MB of properties", `{"type":"object","properties":{` + strings.TrimSuffix(strings.Repeat(`"`+strings.Repeat("p", 400)+`":{},`, 25_000), ",") + `}}`, "#", false},
		{"depth 17", nested(17), "", false},
		{"depth 1,000", nested(1000), "", true},
		{"depth 1,000 in a text", quoted(nested(1000)), "", false},
	} {
		for _, path := range []string{"/extract", "/extract_async"} {
			t.Run(c.name+" "+path, func(t *testing.T) {
				sc := scenario{method: "POST", path: path, body: `{"input":"` + file + `","instructions":{"schema":` + c.schema + `}}`, status: 422, error: names}
				if c.deep {
					sc.error = ""
				}
				sc.run(t, s)
				got := s.do("POST", path, sc.body).object(t)
				if c.deep && at(got, "detail", 0, "type") != "json_invalid" {
					t.Errorf("%v", got)
				}
				if pointer := at(got, "error", "pointer"); c.pointer != "" && pointer != c.pointer {
					t.Errorf("pointer %v, want %s", pointer, c.pointer)
				}
			})
		}
	}
	// A schema that is stored for later is held to the same.
	stored := `{"name":"p","parse":{},"extract":{"instructions":{"schema":` + within(`{"$ref":"`+canary.URL+`/"}`) + `}}}`
	if got := s.do("PUT", "/pipelines/p", stored); got.Status != 422 {
		t.Errorf("stored: %d %s", got.Status, got.Body)
	}
	if n := touched.Load(); n != 0 {
		t.Errorf("touched %d times", n)
	}
	if n := s.count("jobs"); n != 0 {
		t.Errorf("%d rows", n)
	}
	restored(t, os.TempDir(), before)
	modest(t, before)
}
