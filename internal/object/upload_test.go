package object_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/object"
)

func TestUpload(t *testing.T) {
	each(t, func(t *testing.T, e *env) {
		ctx := t.Context()
		o, err := e.Upload(ctx, org, "PDF", `C:\docs\Übersicht "1".pdf`, strings.NewReader("text"), 4)
		if err != nil {
			t.Fatal(err)
		}
		if o.Label != "svc://"+o.ID+".pdf" || o.Filename != `Übersicht "1".pdf` || o.Bytes != 4 || o.ETag == "" {
			t.Errorf("got %+v", o)
		}
		plain := e.upload(t, "")
		none, err := e.Upload(ctx, org, "", "", strings.NewReader("x"), 0)
		if err != nil || none.Label != "svc://"+none.ID {
			t.Errorf("%+v, %v", none, err)
		}
		for _, id := range []string{o.ID, o.Label, "svc://" + o.ID, o.ID + ".docx", o.ID + ".pdf.zip", strings.ToUpper(o.ID)} {
			found, err := e.FindUpload(ctx, org, id)
			if err != nil || found.ID != o.ID || found.Label != o.Label || found.Bytes != 4 || found.ETag != o.ETag {
				t.Errorf("%s: %+v, %v", id, found, err)
			}
			if got := e.content(t, id); got != "text" {
				t.Errorf("%s reads %q", id, got)
			}
			if err := e.HasUpload(ctx, org, id); err != nil {
				t.Errorf("%s: %v", id, err)
			}
		}
		if got := e.content(t, plain.ID); got != "" {
			t.Errorf("an empty file reads %q", got)
		}

		artifact := e.add(t, object.Artifact{JobID: "job", Kind: object.PDF, Filename: "a.pdf"}, "pdf")
		for _, id := range []string{uuid.NewString(), "", "svc://", "x", "http://" + o.ID, "s3://" + o.ID, "{" + o.ID + "}",
			strings.ReplaceAll(o.ID, "-", ""), artifact.ID, "../" + o.ID, o.ID + "\x00", "urn:uuid:" + o.ID} {
			_, err := e.FindUpload(ctx, org, id)
			wantMissing(t, id, err)
			_, _, _, _, err = e.OpenUpload(ctx, org, id)
			wantMissing(t, id, err)
			wantMissing(t, id, e.HasUpload(ctx, org, id))
			wantMissing(t, id, e.Touch(ctx, org, id))
			_, err = e.DeleteUpload(ctx, org, id)
			wantMissing(t, id, err)
		}
		wantMissing(t, "foreign", e.HasUpload(ctx, "other", o.ID))
		wantMissing(t, "foreign", e.Touch(ctx, "other", o.ID))
		_, err = e.DeleteUpload(ctx, "other", o.ID)
		wantMissing(t, "foreign", err)
		if got := e.content(t, o.ID); got != "text" {
			t.Errorf("after foreign attempts it reads %q", got)
		}
	})
}

func TestOtherScheme(t *testing.T) {
	e := newEnv(t, "sqlite", false)
	old := e.upload(t, "old")
	e.opt.IDScheme = "docs"
	e.Store = object.New(e.db, e.blobs, e.opt)
	o := e.upload(t, "text")
	if o.Label != "docs://"+o.ID+".txt" {
		t.Errorf("label %s", o.Label)
	}
	for _, id := range []string{o.Label, "svc://" + o.ID, old.Label, "docs://" + old.ID} {
		if err := e.HasUpload(t.Context(), org, id); err != nil {
			t.Errorf("%s: %v", id, err)
		}
	}
	if label, err := e.DeleteUpload(t.Context(), org, "docs://"+old.ID); err != nil || label != old.Label {
		t.Errorf("deleting says %q, %v; /upload said %q", label, err, old.Label)
	}
}

func TestUploadLimit(t *testing.T) {
	each(t, func(t *testing.T, e *env) {
		_, err := e.Upload(t.Context(), org, "", "", strings.NewReader("12345"), 4)
		wantFault(t, "five bytes of four", err, fault.DocumentTooLarge, "document_too_large")
		broken := errors.New("the client went away")
		_, err = e.Upload(t.Context(), org, "", "", io.MultiReader(strings.NewReader("1234"), failing{broken}), 10)
		if !errors.Is(err, broken) {
			t.Errorf("got %v", err)
		}
		e.empty(t)
	})
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

func TestReserve(t *testing.T) {
	each(t, func(t *testing.T, e *env) {
		ctx := t.Context()
		o, putURL, err := e.Reserve(ctx, org, "PDF")
		if err != nil {
			t.Fatal(err)
		}
		if o.Label != "svc://"+o.ID+".pdf" || putURL == "" {
			t.Errorf("%+v, %q", o, putURL)
		}
		wantMissing(t, "before the PUT", e.HasUpload(ctx, org, o.ID))
		wantMissing(t, "before the PUT", e.Touch(ctx, org, o.ID))
		for _, text := range []string{"first", "second content", ""} {
			if err := e.send(t, putURL, text); err != nil {
				t.Fatal(err)
			}
			if got := e.content(t, o.Label); got != text {
				t.Errorf("reads %q, %q was put", got, text)
			}
			found, err := e.FindUpload(ctx, org, o.ID)
			if err != nil || found.Bytes != int64(len(text)) || found.Label != o.Label {
				t.Errorf("%+v, %v", found, err)
			}
			if blobs := e.keys(); len(blobs) != 1 {
				t.Errorf("replaced content stays: %v", blobs)
			}
			e.consistent(t)
		}
		wantMissing(t, "foreign", e.HasUpload(ctx, "other", o.ID))

		// The file lives on its own retention now, not on that of the URL.
		e.clock.Add(23 * time.Hour)
		if n, err := e.Sweep(ctx); n != 0 || err != nil {
			t.Errorf("swept %d, %v", n, err)
		}
		if got := e.content(t, o.ID); got != "" {
			t.Errorf("reads %q", got)
		}
	})
}

func TestReservedTooLarge(t *testing.T) {
	each(t, func(t *testing.T, e *env) {
		ctx := t.Context()
		o, putURL, err := e.Reserve(ctx, org, "")
		if err != nil {
			t.Fatal(err)
		}
		if err := e.send(t, putURL, strings.Repeat("x", limit)); err != nil {
			t.Fatal(err)
		}
		if got := e.content(t, o.ID); len(got) != limit {
			t.Errorf("%d bytes", len(got))
		}
		// The store itself takes everything; the limit shows when the file is used.
		err = e.send(t, putURL, strings.Repeat("x", limit+1))
		if e.proxy != nil {
			_, _, _, _, err = e.OpenUpload(ctx, org, o.ID)
		}
		wantFault(t, "one byte too many", err, fault.DocumentTooLarge, "document_too_large")

		late, putURL, err := e.Reserve(ctx, org, "")
		if err != nil {
			t.Fatal(err)
		}
		err = e.send(t, putURL, strings.Repeat("x", limit+1))
		if e.proxy != nil {
			err = e.HasUpload(ctx, org, late.ID)
		}
		wantFault(t, "one byte too many", err, fault.DocumentTooLarge, "document_too_large")
		if e.proxy == nil {
			wantMissing(t, "refused content", e.HasUpload(ctx, org, late.ID))
			_, err := e.PutReserved(ctx, late.ID, strings.NewReader(strings.Repeat("x", limit+1)), -1)
			wantFault(t, "undeclared", err, fault.DocumentTooLarge, "")
			return
		}
		for _, id := range []string{o.ID, late.ID} {
			if _, err := e.DeleteUpload(ctx, org, id); err != nil {
				t.Error(err)
			}
		}
	})
}

func TestPutReserved(t *testing.T) {
	each(t, func(t *testing.T, e *env) {
		ctx := t.Context()
		if e.proxy != nil {
			return // the store takes the bytes itself
		}
		o, putURL, err := e.Reserve(ctx, org, "")
		if err != nil {
			t.Fatal(err)
		}
		if err := e.send(t, putURL, "good"); err != nil {
			t.Fatal(err)
		}
		if _, err := e.PutReserved(ctx, o.ID, strings.NewReader("short"), 10); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("half a body: %v", err)
		}
		broken := errors.New("the client went away")
		if _, err := e.PutReserved(ctx, o.ID, failing{broken}, -1); !errors.Is(err, broken) {
			t.Errorf("a broken body: %v", err)
		}
		if got := e.content(t, o.ID); got != "good" {
			t.Errorf("after failed attempts it reads %q", got)
		}
		if blobs := e.keys(); len(blobs) != 1 {
			t.Errorf("failed attempts stay: %v", blobs)
		}
		_, err = e.PutReserved(ctx, uuid.NewString(), strings.NewReader("x"), 1)
		wantMissing(t, "unknown id", err)
		artifact := e.add(t, object.Artifact{JobID: "job", Kind: object.PDF, Filename: "a.pdf"}, "pdf")
		_, err = e.PutReserved(ctx, artifact.ID, strings.NewReader("x"), 1)
		wantMissing(t, "an artifact", err)

		e.clock.Add(25 * time.Hour)
		_, err = e.PutReserved(ctx, o.ID, strings.NewReader("late"), 4)
		wantMissing(t, "after its retention", err)
		if _, err := e.Sweep(ctx); err != nil {
			t.Fatal(err)
		}
		if err := e.RemoveJob(ctx, "job", true); err != nil {
			t.Fatal(err)
		}
		e.empty(t)
	})
}

func TestRetention(t *testing.T) {
	each(t, func(t *testing.T, e *env) {
		ctx := t.Context()
		o := e.upload(t, "text")
		used := e.upload(t, "used")
		e.clock.Add(20 * time.Hour)
		if err := e.Touch(ctx, org, used.Label); err != nil {
			t.Fatal(err)
		}
		e.clock.Add(5 * time.Hour)
		wantMissing(t, "expired, not swept", e.HasUpload(ctx, org, o.ID))
		wantMissing(t, "expired, not swept", e.Touch(ctx, org, o.ID))
		_, err := e.DeleteUpload(ctx, org, o.ID)
		wantMissing(t, "expired, not swept", err)
		if n, err := e.Sweep(ctx); n != 1 || err != nil {
			t.Errorf("swept %d, %v", n, err)
		}
		if got := e.content(t, used.ID); got != "used" {
			t.Errorf("reads %q", got)
		}
		e.consistent(t)
		e.clock.Add(20 * time.Hour)
		if n, err := e.Sweep(ctx); n != 1 || err != nil {
			t.Errorf("swept %d, %v", n, err)
		}
		e.empty(t)
	})
}

func TestDeleteUpload(t *testing.T) {
	each(t, func(t *testing.T, e *env) {
		ctx := t.Context()
		o := e.upload(t, "text")
		if label, err := e.DeleteUpload(ctx, org, o.Label); err != nil || label != o.Label {
			t.Errorf("%q, %v", label, err)
		}
		e.empty(t)
		_, err := e.DeleteUpload(ctx, org, o.Label)
		wantMissing(t, "again", err)
		wantMissing(t, "afterwards", e.HasUpload(ctx, org, o.ID))

		empty, putURL, err := e.Reserve(ctx, org, "pdf")
		if err != nil {
			t.Fatal(err)
		}
		if label, err := e.DeleteUpload(ctx, org, empty.ID); err != nil || label != empty.Label {
			t.Errorf("%q, %v", label, err)
		}
		_, err = e.DeleteUpload(ctx, org, empty.ID)
		wantMissing(t, "again", err)

		// Who still has the upload URL cannot bring the file back, nor leave bytes that nobody removes.
		err = e.send(t, putURL, "zombie")
		if e.proxy == nil {
			wantMissing(t, "a PUT after the removal", err)
		} else if err != nil {
			t.Fatal(err)
		}
		wantMissing(t, "afterwards", e.HasUpload(ctx, org, empty.ID))
		e.consistent(t)
		e.clock.Add(time.Hour + object.LateTime)
		if _, err := e.Sweep(ctx); err != nil {
			t.Error(err)
		}
		e.empty(t)
	})
}

// A reservation that nobody uses ends with its URL; bytes that arrive late go too.
func TestReservationEnds(t *testing.T) {
	each(t, func(t *testing.T, e *env) {
		ctx := t.Context()
		o, putURL, err := e.Reserve(ctx, org, "")
		if err != nil {
			t.Fatal(err)
		}
		e.clock.Add(time.Hour)
		if _, err := e.Sweep(ctx); err != nil {
			t.Fatal(err)
		}
		wantMissing(t, "after the URL", e.HasUpload(ctx, org, o.ID))
		if e.proxy != nil { // the store has its own clock and still takes it
			if err := e.send(t, putURL, "late"); err != nil {
				t.Fatal(err)
			}
			wantMissing(t, "after the URL", e.HasUpload(ctx, org, o.ID))
			e.clock.Add(object.LateTime)
			if n, err := e.Sweep(ctx); n != 1 || err != nil {
				t.Errorf("swept %d, %v", n, err)
			}
		}
		e.empty(t)
	})
}
