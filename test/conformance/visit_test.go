package conformance

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// visit is one row being checked.
type visit struct {
	*testing.T
	*caller
	host   *host
	secure *certificate
}

func (v *visit) letter() string { return v.host.url + "/letter.pdf" }
func (v *visit) report() string { return v.host.url + "/report.pdf" }

// link wants the URL form of a result, over https, and gives the URL.
func (v *visit) link(answer object) string {
	v.Helper()
	if text(answer, "result", "type") != "url" || text(answer, "result", "result_id") == "" {
		v.Fatalf("the result is no URL: %v", answer["result"])
	}
	return v.https(text(answer, "result", "url"))
}

func (v *visit) https(url string) string {
	v.Helper()
	if !strings.HasPrefix(url, "https://") {
		v.Fatalf("%q is no https URL", url)
	}
	return url
}

// done wants the marks of every finished operation.
func (v *visit) done(answer object) {
	v.Helper()
	if text(answer, "job_id") == "" || number(answer, "duration") < 0 {
		v.Errorf("job_id %v, duration %v", answer["job_id"], answer["duration"])
	}
}

var statuses = []string{"Pending", "Completed", "Failed", "Idle"}

// job asks for a job and wants a status that the interface knows.
func (v *visit) job(id, query string) object {
	v.Helper()
	job := v.want(http.StatusOK, "GET", "/job/"+id+query, nil)
	if !slices.Contains(statuses, text(job, "status")) {
		v.Fatalf("status %v", job["status"])
	}
	return job
}

// ended polls every two seconds, sooner when the job ends, until it is over.
func (v *visit) ended(id string) object {
	v.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		if job := v.job(id, "?timeout=2"); text(job, "status") == "Completed" || text(job, "status") == "Failed" {
			return job
		}
	}
	v.Fatalf("job %s did not end within %v", id, patience)
	return nil
}

// completed is a parse job that has ended well.
func (v *visit) completed(settings object) string {
	v.Helper()
	return text(v.post("/parse", object{"input": v.letter(), "settings": settings}), "job_id")
}

// in is the same visit inside another test.
func (v *visit) in(t *testing.T) *visit {
	return &visit{T: t, caller: newCaller(t, v.base, v.secure), host: v.host, secure: v.secure}
}
