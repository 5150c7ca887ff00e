package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/blob/blobtest"
	"github.com/octavo-dev/octavo/internal/janitor"
)

func TestEnvironmentExpiresWhileAway(t *testing.T) {
	useS3(t)
	eu := newRegion(t)
	s := start(t, "sqlite", fmt.Sprintf("orgs: {default: {hybrid_vpc: {eu: %q}}}", eu.url))
	file := s.upload("a.txt", "text")
	far := s.parseIn("eu", file)["job_id"].(string)
	own := s.want(200, "POST", "/parse", map[string]any{"input": file})["job_id"].(string)
	if _, err := s.DB.Write.Exec("UPDATE jobs SET finished_at = finished_at - $1", (2 * time.Hour).Milliseconds()); err != nil {
		t.Fatal(err)
	}
	eu.proxy.Set(blobtest.Status(http.StatusForbidden, "AccessDenied"))
	clean := janitor.New(s.Jobs, s.Objects, janitor.Retention{Results: time.Hour, JobMetadata: 3 * time.Hour, Tombstones: 3 * time.Hour})
	if err := clean.Sweep(t.Context()); err == nil {
		t.Error("nothing said")
	}
	for _, id := range []string{far, own} {
		if got := s.do("GET", "/job/"+id, nil); got.Status != 404 {
			t.Errorf("%d %s", got.Status, got.Body)
		}
	}
	if files := s.own(); len(files) != 1 {
		t.Errorf("more than the upload is left: %v", files)
	}
}

func TestEnvironmentAwayAtTheEnd(t *testing.T) {
	useS3(t)
	eu := newRegion(t)
	s := start(t, "sqlite", fmt.Sprintf("orgs: {default: {hybrid_vpc: {eu: %q}}}", eu.url))
	file := s.upload("a.txt", "text")
	eu.proxy.Set(func(w http.ResponseWriter, r *http.Request, pass http.Handler) {
		if strings.Contains(r.URL.Path, "/response/") {
			blobtest.Status(http.StatusForbidden, "AccessDenied")(w, r, pass)
			return
		}
		pass.ServeHTTP(w, r)
	})
	got := s.do("POST", "/parse", in("eu", file))
	unreachable(t, "response", at(got.object(t), "error"))
}
