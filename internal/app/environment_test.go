package app_test

import (
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/s3"

	"github.com/octavo-dev/octavo/internal/blob/blobtest"
	"github.com/octavo-dev/octavo/internal/janitor"
	"github.com/octavo-dev/octavo/internal/org"
	"github.com/octavo-dev/octavo/internal/testenv"
)

// region is a bucket that stands for an environment, behind a proxy that can cut it off.
type region struct {
	t      testing.TB
	server testenv.S3Server
	proxy  *blobtest.Proxy
	url    string
}

func newRegion(t testing.TB) *region {
	t.Helper()
	r := &region{t: t, server: testenv.S3(t)}
	r.proxy = blobtest.NewProxy(t, r.server.Endpoint)
	front := r.server
	front.Endpoint = r.proxy.URL
	r.url = front.URL()
	return r
}

// useS3 gives the process the credentials an operator would.
func useS3(t *testing.T) {
	t.Helper()
	server := testenv.S3(t)
	t.Setenv("AWS_ACCESS_KEY_ID", server.AccessKey)
	t.Setenv("AWS_SECRET_ACCESS_KEY", server.SecretKey)
}

func (r *region) keys() []string {
	r.t.Helper()
	out, err := r.server.Client().ListObjectsV2(context.Background(), &s3.ListObjectsV2Input{Bucket: &r.server.Bucket})
	if err != nil {
		r.t.Fatal(err)
	}
	var keys []string
	for _, o := range out.Contents {
		keys = append(keys, *o.Key)
	}
	return keys
}

// filesBelow lists what a file:// store holds.
func filesBelow(t testing.TB, dir string) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// own lists what the installation's own store holds.
func (s *service) own() []string {
	s.t.Helper()
	return filesBelow(s.t, strings.TrimPrefix(s.Config.Store.URL, "file://"))
}

// in is a request for a parse in an environment.
func in(environment, input string, settings ...string) map[string]any {
	asked := map[string]any{"hybrid_vpc": map[string]any{"environment": environment}}
	for _, name := range settings {
		asked[name] = true
	}
	return map[string]any{"input": input, "settings": asked}
}

func (s *service) parseIn(environment, input string, settings ...string) map[string]any {
	s.t.Helper()
	return s.want(200, "POST", "/parse", in(environment, input, settings...))
}

// rows counts the objects of a job, and those of them in an environment.
func (s *service) rows(jobID, environment string) (all, there int) {
	s.t.Helper()
	err := s.DB.Read.QueryRow("SELECT count(*), count(CASE WHEN environment = $2 THEN 1 END) FROM objects WHERE job_id = $1", jobID, environment).Scan(&all, &there)
	if err != nil {
		s.t.Fatal(err)
	}
	return all, there
}

func TestEnvironmentHoldsEverything(t *testing.T) {
	useS3(t)
	for _, dialect := range []string{"sqlite", "postgres"} {
		t.Run(dialect, func(t *testing.T) {
			origin, eu, disk := newOrigin(t), newRegion(t), t.TempDir()
			s := start(t, dialect, "fetch: {allow: ["+origin.host+"]}", "retention: {results: 1h}",
				fmt.Sprintf("orgs: {acme: {hybrid_vpc: {eu: %q}}, other: {hybrid_vpc: {eu: %q}}}", eu.url, "file://"+disk))
			acme, other := s.as(newKey(t, s, "acme", org.All)), s.as(newKey(t, s, "other", org.All))

			made := acme.parseIn("eu", origin.url+"/a.txt", "force_url_result", "persist_results")
			id := made["job_id"].(string)
			all, there := s.rows(id, "eu")
			if all < 4 || there != all || len(eu.keys()) != all { // document, model, result, response
				t.Errorf("%d objects, %d of them in the environment, which holds %v", all, there, eu.keys())
			}
			if files := s.own(); len(files) != 0 {
				t.Errorf("the own store holds %v", files)
			}
			theirs := other.parseIn("eu", origin.url+"/b.txt")["job_id"].(string)
			if all, there := s.rows(theirs, "eu"); there != all || len(filesBelow(t, disk)) != all || len(s.own()) != 0 {
				t.Errorf("%d objects of the other organization, %d in its environment, which holds %v", all, there, filesBelow(t, disk))
			}
			plain := acme.submit(acme.upload("c.txt", "here"))
			acme.ended(plain)
			if all, there := s.rows(plain, ""); there != all || len(s.own()) != all+1 {
				t.Errorf("%d objects of a plain job and its upload, own store: %v", all, s.own())
			}

			job := acme.want(200, "GET", "/job/"+id, nil)
			if job["bucket"] != "eu" {
				t.Errorf("bucket %v", job["bucket"])
			}
			for _, j := range at(acme.want(200, "GET", "/jobs", nil), "jobs").([]any) {
				if want := map[string]any{id: "eu", plain: nil}[at(j, "job_id").(string)]; at(j, "bucket") != want {
					t.Errorf("%v is listed with bucket %v", at(j, "job_id"), at(j, "bucket"))
				}
			}
			const text = "a document from outside"
			for name, got := range map[string]answer{
				"url":    acme.do("GET", at(job, "result", "result", "url").(string), nil),
				"result": acme.do("GET", "/results/"+at(made, "result", "result_id").(string), nil),
				"jobid":  acme.do("POST", "/parse", in("eu", "jobid://"+id)),
			} {
				if got.Status != 200 || !strings.Contains(string(got.Body), text) {
					t.Errorf("%s: %d %s", name, got.Status, got.Body)
				}
			}
			cited := acme.want(200, "POST", "/cite", map[string]any{"source": "jobid://" + id, "queries": []any{map[string]any{"text": text}}})
			if at(cited, "results", 0, "matches", 0, "page") != 1.0 {
				t.Errorf("cite: %v", cited)
			}

			acme.want(202, "DELETE", "/job/"+id, nil)
			acme.until("the job is deleted", func() bool { return acme.do("GET", "/job/"+id, nil).Status == 410 })
			if all, there := s.rows(id, "eu"); all != 1 || there != 1 {
				t.Errorf("%d objects, %d in the environment: only the persisted result stays", all, there)
			}
			acme.want(200, "GET", "/results/"+at(made, "result", "result_id").(string), nil)
			acme.want(202, "DELETE", "/job/"+id+"?include_persisted=true", nil)
			acme.until("the persisted result is gone", func() bool { all, _ := s.rows(id, "eu"); return all == 0 })

			if _, err := s.DB.Write.Exec("UPDATE jobs SET finished_at = finished_at - $1", (2 * time.Hour).Milliseconds()); err != nil {
				t.Fatal(err)
			}
			clean := janitor.New(s.Jobs, s.Objects, janitor.Retention{Results: time.Hour, JobMetadata: 3 * time.Hour, Tombstones: 3 * time.Hour})
			if err := clean.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
			if len(eu.keys()) != 0 || len(filesBelow(t, disk)) != 0 || len(s.own()) != 1 {
				t.Errorf("after retention: %v, %v, %v", eu.keys(), filesBelow(t, disk), s.own())
			}
		})
	}
}

func unreachable(t *testing.T, what string, why any) {
	t.Helper()
	if at(why, "name") != "REGION_UNAVAILABLE" || at(why, "code") != 503.0 || at(why, "retriable") != true || at(why, "message") != "environment eu is unreachable" {
		t.Errorf("%s: %v", what, why)
	}
}

func TestEnvironmentAway(t *testing.T) {
	useS3(t)
	eu, origin := newRegion(t), newOrigin(t)
	s := start(t, "sqlite", "fetch: {allow: ["+origin.host+"]}", fmt.Sprintf("orgs: {default: {hybrid_vpc: {eu: %q}}}", eu.url))
	file := s.upload("a.txt", "text")
	done := s.parseIn("eu", file, "force_url_result")
	link := at(done, "result", "url").(string)

	// The S3 client tries a refused request once and a silent server four times, which takes longer.
	refuse := blobtest.Status(http.StatusForbidden, "AccessDenied")
	eu.proxy.Set(refuse)
	jobs := []string{
		s.want(200, "POST", "/parse_async", in("eu", file))["job_id"].(string),
		s.want(200, "POST", "/parse_async", in("eu", origin.url+"/a.txt"))["job_id"].(string),
		s.want(200, "POST", "/parse_async", map[string]any{"input": "jobid://" + done["job_id"].(string)})["job_id"].(string),
	}
	for path, body := range map[string]any{
		"GET /job/" + done["job_id"].(string):                      nil,
		"GET /results/" + at(done, "result", "result_id").(string): nil,
		"GET " + link: nil,
		"POST /cite":  map[string]any{"source": "jobid://" + done["job_id"].(string), "queries": []any{map[string]any{"text": "text"}}},
		"POST /parse": in("eu", file),
	} {
		method, path, _ := strings.Cut(path, " ")
		got := s.do(method, path, body)
		if got.Status != 503 || got.Header.Get("Retry-After") != "30" || got.Header.Get("X-Should-Retry") != "true" {
			t.Errorf("%s: %d %v", path, got.Status, got.Header)
		}
		unreachable(t, path, at(got.object(t), "error"))
	}
	for _, id := range jobs {
		j := s.ended(id)
		unreachable(t, "job", j["error"])
		var attempts int
		if err := s.DB.Read.QueryRow("SELECT attempt FROM jobs WHERE id = $1", id).Scan(&attempts); err != nil || attempts != 3 {
			t.Errorf("failed after %d attempts (%v)", attempts, err)
		}
	}
	if files := s.own(); len(files) != 1 {
		t.Errorf("the own store holds more than the upload: %v", files)
	}
	if got := s.want(200, "POST", "/parse", map[string]any{"input": file}); got["job_id"] == nil {
		t.Errorf("a job without environment: %v", got)
	}

	eu.proxy.Set(nil)
	s.want(200, "GET", "/job/"+done["job_id"].(string), nil)
	s.want(200, "GET", link, nil)
	eu.proxy.Set(blobtest.First(1, refuse))
	s.parseIn("eu", file) // the second attempt finds it back
}

// A process whose configuration has lost the environment does not look for its bytes elsewhere.
func TestEnvironmentForgotten(t *testing.T) {
	database, store, disk := testenv.Postgres(t), t.TempDir(), t.TempDir()
	launch := func(orgs string) *service {
		dir := t.TempDir()
		return startIn(t, dir, []string{"data_dir: " + dir, "database_url: " + database, "store: {path: " + store + "}", orgs})
	}
	before := launch(fmt.Sprintf("orgs: {default: {hybrid_vpc: {eu: %q}}}", "file://"+disk))
	id := before.parseIn("eu", before.upload("a.txt", "text"))["job_id"].(string)
	after := launch(fmt.Sprintf("orgs: {other: {hybrid_vpc: {eu: %q}}}", "file://"+disk))
	got := after.do("GET", "/job/"+id, nil)
	if got.Status != 503 {
		t.Errorf("status %d", got.Status)
	}
	unreachable(t, "forgotten", at(got.object(t), "error"))
	if j := before.want(200, "GET", "/job/"+id, nil); j["bucket"] != "eu" {
		t.Errorf("%v", j)
	}
}

func TestEnvironmentNames(t *testing.T) {
	configured := fmt.Sprintf("orgs: {default: {hybrid_vpc: {us: %q, eu: %q}}}", "file://"+t.TempDir(), "file://"+t.TempDir())
	for _, tt := range []struct {
		name     string
		settings []string
		message  string // of the refusal; empty: a warning in the result
	}{
		{"unknown", []string{configured}, `unknown environment "mars"; known: eu, us`},
		{"none", nil, ""},
		{"none but strict", []string{"hybrid_vpc: {strict: true}"}, `environment "mars" was asked for, but this organization has none`},
		{"unknown and strict", []string{configured, "hybrid_vpc: {strict: true}"}, `unknown environment "mars"; known: eu, us`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := start(t, "sqlite", tt.settings...)
			file := s.upload("a.txt", "text")
			got := s.do("POST", "/parse", in("mars", file))
			if tt.message != "" {
				if why := at(got.object(t), "error"); got.Status != 400 || at(why, "name") != "INVALID_CONFIG" || at(why, "message") != tt.message {
					t.Errorf("%d %s", got.Status, got.Body)
				}
				return
			}
			answer := got.object(t)
			warnings := fmt.Sprint(at(answer, "result", "custom", "warnings"))
			if got.Status != 200 || !strings.Contains(warnings, "settings.hybrid_vpc.environment had no effect") {
				t.Errorf("%d %s", got.Status, got.Body)
			}
			if j := s.ended(answer["job_id"].(string)); j["bucket"] != nil {
				t.Errorf("bucket %v", j["bucket"])
			}
			nowhere := map[string]any{"input": file, "settings": map[string]any{"hybrid_vpc": map[string]any{"environment": nil}}}
			if got := s.want(200, "POST", "/parse", nowhere); at(got, "result", "custom", "warnings") != nil {
				t.Errorf("a warning without a wish: %v", got)
			}
		})
	}
}
