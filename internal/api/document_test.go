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
	if strings.Contains(string(raw), "Former") {
		t.Error("bodies of the second version are published")
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
	schemas := checked().object("components").object("schemas")
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
