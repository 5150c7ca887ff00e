package api

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/fault"
)

// register is the endpoint register of the contract with the scope of each endpoint.
var register = []string{
	"DELETE /admin/keys/{id} admin",
	"DELETE /job/{job_id} jobs",
	"DELETE /mcp any",
	"DELETE /pipelines/{id} admin",
	"DELETE /upload/{file_id} files",
	"DELETE /webhooks/endpoints/{id} webhooks",
	"GET /admin/keys admin",
	"GET /capabilities read",
	"GET /docs ",
	"GET /drain_status ",
	"GET /health ",
	"GET /job/{job_id} read",
	"GET /job/{job_id}/pages/{n}.png read",
	"GET /jobs read",
	"GET /mcp any",
	"GET /metrics ",
	"GET /models read",
	"GET /objects/{object_id}/{filename} ",
	"GET /openapi.json ",
	"GET /pipelines admin",
	"GET /pipelines/{id} admin",
	"GET /prometheus ",
	"GET /ready ",
	"GET /results/{result_id} read",
	"GET /streaq_metrics ",
	"GET /studio/{path} ",
	"GET /usage read",
	"GET /version ",
	"GET /webhooks/deliveries webhooks",
	"GET /webhooks/endpoints webhooks",
	"GET /webhooks/endpoints/{id} webhooks",
	"GET /webhooks/endpoints/{id}/secret webhooks",
	"GET /webhooks/portal ",
	"PATCH /webhooks/endpoints/{id} webhooks",
	"POST /admin/keys admin",
	"POST /admin/readiness_check admin",
	"POST /cancel/{job_id} jobs",
	"POST /cite submit",
	"POST /classify submit",
	"POST /classify_async submit",
	"POST /configure_webhook webhooks",
	"POST /edit submit",
	"POST /edit_async submit",
	"POST /extract submit",
	"POST /extract_async submit",
	"POST /mcp any",
	"POST /parse submit",
	"POST /parse_async submit",
	"POST /pipeline submit",
	"POST /pipeline_async submit",
	"POST /split submit",
	"POST /split_async submit",
	"POST /upload files",
	"POST /webhooks/deliveries/{id}/redeliver webhooks",
	"POST /webhooks/endpoints webhooks",
	"POST /webhooks/endpoints/{id}/rotate_secret webhooks",
	"POST /webhooks/endpoints/{id}/test webhooks",
	"PUT /objects/{object_id}/{filename} ",
	"PUT /pipelines/{id} admin",
}

func TestOperationsAreTheRegister(t *testing.T) {
	var got []string
	for _, op := range Operations() {
		got = append(got, op.Method+" "+op.Path+" "+op.Scope)
		if op.Deprecated != strings.HasPrefix(op.ID, "pipeline") {
			t.Errorf("%s: deprecated is %v", op.ID, op.Deprecated)
		}
	}
	slices.Sort(got)
	if diff := cmp.Diff(register, got); diff != "" {
		t.Error(diff)
	}
}

func TestOpenAPI(t *testing.T) {
	var doc struct {
		OpenAPI string
		Info    struct{ Title, Version string }
		Servers []struct{ URL string }
	}
	raw := OpenAPI("v2.1.0-7-gabc", "https://octavo.example.com/base")
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	if doc.OpenAPI != "3.1.0" || doc.Info.Title != "Octavo" || doc.Info.Version != "v2.1.0-7-gabc" {
		t.Errorf("got %+v", doc)
	}
	if len(doc.Servers) != 1 || doc.Servers[0].URL != "https://octavo.example.com/base" {
		t.Errorf("servers are %+v", doc.Servers)
	}
	if strings.Contains(string(raw), "x-answers") || strings.Contains(string(OpenAPI("v1.0.0-dev", "")), "abc") {
		t.Error("the document is not complete, or one call changes the next")
	}
}

// visit calls f for every object inside v.
func visit(v any, at string, f func(at string, o object)) {
	switch v := v.(type) {
	case object:
		f(at, v)
		for _, m := range v {
			visit(m.value, at+"/"+m.key, f)
		}
	case []any:
		for i, item := range v {
			visit(item, fmt.Sprintf("%s/%d", at, i), f)
		}
	}
}

func TestReferences(t *testing.T) {
	doc := document()
	used := map[string]bool{}
	visit(doc, "", func(at string, o object) {
		target, ok := o.get("$ref").(string)
		if !ok {
			return
		}
		used[target] = true
		found := doc
		for _, part := range strings.Split(strings.TrimPrefix(target, "#/"), "/") {
			found = found.object(part)
		}
		if found == nil {
			t.Errorf("%s: %s does not resolve", at, target)
		}
	})
	name := regexp.MustCompile(`^[A-Za-z0-9._-]+$`)
	for _, group := range doc.object("components").without("securitySchemes") {
		for _, m := range group.value.(object) {
			if !used["#/components/"+group.key+"/"+m.key] {
				t.Errorf("components/%s/%s is not used", group.key, m.key)
			}
			if !name.MatchString(m.key) {
				t.Errorf("components/%s/%s is not a component name", group.key, m.key)
			}
		}
	}
}

func TestSchemasHaveNoCycle(t *testing.T) {
	schemas := document().object("components").object("schemas")
	var enter func(name string, open []string)
	enter = func(name string, open []string) {
		if slices.Contains(open, name) {
			t.Fatalf("cycle %v", append(open, name))
		}
		visit(schemas.object(name), "", func(_ string, o object) {
			if next, ok := strings.CutPrefix(o.text("$ref"), "#/components/schemas/"); ok {
				enter(next, append(slices.Clone(open), name))
			}
		})
	}
	for _, m := range schemas {
		enter(m.key, nil)
	}
}

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

func TestSecurity(t *testing.T) {
	for _, op := range Operations() {
		item := document().object("paths").object(op.Path).object(strings.ToLower(op.Method))
		got, err := Marshal(item.get("security"))
		if err != nil {
			t.Fatal(err)
		}
		want := `[{"SkippableHTTPBearer":[]}]`
		switch {
		case op.Path == "/version":
			want = `[]`
		case op.Scope == "":
			want = `[{},{"SkippableHTTPBearer":[]}]`
		}
		if string(got) != want {
			t.Errorf("%s: security is %s, want %s", op.ID, got, want)
		}
		text := item.text("description")
		if named := strings.Contains(text, "scope `"+op.Scope+"`"); op.Scope != "" && op.Scope != "any" && !named {
			t.Errorf("%s: the description does not name scope %s", op.ID, op.Scope)
		}
	}
	scheme := document().object("components").object("securitySchemes").object("SkippableHTTPBearer")
	if scheme.text("type") != "http" || scheme.text("scheme") != "bearer" {
		t.Errorf("scheme is %+v", scheme)
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
	for _, m := range document().object("components").object("schemas") {
		check(m.key, m.value.(object))
	}
}

func TestErrorCodesAreTheTable(t *testing.T) {
	var want, got []string
	for _, e := range fault.All {
		want = append(want, string(e.Name))
	}
	for _, v := range document().object("components").object("schemas").object("ErrorCode").list("enum") {
		got = append(got, v.(string))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestExamples holds every example to the schema it stands beside.
func TestExamples(t *testing.T) {
	n := 0
	hold := func(at string, schema object, value any) {
		n++
		raw, err := Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		w := from("example")
		if w.value(rules().compile(schema), raw, nil); w.errs != nil {
			t.Errorf("%s: %s: %v %s", at, raw, w.errs[0].Loc, w.errs)
		}
	}
	visit(document(), "", func(at string, o object) {
		if strings.Contains(at, "/example") {
			return
		}
		for _, v := range o.list("examples") {
			hold(at, o, v)
		}
		for _, m := range o.object("examples") {
			example := m.value.(object)
			if example.text("summary") == "" {
				t.Errorf("%s: example %s has no summary", at, m.key)
			}
			hold(at, o.object("schema"), example.get("value"))
		}
	})
	if n < 25 {
		t.Errorf("only %d examples", n)
	}
	for _, op := range Operations() {
		item := document().object("paths").object(op.Path).object(strings.ToLower(op.Method))
		media := item.object("requestBody").object("content").object("application/json")
		if media != nil && media.object("examples") == nil && op.ID != "mcp_send" {
			t.Errorf("%s has no example of its body", op.ID)
		}
	}
}
