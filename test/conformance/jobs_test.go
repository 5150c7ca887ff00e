package conformance

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/octavo-dev/octavo/client"
)

func deleteJob(v *visit) {
	for query, settings := range map[string]object{"": {}, "?include_persisted=true": {"persist_results": true}} {
		id := v.completed(settings)
		if got := text(v.want(http.StatusAccepted, "DELETE", "/job/"+id+query, nil), "job_id"); got != id {
			v.Errorf("deleted %q, want %q", got, id)
		}
		a := v.send("GET", "/job/"+id, nil)
		switch {
		case a.status == http.StatusConflict && a.header.Get("x-should-retry") == "false":
		case a.status == http.StatusGone: // clients never repeat this one
		default:
			v.Errorf("after the deletion: %d, x-should-retry %q", a.status, a.header.Get("x-should-retry"))
		}
		v.askedOnce(id)
	}
}

// askedOnce: a client that repeats what may help does not repeat the question for a deleted job.
func (v *visit) askedOnce(id string) {
	v.Helper()
	asked := 0
	counting := &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
		asked++
		return v.http.Transport.RoundTrip(r)
	})}
	c, err := client.New(v.base, client.WithHTTPClient(counting))
	if err != nil {
		v.Fatal(err)
	}
	var gone *client.Error
	if _, err := c.Job(v.Context(), id); !errors.As(err, &gone) || gone.Name != "JOB_DELETED" && gone.Name != "JOB_DELETION_IN_PROGRESS" || asked != 1 {
		v.Errorf("asked %d times: %v", asked, err)
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func cancelJob(v *visit) {
	id := text(v.post("/parse_async", object{"input": v.report()}), "job_id")
	answer := v.want(http.StatusOK, "POST", "/cancel/"+id, nil)
	if text(answer, "job_id") != id || text(answer, "status") == "" {
		v.Errorf("cancel: %v", answer)
	}
	if got := text(v.want(http.StatusNotFound, "POST", "/cancel/nonexistent-job-id", nil), "error", "name"); got != "NOT_FOUND" {
		v.Errorf("cancel of a job that never was: %q", got)
	}
}

func listJobs(v *visit) {
	made := map[string]bool{}
	for range 5 {
		made[text(v.post("/parse_async", object{"input": v.letter()}), "job_id")] = true
	}
	if all, ok := v.want(http.StatusOK, "GET", "/jobs", nil)["jobs"].([]any); !ok || len(all) < len(made) {
		v.Errorf("%d jobs are listed", len(all))
	}
	seen := map[string]bool{}
	for cursor := ""; ; {
		page := v.want(http.StatusOK, "GET", "/jobs?limit=2&exclude_configs=true&cursor="+url.QueryEscape(cursor), nil)
		jobs, _ := page["jobs"].([]any)
		if len(jobs) == 0 || len(jobs) > 2 {
			v.Fatalf("a page of %d jobs", len(jobs))
		}
		for _, j := range jobs {
			if _, ok := j.(object)["raw_config"]; ok {
				v.Error("raw_config is there although it was excluded")
			}
			id := text(j, "job_id")
			if seen[id] {
				v.Errorf("%s is listed twice", id)
			}
			seen[id] = true
			delete(made, id)
		}
		if cursor = text(page, "next_cursor"); cursor == "" {
			break
		}
	}
	if len(made) > 0 {
		v.Errorf("%d jobs are not listed", len(made))
	}
}

// readable wants a refusal that a program and a person can make something of.
func (v *visit) readable(a answer) {
	v.Helper()
	var body object
	if err := json.Unmarshal(a.body, &body); err != nil || !strings.HasPrefix(a.header.Get("Content-Type"), "application/json") {
		v.Fatalf("no JSON: %s %.100s", a.header.Get("Content-Type"), a.body)
	}
	if text(body, "error", "name") == "" || text(body, "error", "message") == "" {
		v.Errorf("no name or message: %s", a.body)
	}
}

func bogusJob(v *visit) {
	a := v.send("GET", "/job/this-is-no-job", nil)
	if a.status < 400 || a.status > 499 {
		v.Errorf("status %d", a.status)
	}
	v.readable(a)
}

func versionAndPortal(v *visit) {
	var version, portal string
	if a := v.send("GET", "/version", nil); json.Unmarshal(a.body, &version) != nil || version == "" {
		v.Errorf("version: %s", a.body)
	}
	if a := v.send("POST", "/configure_webhook", nil); json.Unmarshal(a.body, &portal) != nil {
		v.Errorf("portal: %s", a.body)
	}
	if a := v.send("GET", v.https(portal), nil); a.status != http.StatusOK {
		v.Errorf("the portal: %d", a.status)
	}
}

func unknownPath(v *visit) {
	a := v.send("GET", "/no/such/path", nil)
	if a.status != http.StatusNotFound {
		v.Errorf("status %d", a.status)
	}
	v.readable(a)
}
