package object_test

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/object"
)

func TestArtifact(t *testing.T) {
	each(t, func(t *testing.T, e *env) {
		ctx := t.Context()
		o := e.add(t, object.Artifact{JobID: "job", Kind: object.PDF, Filename: "a.pdf", ContentType: "application/pdf", Persisted: true}, "0123456789")
		found, err := e.Find(ctx, o.ID)
		if err != nil || found.Org != org || found.JobID != "job" || found.Kind != object.PDF || found.Filename != "a.pdf" ||
			found.ContentType != "application/pdf" || found.Bytes != 10 || found.ETag != o.ETag || !found.Persisted || !found.ExpiresAt.IsZero() {
			t.Errorf("%+v, %v", found, err)
		}
		for _, tt := range []struct {
			offset, length int64
			want           string
		}{{0, -1, "0123456789"}, {3, 4, "3456"}, {8, 10, "89"}, {10, -1, ""}, {0, 0, ""}} {
			body, opened, err := e.OpenObject(ctx, o.ID, tt.offset, tt.length)
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(body)
			body.Close()
			if err != nil || string(got) != tt.want || opened.ID != o.ID || opened.Bytes != 10 {
				t.Errorf("%d+%d: %q, %v, %+v", tt.offset, tt.length, got, err, opened)
			}
		}
		for _, id := range []string{uuid.NewString(), "", "job"} {
			_, err := e.Find(ctx, id)
			wantFault(t, id, err, fault.NotFound, "file_access_error")
			_, _, err = e.OpenObject(ctx, id, 0, -1)
			wantFault(t, id, err, fault.NotFound, "file_access_error")
		}
		_, err = e.Add(ctx, object.Artifact{JobID: "job", Kind: object.PDF}, strings.NewReader("12345"), 4)
		wantFault(t, "five bytes of four", err, fault.DocumentTooLarge, "")

		result := e.add(t, object.Artifact{JobID: "job", Kind: object.Result, Filename: "r.json"}, "{}")
		if found, err := e.FindResult(ctx, org, result.ID); err != nil || found.ID != result.ID {
			t.Errorf("%+v, %v", found, err)
		}
		_, err = e.FindResult(ctx, "other", result.ID)
		wantFault(t, "foreign", err, fault.NotFound, "")
		_, err = e.FindResult(ctx, org, o.ID)
		wantFault(t, "no result", err, fault.NotFound, "")
	})
}

func TestFindArtifact(t *testing.T) {
	each(t, func(t *testing.T, e *env) {
		ctx := t.Context()
		e.add(t, object.Artifact{JobID: "job", Kind: object.Model}, "lost attempt")
		e.clock.Add(time.Second)
		newest := e.add(t, object.Artifact{JobID: "job", Kind: object.Model}, "second attempt")
		e.add(t, object.Artifact{JobID: "job", Kind: object.PDF}, "another kind")
		if o, err := e.FindArtifact(ctx, org, "job", object.Model); err != nil || o.ID != newest.ID {
			t.Errorf("%+v, %v", o, err)
		}
		for _, at := range [][3]string{{"other", "job", object.Model}, {org, "other", object.Model}, {org, "job", object.Chart}} {
			_, err := e.FindArtifact(ctx, at[0], at[1], at[2])
			wantFault(t, strings.Join(at[:], " "), err, fault.NotFound, "file_access_error")
		}
	})
}

func TestRemoveJob(t *testing.T) {
	each(t, func(t *testing.T, e *env) {
		ctx := t.Context()
		kinds := []string{object.Result, object.PDF, object.Image, object.Chart, object.Document, object.Model}
		var persisted, plain []object.Object
		for _, kind := range kinds {
			persisted = append(persisted, e.add(t, object.Artifact{JobID: "job", Kind: kind, Persisted: true}, "x"))
			plain = append(plain, e.add(t, object.Artifact{JobID: "job", Kind: kind}, "x"))
		}
		other := e.add(t, object.Artifact{JobID: "other", Kind: object.Image}, "x")
		file := e.upload(t, "text")
		for range 2 {
			if err := e.RemoveJob(ctx, "job", false); err != nil {
				t.Fatal(err)
			}
			e.consistent(t)
			for _, o := range append(plain, persisted...) {
				stays := o.Persisted && slices.Contains([]string{object.Result, object.Image}, o.Kind)
				if _, err := e.Find(ctx, o.ID); (err == nil) != stays {
					t.Errorf("%s, persisted %v: %v", o.Kind, o.Persisted, err)
				}
			}
		}
		if _, err := e.FindResult(ctx, org, persisted[0].ID); err != nil {
			t.Errorf("the persisted result: %v", err)
		}
		for range 2 {
			if err := e.RemoveJob(ctx, "job", true); err != nil {
				t.Fatal(err)
			}
		}
		if blobs := e.keys(); len(blobs) != 2 {
			t.Errorf("left: %v", blobs)
		}
		if _, err := e.Find(ctx, other.ID); err != nil {
			t.Errorf("another job's image: %v", err)
		}
		if got := e.content(t, file.ID); got != "text" {
			t.Errorf("an upload reads %q", got)
		}
	})
}

// insertJob writes the row of a job, which is another package's, as far as this one looks at it.
func (e *env) insertJob(t *testing.T, id, deletion string, expired bool) {
	t.Helper()
	_, err := e.db.Write.ExecContext(t.Context(), `INSERT INTO jobs (id, org, type, state, queue, lane, sync, generation, tenant,
		user_label, request, raw_config, source, webhook, url_mark, progress, attempt, timeout_ms, result_key, result_bytes, error,
		bucket, parent_id, persist, deletion, delete_all, expired, created_at)
		VALUES ($1, 'org', 'Parse', 'InProgress', 'cpu', 0, $2, 1, '', '', '', '', '', '', '', 0, 1, 0, '', 0, '', '', '', $2, $3, $2, $4, 0)`,
		id, false, deletion, expired)
	if err != nil {
		t.Fatal(err)
	}
}

// A worker that does not know yet that its job was deleted must not bring artifacts back.
func TestAddToDeletedJob(t *testing.T) {
	each(t, func(t *testing.T, e *env) {
		for _, tt := range []struct {
			id, deletion  string
			expired, kept bool
		}{{"alive", "", false, true}, {"deleting", "deleting", false, false}, {"deleted", "deleted", false, false}, {"expired", "", true, false}} {
			e.insertJob(t, tt.id, tt.deletion, tt.expired)
			_, err := e.Add(t.Context(), object.Artifact{Org: org, JobID: tt.id, Kind: object.Image}, strings.NewReader("x"), 0)
			if tt.kept {
				if err != nil {
					t.Error(err)
				}
				continue
			}
			wantFault(t, tt.id, err, fault.JobStateError, "")
		}
		if blobs := e.keys(); len(blobs) != 1 {
			t.Errorf("kept: %v", blobs)
		}
	})
}

// A job is removed while an artifact of it is being written.
func TestRemoveWhileWriting(t *testing.T) {
	each(t, func(t *testing.T, e *env) {
		r, w := io.Pipe()
		done := make(chan error, 1)
		go func() {
			_, err := e.Add(t.Context(), object.Artifact{Org: org, JobID: "job", Kind: object.Image}, r, 0)
			done <- err
		}()
		if _, err := w.Write([]byte("half")); err != nil {
			t.Fatal(err)
		}
		if err := e.RemoveJob(t.Context(), "job", false); err != nil {
			t.Fatal(err)
		}
		w.Close()
		if err := <-done; !fault.Is(err, fault.JobStateError) {
			t.Errorf("got %v", err)
		}
		e.empty(t)
	})
}

// A removal that is still under way wins over the writer, too.
func TestMarkedWhileWriting(t *testing.T) {
	each(t, func(t *testing.T, e *env) {
		r, w := io.Pipe()
		done := make(chan error, 1)
		go func() {
			_, err := e.Add(t.Context(), object.Artifact{Org: org, JobID: "job", Kind: object.Image}, r, 0)
			done <- err
		}()
		if _, err := w.Write([]byte("half")); err != nil {
			t.Fatal(err)
		}
		rows, err := e.All(t.Context())
		if err != nil || len(rows) != 1 {
			t.Fatalf("%d rows, %v", len(rows), err)
		}
		for _, o := range rows {
			if err := e.CrashRemoving(t.Context(), o, true); err != nil {
				t.Fatal(err)
			}
		}
		w.Close()
		if err := <-done; !fault.Is(err, fault.JobStateError) {
			t.Errorf("got %v", err)
		}
		e.empty(t)
	})
}

// The bytes behind a row were lost or cut by somebody else.
func TestDamagedStore(t *testing.T) {
	each(t, func(t *testing.T, e *env) {
		ctx := t.Context()
		o := e.add(t, object.Artifact{JobID: "job", Kind: object.PDF}, "0123456789")
		file := e.upload(t, "text")
		for key, text := range map[string]string{o.BlobKey: "01234", file.BlobKey: "te"} {
			if err := e.overwrite(t, key, text); err != nil {
				t.Fatal(err)
			}
		}
		_, _, err := e.OpenObject(ctx, o.ID, 0, -1)
		wantFault(t, "half an object", err, fault.ServiceUnavailable, "")
		_, _, _, _, err = e.OpenUpload(ctx, org, file.ID)
		wantFault(t, "half a file", err, fault.ServiceUnavailable, "")
		for _, key := range []string{o.BlobKey, file.BlobKey} {
			if err := e.blobs.Delete(ctx, key); err != nil {
				t.Fatal(err)
			}
		}
		_, _, err = e.OpenObject(ctx, o.ID, 0, -1)
		wantFault(t, "no bytes", err, fault.NotFound, "file_access_error")
		_, _, _, _, err = e.OpenUpload(ctx, org, file.ID)
		wantMissing(t, "no bytes", err)
		_, err = e.OpenExpanded(ctx, o)
		wantFault(t, "no bytes", err, fault.NotFound, "file_access_error")
		if _, err := e.DeleteUpload(ctx, org, file.ID); err != nil {
			t.Error(err)
		}
		if err := e.RemoveJob(ctx, "job", true); err != nil {
			t.Error(err)
		}
		e.empty(t)
	})
}

func TestDatabaseAway(t *testing.T) {
	server, err := startPostgres(t)
	if err != nil {
		t.Fatal(err)
	}
	e := server.env
	file := e.upload(t, "text")
	if err := server.Stop("immediate"); err != nil {
		t.Fatal(err)
	}
	_, err = e.FindUpload(t.Context(), org, file.ID)
	wantFault(t, "find", err, fault.ServiceUnavailable, "")
	_, err = e.Upload(t.Context(), org, "", "", strings.NewReader("x"), 0)
	wantFault(t, "upload", err, fault.ServiceUnavailable, "")
	_, err = e.DeleteUpload(t.Context(), org, file.ID)
	wantFault(t, "delete", err, fault.ServiceUnavailable, "")
	_, err = e.Sweep(t.Context())
	wantFault(t, "sweep", err, fault.ServiceUnavailable, "")
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	if got := e.content(t, file.ID); got != "text" {
		t.Errorf("after the return it reads %q", got)
	}
	e.consistent(t)

	// Now it goes away after the bytes are written and before the row says so.
	if _, err := e.DeleteUpload(t.Context(), org, file.ID); err != nil {
		t.Fatal(err)
	}
	stop := &stopping{Reader: strings.NewReader("text"), stop: func() error { return server.Stop("immediate") }}
	_, err = e.Upload(t.Context(), org, "", "", stop, 0)
	if stop.err != nil {
		t.Fatal(stop.err)
	}
	wantFault(t, "upload", err, fault.ServiceUnavailable, "")
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	if blobs := e.keys(); len(blobs) != 1 {
		t.Errorf("this test meant to strand bytes: %v", blobs)
	}
	e.consistent(t)
	e.clock.Add(object.WriteTime)
	if _, err := e.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	e.empty(t)
}

// stopping stops something when everything was read.
type stopping struct {
	io.Reader
	stop func() error
	err  error
}

func (s *stopping) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if errors.Is(err, io.EOF) && s.stop != nil {
		s.err, s.stop = s.stop(), nil
	}
	return n, err
}
