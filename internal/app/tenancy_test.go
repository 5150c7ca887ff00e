package app_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/octavo-dev/octavo/internal/org"
	"github.com/octavo-dev/octavo/internal/server"
)

// TestTenancy calls every route that takes an id, in its path or in its body, as organization B with an id of
// organization A. The answer must be byte for byte the one for an id that never existed and take as long, and A's things
// must stay as they were. Fault 33.
func TestTenancy(t *testing.T) {
	for _, dialect := range []string{"sqlite", "postgres"} {
		t.Run(dialect, func(t *testing.T) {
			s := start(t, dialect, unlimited)
			every := org.NewScopes(org.Submit, org.Read, org.Jobs, org.Files, org.Webhooks, org.Admin)
			a, b := s.as(newKey(t, s, "a", every)), s.as(newKey(t, s, "b", every))
			owned := ownedByA(t, a)
			b.want(200, "PUT", "/pipelines/p", map[string]any{"name": "of B", "parse": map[string]any{}}) // so that inputs are looked at
			for _, probe := range probes(t, s.Server.Routes(), owned) {
				t.Run(probe.name, func(t *testing.T) {
					foreign := b.do(probe.method, probe.path(probe.owned), probe.body(probe.owned))
					random := b.do(probe.method, probe.path(probe.random), probe.body(probe.random))
					// A validation error repeats what the caller sent; everything else must be the same bytes.
					got, want := strings.ReplaceAll(string(foreign.Body), probe.owned, "…"), strings.ReplaceAll(string(random.Body), probe.random, "…")
					if foreign.Status != random.Status || got != want {
						t.Errorf("foreign id: %d %s\nrandom id:  %d %s", foreign.Status, foreign.Body, random.Status, random.Body)
					}
					if foreign.Status < 400 {
						t.Errorf("status %d for a foreign id: %s", foreign.Status, foreign.Body)
					}
					for _, header := range []string{"Content-Type", "X-Should-Retry", "WWW-Authenticate", "X-Job-ID"} {
						if f, r := foreign.Header.Get(header), random.Header.Get(header); f != r {
							t.Errorf("%s tells them apart: %q, %q", header, f, r)
						}
					}
				})
			}
			sameTime(t, b, owned)
			owned.unchanged(t, a)
			if jobs := at(b.want(200, "GET", "/jobs", nil), "jobs").([]any); len(jobs) != 0 {
				t.Errorf("B sees %d jobs", len(jobs))
			}
			for _, list := range []string{"/jobs", "/webhooks/deliveries"} {
				if got := b.do("GET", list+"?cursor="+owned.cursor, nil); got.Status != 422 || at(got.object(t), "detail", 0, "loc", 1) != "cursor" {
					t.Errorf("B may use a cursor of A for %s: %d %s", list, got.Status, got.Body)
				}
			}
			signedForA(t, a, b, owned)
			owned.unchanged(t, a)
		})
	}
}

// signedForA changes what a signed URL is for: the object, its name, the time. Each is refused the same way, whether the
// object exists or not, also as the input of a job.
func signedForA(t *testing.T, a, b *service, o things) {
	t.Helper()
	parse := func(s *service) (object, link string) {
		got := s.want(200, "POST", "/parse", map[string]any{"input": s.upload("x.txt", "words"), "settings": map[string]any{"force_url_result": true}})
		return at(got, "result", "result_id").(string), at(got, "result", "url").(string)
	}
	ofA, linkOfA := parse(a)
	ofB, linkOfB := parse(b)
	if got := b.do("GET", linkOfB, nil); got.Status != 200 {
		t.Fatalf("an unchanged URL: %d %s", got.Status, got.Body)
	}
	bareOfA, _, _ := strings.Cut(linkOfA, "?")
	_, signatureOfB, _ := strings.Cut(linkOfB, "?")
	var refusal string
	for name, link := range map[string]string{
		"object of A":       strings.Replace(linkOfB, ofB, ofA, 1),
		"no object":         strings.Replace(linkOfB, ofB, uuid.NewString(), 1),
		"upload of A":       strings.Replace(linkOfB, ofB, strings.TrimSuffix(strings.TrimPrefix(o.file, "svc://"), ".txt"), 1),
		"another name":      strings.Replace(linkOfB, "?", "x?", 1),
		"later":             strings.Replace(linkOfB, "expires=", "expires=9", 1),
		"signature of B":    bareOfA + "?" + signatureOfB,
		"without signature": bareOfA,
	} {
		if link == linkOfB || link == linkOfA {
			t.Fatalf("%s: nothing was changed", name)
		}
		got := b.do("GET", link, nil)
		if got.Status != 403 || at(got.object(t), "error", "type") != "permission_error" {
			t.Errorf("%s: %d %s", name, got.Status, got.Body)
		}
		if refusal == "" {
			refusal = string(got.Body)
		}
		if string(got.Body) != refusal {
			t.Errorf("%s is told apart: %s and %s", name, got.Body, refusal)
		}
		if got := b.do("PUT", link, "changed by B"); got.Status != 403 {
			t.Errorf("%s, written: %d %s", name, got.Status, got.Body)
		}
		if got := b.do("POST", "/parse", map[string]any{"input": link}); got.Status != 403 {
			t.Errorf("%s, as input: %d %s", name, got.Status, got.Body)
		}
	}
}

// sameTime holds the time of an answer about a foreign id to that about an id that never existed: the middle one of many,
// asked for in turn.
func sameTime(t *testing.T, b *service, o things) {
	t.Helper()
	const calls = 60
	file := strings.TrimPrefix(o.file, "svc://")
	for _, path := range []string{"GET /job/" + o.job, "POST /cancel/" + o.job, "DELETE /job/" + o.job, "DELETE /upload/" + file, "GET /results/" + o.result} {
		method, foreign, _ := strings.Cut(path, " ")
		random := foreign[:strings.LastIndexByte(foreign, '/')+1] + uuid.NewString() + suffix(foreign)
		took := map[string][]time.Duration{}
		for range calls {
			for _, path := range []string{foreign, random} {
				began := time.Now()
				b.do(method, path, nil)
				took[path] = append(took[path], time.Since(began))
			}
		}
		slices.Sort(took[foreign])
		slices.Sort(took[random])
		x, y := took[foreign][calls/2], took[random][calls/2]
		if x, y := min(x, y), max(x, y); y > 3*x+2*time.Millisecond {
			t.Errorf("%s: a foreign id takes %v, a random one %v", path, took[foreign][calls/2], took[random][calls/2])
		}
	}
}

// things are one of everything that has an id.
type things struct {
	job, file, result, endpoint, delivery, key, pipeline, cursor string
}

func ownedByA(t *testing.T, a *service) things {
	t.Helper()
	o := things{file: a.upload("secret.txt", "the secret of A")}
	o.job = a.submit(o.file)
	a.ended(o.job)
	other := a.want(200, "POST", "/parse", map[string]any{"input": o.file, "settings": map[string]any{"force_url_result": true}})
	o.result = at(other, "result", "result_id").(string)
	made := a.want(200, "POST", "/webhooks/endpoints", map[string]any{"url": "https://hooks.example/x"})
	o.endpoint = made["id"].(string)
	o.delivery = a.want(200, "POST", "/webhooks/endpoints/"+o.endpoint+"/test", nil)["id"].(string)
	o.key = a.want(200, "POST", "/admin/keys", map[string]any{"name": "second"})["id"].(string)
	o.pipeline = a.want(200, "PUT", "/pipelines/of-a", map[string]any{"name": "of A", "parse": map[string]any{}})["id"].(string)
	o.cursor = a.want(200, "GET", "/jobs?limit=1", nil)["next_cursor"].(string)
	return o
}

// unchanged checks that nothing B did reached A.
func (o things) unchanged(t *testing.T, a *service) {
	t.Helper()
	if got := a.want(200, "GET", "/job/"+o.job, nil); got["status"] != "Completed" || got["result"] == nil {
		t.Errorf("A's job: %v", got)
	}
	a.want(200, "GET", "/results/"+o.result, nil)
	a.want(200, "GET", "/webhooks/endpoints/"+o.endpoint, nil)
	a.want(200, "POST", "/parse", map[string]any{"input": o.file})
	if got := a.want(200, "GET", "/pipelines/"+o.pipeline, nil); got["version"] != 1.0 || got["name"] != "of A" {
		t.Errorf("A's pipeline: %v", got)
	}
	for _, k := range at(a.want(200, "GET", "/admin/keys", nil), "keys").([]any) {
		if at(k, "id") == o.key && at(k, "revoked_at") != nil {
			t.Error("B revoked a key of A")
		}
	}
}

// probe is one place for an id.
type probe struct {
	name, method string
	route        string
	param        string // path parameter, empty for an id in the body
	scheme       string // input scheme of an id in the body
	named        bool   // the id is that of a pipeline in the body
	owned        string
	random       string
}

func (p probe) path(id string) string {
	if p.param == "" {
		return p.route
	}
	path := strings.NewReplacer("{"+p.param+"}", id, "{"+p.param+"...}", id).Replace(p.route)
	return strings.NewReplacer("{n}", "1", "{filename}", "x.json").Replace(path)
}

func (p probe) body(id string) any {
	switch {
	case p.method == http.MethodGet || p.method == http.MethodDelete:
		return nil
	case p.named:
		return map[string]any{"input": "svc://x", "pipeline_id": id}
	case p.scheme == "":
		return map[string]any{"description": "changed by B"}
	case strings.HasPrefix(p.route, "/edit"):
		return map[string]any{"document_url": p.scheme + id, "edit_instructions": "x"}
	}
	raw, _ := json.Marshal(map[string]any{"input": p.scheme + id, "source": p.scheme + id, "queries": []any{map[string]any{"text": "secret"}},
		"split_description": []any{map[string]any{"name": "x", "description": "y"}}, "pipeline_id": "p", "classification_schema": []any{}})
	return string(raw)
}

// probes derives the matrix from the register, so that a new route is covered the day it is added.
func probes(t *testing.T, routes []server.Route, o things) []probe {
	t.Helper()
	byParam := map[string]string{"job_id": o.job, "file_id": o.file, "result_id": o.result, "object_id": o.result}
	byRoute := map[string]string{"/webhooks/endpoints": o.endpoint, "/webhooks/deliveries": o.delivery, "/admin/keys": o.key, "/pipelines": o.pipeline}
	var list []probe
	for _, r := range routes {
		if strings.HasPrefix(r.Path, "/pipeline") && r.Scope == org.Submit {
			list = append(list, probe{name: r.Path + " pipeline_id", method: r.Method, route: r.Path, named: true, owned: o.pipeline, random: "none"})
		}
		if r.Body == server.JSONBody && r.Scope == org.Submit {
			for scheme, id := range map[string]string{"svc://": strings.TrimPrefix(o.file, "svc://"), "jobid://": o.job} {
				list = append(list, probe{name: r.Path + " " + scheme, method: r.Method, route: r.Path, scheme: scheme, owned: id, random: uuid.NewString() + suffix(id)})
			}
		}
		_, rest, found := strings.Cut(r.Path, "{")
		param, _, _ := strings.Cut(rest, "}")
		param = strings.TrimSuffix(param, "...")
		if !found || param == "file" || strings.HasPrefix(r.Path, "/studio") {
			continue // embedded pages belong to nobody
		}
		id := byParam[param]
		for prefix, value := range byRoute {
			if strings.HasPrefix(r.Path, prefix) {
				id = value
			}
		}
		if id == "" {
			t.Fatalf("the matrix does not know what %s takes", r.Path)
		}
		random := uuid.NewString()
		if param == "file_id" {
			random = "svc://" + random + suffix(id)
		}
		list = append(list, probe{name: r.Method + " " + r.Path, method: r.Method, route: r.Path, param: param, owned: id, random: random})
	}
	return list
}

func suffix(id string) string {
	if i := strings.LastIndexByte(id, '.'); i >= 0 {
		return id[i:]
	}
	return ""
}
