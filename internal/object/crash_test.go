package object_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/blob"
	"github.com/octavo-dev/octavo/internal/blob/blobtest"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/object"
	"github.com/octavo-dev/octavo/internal/testenv"
)

// privatePostgres is a server one test may stop.
type privatePostgres struct {
	*testenv.PostgresServer
	env *env
}

func startPostgres(t *testing.T) (*privatePostgres, error) {
	t.Helper()
	server, err := testenv.StartPostgres()
	if err != nil {
		return nil, err
	}
	t.Cleanup(server.Remove)
	rawURL, err := server.NewDatabase(t.Context())
	if err != nil {
		return nil, err
	}
	db := openDatabase(t, rawURL)
	t.Cleanup(func() { db.Close() })
	e := newEnv(t, "sqlite", false)
	e.db = db
	e.Store = object.New(db, e.blobs, e.opt)
	return &privatePostgres{server, e}, nil
}

// overwrite changes bytes behind the store's back.
func (e *env) overwrite(t *testing.T, key, text string) error {
	t.Helper()
	_, err := e.blobs.Put(t.Context(), key, strings.NewReader(text), blob.PutOptions{})
	return err
}

func TestSweepAfterCrash(t *testing.T) {
	each(t, func(t *testing.T, e *env) {
		ctx := t.Context()
		written, err := e.CrashWriting(ctx, org, strings.NewReader("text"))
		if err != nil {
			t.Fatal(err)
		}
		wantMissing(t, "never finished", e.HasUpload(ctx, org, written.ID))
		marked, removed := e.upload(t, "text"), e.add(t, object.Artifact{JobID: "job", Kind: object.Image}, "x")
		if err := errors.Join(e.CrashRemoving(ctx, marked, false), e.CrashRemoving(ctx, removed, true)); err != nil {
			t.Fatal(err)
		}
		wantMissing(t, "marked", e.HasUpload(ctx, org, marked.ID))
		_, err = e.Find(ctx, removed.ID)
		wantFault(t, "marked", err, fault.NotFound, "")
		e.consistent(t)

		if n, err := e.Sweep(ctx); n != 2 || err != nil {
			t.Errorf("swept %d, %v", n, err)
		}
		if blobs := e.keys(); len(blobs) != 1 {
			t.Errorf("left: %v; a writer may still be at work", blobs)
		}
		e.clock.Add(object.WriteTime)
		if n, err := e.Sweep(ctx); n != 1 || err != nil {
			t.Errorf("swept %d, %v", n, err)
		}
		e.empty(t)
	})
}

// A writer puts its bytes where a removal has just been, and dies before it finds out.
func TestCrashBehindRemoval(t *testing.T) {
	each(t, func(t *testing.T, e *env) {
		ctx := t.Context()
		written, err := e.BeginWriting(ctx, org, "job")
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // by a caller, and by a sweeper that tries again
			if err := e.RemoveJob(ctx, "job", true); err != nil {
				t.Fatal(err)
			}
		}
		if err := e.overwrite(t, written.BlobKey, "late"); err != nil {
			t.Fatal(err)
		}
		e.consistent(t)
		_, err = e.Find(ctx, written.ID)
		wantFault(t, "removed", err, fault.NotFound, "")
		e.clock.Add(object.WriteTime)
		if n, err := e.Sweep(ctx); n != 1 || err != nil {
			t.Errorf("swept %d, %v", n, err)
		}
		e.empty(t)
	})
}

// A removal that the store refused is finished by asking again.
func TestDeleteAgain(t *testing.T) {
	e := newEnv(t, "postgres", true)
	ctx := t.Context()
	file := e.upload(t, "text")
	image := e.add(t, object.Artifact{JobID: "job", Kind: object.Image}, "x")
	e.proxy.Set(blobtest.Only(http.MethodDelete, blobtest.Status(403, "AccessDenied")))
	_, err := e.DeleteUpload(ctx, org, file.ID)
	wantFault(t, "delete", err, fault.ServiceUnavailable, "")
	wantFault(t, "remove", e.RemoveJob(ctx, "job", true), fault.ServiceUnavailable, "")
	_, err = e.Sweep(ctx)
	wantFault(t, "sweep", err, fault.ServiceUnavailable, "")
	wantMissing(t, "meanwhile", e.HasUpload(ctx, org, file.ID))
	_, err = e.Find(ctx, image.ID)
	wantFault(t, "meanwhile", err, fault.NotFound, "")
	e.proxy.Set(nil)
	if label, err := e.DeleteUpload(ctx, org, file.ID); err != nil || label != file.Label {
		t.Errorf("%q, %v", label, err)
	}
	if err := e.RemoveJob(ctx, "job", true); err != nil {
		t.Error(err)
	}
	e.empty(t)
}

// The store takes the bytes and its answers are lost: nobody sees the file, and the bytes go.
func TestLostAnswers(t *testing.T) {
	t.Parallel() // most of it is patience
	e := newEnv(t, "sqlite", true)
	ctx := t.Context()
	e.proxy.Set(blobtest.Only(http.MethodPut, blobtest.ResetAfter))
	_, err := e.Upload(ctx, org, "", "", strings.NewReader("text"), 0)
	wantFault(t, "upload", err, fault.ServiceUnavailable, "")
	e.proxy.Set(nil)
	if len(e.keys()) != 1 {
		t.Error("this test meant to strand bytes")
	}
	e.consistent(t)
	if n, err := e.Sweep(ctx); n != 1 || err != nil {
		t.Errorf("swept %d, %v", n, err)
	}
	e.empty(t)
}

// One object that cannot be removed does not keep the others.
func TestSweepGoesOn(t *testing.T) {
	e := newEnv(t, "sqlite", true)
	stuck := e.upload(t, "stuck")
	for range 3 {
		e.clock.Add(time.Second)
		e.upload(t, "text")
	}
	e.clock.Add(25 * time.Hour)
	e.proxy.Set(func(w http.ResponseWriter, r *http.Request, pass http.Handler) {
		if strings.Contains(r.URL.Path, stuck.ID) {
			blobtest.Status(403, "AccessDenied")(w, r, pass)
			return
		}
		pass.ServeHTTP(w, r)
	})
	n, err := e.Sweep(t.Context())
	if n != 3 || !errors.Is(err, blob.ErrRefused) {
		t.Errorf("swept %d, %v", n, err)
	}
	e.proxy.Set(nil)
	if n, err := e.Sweep(t.Context()); n != 1 || err != nil {
		t.Errorf("swept %d, %v", n, err)
	}
	e.empty(t)
}

func TestSweepOnManyMachines(t *testing.T) {
	each(t, func(t *testing.T, e *env) {
		const files = 30
		for range files {
			e.upload(t, "text")
		}
		kept := e.upload(t, "kept")
		e.clock.Add(23 * time.Hour)
		if err := e.Touch(t.Context(), org, kept.ID); err != nil {
			t.Fatal(err)
		}
		e.clock.Add(2 * time.Hour)
		var wg sync.WaitGroup
		counts := make(chan int, 4)
		for range 4 {
			wg.Go(func() {
				n, err := object.New(e.db, e.blobs, e.opt).Sweep(context.Background())
				if err != nil {
					t.Error(err)
				}
				counts <- n
			})
		}
		wg.Wait()
		close(counts)
		total := 0
		for n := range counts {
			total += n
		}
		if total != files {
			t.Errorf("%d removed, want %d, each counted once", total, files)
		}
		if got := e.content(t, kept.ID); got != "kept" {
			t.Errorf("reads %q", got)
		}
	})
}

// Many put, read and finally delete one file at the same time.
func TestRaces(t *testing.T) {
	each(t, func(t *testing.T, e *env) {
		ctx := t.Context()
		o, putURL, err := e.Reserve(ctx, org, "")
		if err != nil {
			t.Fatal(err)
		}
		if err := e.send(t, putURL, "0"); err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		for i := range 6 {
			wg.Go(func() {
				if err := e.send(t, putURL, strings.Repeat(fmt.Sprint(i), 10*i+1)); err != nil {
					t.Error(err)
				}
			})
			wg.Go(func() {
				_, _, _, body, err := e.OpenUpload(ctx, org, o.ID)
				if err != nil {
					return // replaced twice under its hands: allowed, but nothing else is
				}
				defer body.Close()
				got, err := io.ReadAll(body)
				if err == nil && (len(got) == 0 || strings.Trim(string(got), string(got[:1])) != "") {
					t.Errorf("read a mixture: %q", got)
				}
			})
		}
		wg.Wait()
		if got := e.content(t, o.ID); got == "" || len(got)%10 != 1 {
			t.Errorf("reads %q", got)
		}
		if blobs := e.keys(); len(blobs) != 1 {
			t.Errorf("replaced contents stay: %v", blobs)
		}
		for range 3 {
			wg.Go(func() {
				if e.proxy == nil { // a PUT may come before or after the removal
					if err := e.send(t, putURL, "late"); err != nil && !fault.Is(err, fault.NotFound) {
						t.Error(err)
					}
				}
			})
			wg.Go(func() {
				if _, err := e.DeleteUpload(ctx, org, o.ID); err != nil && !fault.Is(err, fault.NotFound) {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		wantMissing(t, "afterwards", e.HasUpload(ctx, org, o.ID))
		if blobs := e.keys(); len(blobs) != 0 {
			t.Errorf("left: %v", blobs)
		}
	})
}

// Any sequence of calls leaves rows and bytes in agreement, and shows exactly the files it should.
func TestAnySequence(t *testing.T) {
	e := newEnv(t, "sqlite", false)
	ctx := t.Context()
	rapid.Check(t, func(rt *rapid.T) {
		e.clock.Add(1000 * time.Hour)
		if _, err := e.Sweep(ctx); err != nil {
			rt.Fatal(err)
		}
		e.empty(t)
		type file struct {
			text, putURL string
			until        time.Time
		}
		files := map[string]*file{}
		var ids []string
		pick := func() (string, *file) {
			if len(ids) == 0 {
				rt.Skip("no file yet")
			}
			id := rapid.SampledFrom(ids).Draw(rt, "file")
			return id, files[id]
		}
		look := func(*rapid.T) {
			e.consistent(t)
			for id, f := range files {
				visible := f.text != "" && e.clock.Now().Before(f.until)
				if err := e.HasUpload(ctx, org, id); (err == nil) != visible {
					rt.Fatalf("file %s: %v, visible %v", id, err, visible)
				} else if visible && e.content(t, id) != f.text {
					rt.Fatalf("file %s does not read %q", id, f.text)
				}
			}
		}
		rt.Repeat(map[string]func(*rapid.T){
			"upload": func(*rapid.T) {
				o := e.upload(t, "uploaded")
				files[o.ID] = &file{text: "uploaded", until: e.clock.Now().Add(e.opt.UploadRetention)}
				ids = append(ids, o.ID)
			},
			"reserve": func(*rapid.T) {
				o, putURL, err := e.Reserve(ctx, org, "")
				if err != nil {
					rt.Fatal(err)
				}
				files[o.ID] = &file{putURL: putURL, until: e.clock.Now().Add(e.opt.UploadTTL)}
				ids = append(ids, o.ID)
			},
			"put": func(*rapid.T) {
				_, f := pick()
				if f.putURL == "" {
					rt.Skip("not reserved")
				}
				text := rapid.StringMatching("[a-z]{1,9}").Draw(rt, "text")
				if err := e.send(t, f.putURL, text); err == nil {
					f.text, f.until = text, e.clock.Now().Add(e.opt.UploadRetention)
				}
			},
			"touch": func(*rapid.T) {
				id, f := pick()
				if err := e.Touch(ctx, org, id); err == nil {
					f.until = e.clock.Now().Add(e.opt.UploadRetention)
				}
			},
			"delete": func(*rapid.T) {
				id, f := pick()
				visible := e.clock.Now().Before(f.until)
				if _, err := e.DeleteUpload(ctx, org, id); (err == nil) != visible {
					rt.Fatalf("delete: %v, visible %v", err, visible)
				}
				f.until = time.Time{}
			},
			"wait": func(*rapid.T) {
				e.clock.Add(time.Duration(rapid.IntRange(1, 20).Draw(rt, "hours")) * time.Hour)
			},
			"sweep": func(*rapid.T) {
				if _, err := e.Sweep(ctx); err != nil {
					rt.Fatal(err)
				}
			},
			"look": look,
		})
		look(rt)
	})
}

// TestKilledUpload runs itself again as another process on the same database and folder, which is killed while
// it takes an upload.
func TestKilledUpload(t *testing.T) {
	const inside = "OCTAVO_TEST_KILLED_UPLOAD"
	if dir := os.Getenv(inside); dir != "" {
		takeForever(t, dir)
		return
	}
	dir := t.TempDir()
	e := folderEnv(t, dir)
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestKilledUpload$", "-test.v")
	cmd.Env = append(os.Environ(), inside+"="+dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines, seen := bufio.NewScanner(out), false
	for !seen && lines.Scan() {
		seen = strings.Contains(lines.Text(), halfway)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	if !seen {
		t.Fatal("the other process never took anything")
	}

	rows, err := e.All(t.Context())
	if err != nil || len(rows) != 1 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for id := range rows {
		wantMissing(t, "unfinished", e.HasUpload(t.Context(), org, id))
	}
	e.clock.Add(object.WriteTime + time.Minute) // the other process began a little later
	if n, err := e.Sweep(t.Context()); n != 1 || err != nil {
		t.Errorf("swept %d, %v", n, err)
	}
	hourAgo := time.Now().Add(-time.Hour)
	scratch, err := filepath.Glob(filepath.Join(dir, "store", "tmp", "*"))
	if err != nil || len(scratch) != 1 {
		t.Fatalf("%v, %v", scratch, err)
	}
	if err := os.Chtimes(scratch[0], hourAgo, hourAgo); err != nil {
		t.Fatal(err)
	}
	again := folderEnv(t, dir)
	again.empty(t)
	if o := again.upload(t, "text"); again.content(t, o.ID) != "text" {
		t.Error("the next upload fails")
	}
}

const halfway = "half of it is here"

func takeForever(t *testing.T, dir string) {
	e := folderEnv(t, dir)
	forever := readerFunc(func([]byte) (int, error) {
		fmt.Println(halfway)
		select {}
	})
	_, err := e.Upload(t.Context(), org, "", "", io.MultiReader(bytes.NewReader(blobtest.Bytes(1<<20)), forever), 0)
	t.Fatal(err)
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// folderEnv opens the embedded database and the local store below dir, which other processes may have open.
func folderEnv(t *testing.T, dir string) *env {
	t.Helper()
	db := openDatabase(t, "sqlite:"+filepath.Join(dir, "octavo.db"))
	t.Cleanup(func() { db.Close() })
	blobs, err := blob.Open(t.Context(), "file://"+filepath.Join(dir, "store"), blob.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { blobs.Close() })
	e := &env{db: db, blobs: blobs, clock: &clock{now: time.Now()}}
	e.keys = func() map[string]int64 { return filesIn(t, filepath.Join(dir, "store")) }
	e.open()
	return e
}
