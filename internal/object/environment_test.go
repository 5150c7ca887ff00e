package object_test

import (
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/blob/blobtest"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/object"
)

// eu is the environment most of these tests write to.
var eu = object.Environment{Org: org, Name: "eu"}

// configure gives the store other environments, as a restart with another configuration would.
func (e *env) configure(t *testing.T, places map[object.Environment]place) {
	t.Helper()
	e.opt.Environments = map[object.Environment]string{}
	for at, p := range places {
		e.opt.Environments[at] = p.url
		if p.proxy != nil {
			e.opt.Access = p.access
		}
	}
	store := object.New(e.db, e.blobs, e.opt)
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	e.Store = store
}

func (e *env) addTo(t *testing.T, at object.Environment, jobID, kind, text string) object.Object {
	t.Helper()
	o, err := e.Add(t.Context(), object.Artifact{Org: at.Org, Environment: at.Name, JobID: jobID, Kind: kind, Filename: kind}, strings.NewReader(text), 0)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func (e *env) reads(t *testing.T, o object.Object, want string) {
	t.Helper()
	body, _, err := e.OpenObject(t.Context(), o.ID, 0, -1)
	if err != nil {
		t.Fatal(err)
	}
	defer body.Close()
	if got, err := io.ReadAll(body); err != nil || string(got) != want {
		t.Errorf("reads %q, %v", got, err)
	}
}

func wantUnreachable(t *testing.T, doing string, err error) {
	t.Helper()
	wantFault(t, doing, err, fault.RegionUnavailable, "region_unavailable")
	if f := fault.Of(err); err != nil && (f.Code != http.StatusServiceUnavailable || !f.Retriable || f.Message != "environment eu is unreachable") {
		t.Errorf("%s: %d %v %q", doing, f.Code, f.Retriable, f.Message)
	}
}

// Everything of a job is in its environment, and everything that can be done with objects can be done there.
func TestEnvironment(t *testing.T) {
	for _, tt := range []struct {
		name, dialect  string
		own, elsewhere bool // S3
	}{{"folder to S3", "sqlite", false, true}, {"S3 to folder", "postgres", true, false}} {
		t.Run(tt.name, func(t *testing.T) {
			e := newEnv(t, tt.dialect, tt.own)
			there, foreign := newPlace(t, tt.elsewhere), newPlace(t, false)
			e.configure(t, map[object.Environment]place{eu: there, {Org: "other", Name: "eu"}: foreign})
			ctx := t.Context()
			var kept []object.Object
			for _, kind := range []string{object.Document, object.Model, object.PDF, object.Image, object.Chart} {
				kept = append(kept, e.addTo(t, eu, "job", kind, kind))
			}
			mark := object.NewMark()
			result, err := e.Add(ctx, object.Artifact{Org: org, Environment: "eu", JobID: "job", Kind: object.Result, Mark: mark},
				strings.NewReader(`["`+object.Placeholder(mark, kept[3])+`"]`), 0)
			if err != nil {
				t.Fatal(err)
			}
			e.addTo(t, object.Environment{Org: "other", Name: "eu"}, "foreign", object.Model, "theirs")
			if own, theirs := len(e.keys()), len(foreign.keys()); len(there.keys()) != 6 || own != 0 || theirs != 1 {
				t.Errorf("%d in the environment, %d in the own store, %d in the other organization's", len(there.keys()), own, theirs)
			}
			file := e.upload(t, "text")
			reserved, putURL, err := e.Reserve(ctx, org, "")
			if err == nil {
				err = e.send(t, putURL, "sent")
			}
			if err != nil || e.content(t, file.ID) != "text" || e.content(t, reserved.ID) != "sent" || len(e.keys()) != 2 {
				t.Errorf("uploads: %v, %v", err, e.keys())
			}

			for _, o := range kept {
				found, err := e.FindArtifact(ctx, org, "job", o.Kind)
				if err != nil || found.ID != o.ID || found.Environment != "eu" {
					t.Errorf("%+v, %v", found, err)
				}
				e.reads(t, found, o.Kind)
			}
			if found, err := e.FindResult(ctx, org, result.ID); err != nil || found.Environment != "eu" {
				t.Errorf("%+v, %v", found, err)
			}
			body, err := e.OpenExpanded(ctx, result)
			if err != nil {
				t.Fatal(err)
			}
			expanded, err := io.ReadAll(body)
			body.Close()
			link := strings.Trim(string(expanded), `[]"`)
			if ours := strings.HasPrefix(link, publicURL); err != nil || !strings.HasPrefix(link, "http") || ours == tt.elsewhere {
				t.Errorf("%s, %v", expanded, err)
			}
			if tt.elsewhere {
				if got := get(t, link); got != object.Image {
					t.Errorf("the link reads %q", got)
				}
			}

			if err := e.RemoveJob(ctx, "job", true); err != nil {
				t.Fatal(err)
			}
			if len(there.keys()) != 0 || len(e.keys()) != 2 || len(foreign.keys()) != 1 {
				t.Errorf("after the removal: %v, %v, %v", there.keys(), e.keys(), foreign.keys())
			}
		})
	}
}

func get(t *testing.T, rawURL string) string {
	t.Helper()
	resp, err := http.Get(rawURL)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	got, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Errorf("%s: %v", resp.Status, err)
	}
	return string(got)
}

// away is what a store answers that is not there, without the patience with which a silent one is asked again.
var away = blobtest.Status(http.StatusForbidden, "AccessDenied")

func TestEnvironmentAway(t *testing.T) {
	e := newEnv(t, "sqlite", false)
	there := newPlace(t, true)
	e.configure(t, map[object.Environment]place{eu: there})
	ctx := t.Context()
	o := e.addTo(t, eu, "job", object.Model, "model")
	for name, f := range map[string]blobtest.Fault{"refusing": away, "lost": blobtest.Status(404, "NoSuchBucket")} {
		there.proxy.Set(f)
		_, err := e.Add(ctx, object.Artifact{Org: org, Environment: "eu", JobID: "job", Kind: object.PDF}, strings.NewReader("x"), 0)
		wantUnreachable(t, "write to a "+name+" store", err)
		_, _, err = e.OpenObject(ctx, o.ID, 0, -1)
		wantUnreachable(t, "open in a "+name+" store", err)
		_, err = e.OpenExpanded(ctx, o)
		wantUnreachable(t, "expand in a "+name+" store", err)
	}
	if blobs := e.keys(); len(blobs) != 0 {
		t.Errorf("the own store was used instead: %v", blobs)
	}
	if _, err := e.FindArtifact(ctx, org, "job", object.PDF); !fault.Is(err, fault.NotFound) {
		t.Errorf("what could not be written is there: %v", err)
	}
	there.proxy.Set(nil)
	e.reads(t, o, "model")
	e.addTo(t, eu, "job", object.PDF, "pdf")

	there.proxy.Set(blobtest.Truncate)
	body, _, err := e.OpenObject(ctx, o.ID, 0, -1)
	if err != nil {
		t.Fatal(err)
	}
	_, err = io.ReadAll(body)
	body.Close()
	wantUnreachable(t, "break off", err)
	there.proxy.Set(nil)

	if _, err := e.Sweep(ctx); err != nil {
		t.Error(err)
	}
	if blobs := there.keys(); len(blobs) != 2 {
		t.Errorf("failed writes stay: %v", blobs)
	}
}

// What cannot be removed from an environment that is away is invisible, keeps nobody else waiting, and goes when
// the environment is back.
func TestRemoveWhileAway(t *testing.T) {
	e := newEnv(t, "postgres", false)
	there, near := newPlace(t, true), newPlace(t, false)
	e.configure(t, map[object.Environment]place{eu: there, {Org: org, Name: "near"}: near})
	ctx := t.Context()
	var far []object.Object
	for range 6 {
		far = append(far, e.addTo(t, eu, "far", object.Image, "x"))
	}
	e.addTo(t, object.Environment{Org: org, Name: "near"}, "near", object.Image, "x")
	e.addTo(t, object.Environment{}, "own", object.Image, "x")

	there.proxy.Set(away)
	for _, o := range far { // removals that crashed, so that a sweep meets them first
		if err := e.CrashRemoving(ctx, o, false); err != nil {
			t.Fatal(err)
		}
	}
	e.clock.Add(time.Second)
	e.upload(t, "text")
	e.clock.Add(25 * time.Hour)
	n, err := e.Sweep(ctx)
	wantUnreachable(t, "sweep", err)
	if n != 1 || len(e.keys()) != 1 || strings.Count(err.Error(), "REGION") != 1 {
		t.Errorf("swept %d, %v: %v", n, e.keys(), err)
	}
	if hits := there.proxy.Set(away); hits != 3 {
		t.Errorf("an environment that is away was asked %d times", hits)
	}
	for _, job := range []string{"near", "own"} {
		if err := e.RemoveJob(ctx, job, true); err != nil {
			t.Errorf("%s: %v", job, err)
		}
	}
	wantUnreachable(t, "remove", e.RemoveJob(ctx, "far", true))
	if hits := there.proxy.Set(nil); hits != 0 {
		t.Errorf("an environment at rest was asked %d times", hits)
	}
	for _, o := range far {
		_, _, err := e.OpenObject(ctx, o.ID, 0, -1)
		wantFault(t, "marked", err, fault.NotFound, "file_access_error")
	}
	e.clock.Add(object.RestTime)
	if n, err := e.Sweep(ctx); n != len(far) || err != nil {
		t.Errorf("swept %d, %v", n, err)
	}
	e.empty(t)
	if len(there.keys())+len(near.keys()) != 0 {
		t.Errorf("left: %v, %v", there.keys(), near.keys())
	}
}

// One object that cannot be removed does not keep the others of its environment.
func TestSweepGoesOnInEnvironment(t *testing.T) {
	e := newEnv(t, "sqlite", false)
	there := newPlace(t, true)
	e.configure(t, map[object.Environment]place{eu: there})
	var stuck string
	for range 4 {
		o := e.addTo(t, eu, "job", object.Image, "x")
		if stuck == "" {
			stuck = o.ID
		}
		if err := e.CrashRemoving(t.Context(), o, false); err != nil {
			t.Fatal(err)
		}
		e.clock.Add(time.Second)
	}
	there.proxy.Set(func(w http.ResponseWriter, r *http.Request, pass http.Handler) {
		if strings.Contains(r.URL.Path, stuck) {
			away(w, r, pass)
			return
		}
		pass.ServeHTTP(w, r)
	})
	n, err := e.Sweep(t.Context())
	wantUnreachable(t, "sweep", err)
	if n != 3 {
		t.Errorf("swept %d", n)
	}
	there.proxy.Set(nil)
	if n, err := e.Sweep(t.Context()); n != 1 || err != nil {
		t.Errorf("swept %d, %v", n, err)
	}
	e.empty(t)
}

// The answers of the environment are lost: nobody sees the object, and the bytes go.
func TestLostAnswersOfEnvironment(t *testing.T) {
	t.Parallel()
	e := newEnv(t, "sqlite", false)
	there := newPlace(t, true)
	e.configure(t, map[object.Environment]place{eu: there})
	there.proxy.Set(blobtest.Only(http.MethodPut, blobtest.ResetAfter))
	_, err := e.Add(t.Context(), object.Artifact{Org: org, Environment: "eu", JobID: "job", Kind: object.PDF}, strings.NewReader("x"), 0)
	wantUnreachable(t, "add", err)
	there.proxy.Set(nil)
	if len(there.keys()) != 1 {
		t.Error("this test meant to strand bytes")
	}
	if n, err := e.Sweep(t.Context()); n != 1 || err != nil || len(there.keys()) != 0 {
		t.Errorf("swept %d, %v, left %v", n, err, there.keys())
	}
}

// An environment that the configuration has lost is out of reach, whoever else uses its name.
func TestUnknownEnvironment(t *testing.T) {
	e := newEnv(t, "sqlite", false)
	ctx := t.Context()
	there, foreign := newPlace(t, false), newPlace(t, false)
	others := map[object.Environment]place{{Org: "other", Name: "eu"}: foreign}
	e.configure(t, map[object.Environment]place{eu: there})
	o := e.addTo(t, eu, "job", object.Model, "model")
	e.configure(t, others)
	_, err := e.Add(ctx, object.Artifact{Org: org, Environment: "eu", JobID: "job", Kind: object.PDF}, strings.NewReader("x"), 0)
	wantUnreachable(t, "add", err)
	if rows, err := e.All(ctx); err != nil || len(rows) != 1 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
	_, _, err = e.OpenObject(ctx, o.ID, 0, -1)
	wantUnreachable(t, "open", err)
	_, err = e.URL(ctx, o)
	wantUnreachable(t, "sign", err)
	wantUnreachable(t, "remove", e.RemoveJob(ctx, "job", true))
	_, err = e.Sweep(ctx)
	wantUnreachable(t, "sweep", err)
	if len(there.keys()) != 1 || len(foreign.keys()) != 0 || len(e.keys()) != 0 {
		t.Errorf("%v, %v, %v", there.keys(), foreign.keys(), e.keys())
	}
	others[eu] = there
	e.configure(t, others)
	if n, err := e.Sweep(ctx); n != 1 || err != nil || len(there.keys()) != 0 {
		t.Errorf("swept %d, %v, left %v", n, err, there.keys())
	}
	e.empty(t)
}

// A store that could not be opened is tried again, and many may be the first to need it.
func TestOpenEnvironment(t *testing.T) {
	e := newEnv(t, "sqlite", false)
	dir := memoryDir(t)
	blocked := filepath.Join(dir, "mount")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	e.configure(t, map[object.Environment]place{eu: {url: "file://" + blocked}})
	_, err := e.Add(t.Context(), object.Artifact{Org: org, Environment: "eu", JobID: "job", Kind: object.PDF}, strings.NewReader("x"), 0)
	wantUnreachable(t, "blocked", err)
	if err := os.Remove(blocked); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() { e.addTo(t, eu, "job", object.Image, "x") })
	}
	wg.Wait()
	if got := len(filesIn(t, blocked)); got != 8 {
		t.Errorf("%d of 8 stored", got)
	}
}

// What fails while a source is read is not the environment's fault.
func TestSourceFailsOnTheWayToEnvironment(t *testing.T) {
	e := newEnv(t, "sqlite", false)
	there := newPlace(t, false)
	e.configure(t, map[object.Environment]place{eu: there})
	broken := fault.Wrap(fault.ServiceUnavailable, errors.New("the own store is away"), "")
	for limit, want := range map[int64]error{0: broken, 3: fault.New(fault.DocumentTooLarge, "")} {
		_, err := e.Add(t.Context(), object.Artifact{Org: org, Environment: "eu", JobID: "job", Kind: object.Document},
			io.MultiReader(strings.NewReader("text"), failing{broken}), limit)
		if !errors.Is(err, want) || fault.Is(err, fault.RegionUnavailable) {
			t.Errorf("limit %d: %v", limit, err)
		}
	}
	if _, err := e.Sweep(t.Context()); err != nil || len(there.keys()) != 0 {
		t.Errorf("%v, left %v", err, there.keys())
	}
	e.empty(t)
}
