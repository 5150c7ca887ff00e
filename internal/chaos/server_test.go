package chaos

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// The one process that serves and works is killed again and again, in the middle of whatever it does, and started
// anew. Every id it ever gave out is known afterwards, and nothing else is.
func TestKilledServer(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, fresh func(testing.TB) *installation) {
		eachSeed(t, func(t *testing.T, r *rand.Rand) { killServer(t, fresh(t), r) })
	})
}

func killServer(t *testing.T, in *installation, r *rand.Rand) {
	const rounds, load = 8, 80
	book := newLedger(t, in, newReceiver(t))
	from := newOrigin(t)
	start := func() *process { return in.serve("workers", "{cpu: 1, io: 4}") }
	one := &crew{in: in, r: r, members: []*process{start()}, start: start}
	began := time.Now()
	submitted := submitAll(t, book, from, r, load)
	away := newBin(t, in, from)
	stopDribbling := dribble(t, in)
	for range rounds {
		time.Sleep(time.Duration(300+r.IntN(1200)) * time.Millisecond)
		one.kill()
	}
	away.end()
	stopDribbling()
	submitted.Wait()
	away.balance()
	book.tombstones = len(away.deleted)
	book.settle(2 * time.Minute)
	t.Logf("%d kills, %d jobs, %d deleted, in %v", rounds, book.size(), len(away.deleted), time.Since(began))

	if n := in.number("SELECT COUNT(*) FROM objects WHERE filename = 'dribble.bin' AND state = 'stored'"); n != 0 {
		t.Errorf("%d unfinished uploads are visible", n)
	}
	book.balance()
	one.members[0].leave()
	in.balanceFolder()
	if n := in.number("SELECT COUNT(*) FROM objects o JOIN jobs j ON j.id = o.job_id WHERE j.deletion <> ''"); n != 0 {
		t.Errorf("deleted jobs left %d objects", n)
	}
	if left := in.leftovers(); len(left) > 0 {
		t.Errorf("files are left: %v", left)
	}
}

// A reserved file whose content was on its way when the process was killed is still without content, and takes it
// the second time.
func TestKilledDuringReservedUpload(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, fresh func(testing.TB) *installation) {
		in := fresh(t)
		book := newLedger(t, in, nil)
		p := in.serve()
		reserved := in.client.want(http.StatusOK, "POST", "/upload", nil)
		file, target := reserved.text("file_id"), reserved.text("presigned_url")
		body, feed := io.Pipe()
		go func() {
			req, err := http.NewRequestWithContext(t.Context(), "PUT", target, body)
			if err != nil {
				t.Error(err)
				return
			}
			if res, err := in.client.http.Do(req); err == nil {
				res.Body.Close()
				t.Errorf("an upload that did not end was answered: %s", res.Status)
			}
			body.CloseWithError(io.ErrClosedPipe)
		}()
		io.WriteString(feed, document("half"))
		await(t, 10*time.Second, "the upload is under way", func() error {
			if len(files(t, filepath.Join(in.data, "store", "tmp"))) == 0 {
				return fmt.Errorf("nothing is written")
			}
			return nil
		})
		p.kill()
		p = in.serve()
		a := in.client.do("POST", "/parse", book.body(file, "whole"))
		if a.status != http.StatusNotFound || a.text("error", "type") != "file_access_error" {
			t.Errorf("the half uploaded file: %v", a)
		}
		in.client.want(http.StatusOK, "PUT", target, document("whole"))
		book.submit(file, "whole")
		book.settle(30 * time.Second)
		book.balance()
		p.leave()
		in.balanceFolder()
	})
}

// A job has ended and its webhook is on the way when the process is killed. It is told again, under the same id.
func TestKilledBeforeTelling(t *testing.T) {
	t.Parallel()
	in, from := install(t, ""), newOrigin(t)
	hook := newReceiver(t)
	book := newLedger(t, in, hook)
	p := in.serve()
	hook.silent(true)
	id := book.submit(from.url+"/free/told", "told")
	await(t, 30*time.Second, "the webhook is sent", func() error {
		if hook.told(id) == 0 {
			return fmt.Errorf("not yet")
		}
		return nil
	})
	p.kill()
	hook.silent(false)
	p = in.serve()
	book.settle(time.Minute)
	if n := hook.told(id); n < 2 {
		t.Errorf("the receiver heard of it %d times", n)
	}
	book.balance()
	p.leave()
}

// dribble always has an upload under way that never ends.
func dribble(t testing.TB, in *installation) (stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	all.Go(func() {
		for ctx.Err() == nil {
			r, w := io.Pipe()
			go func() {
				fmt.Fprint(w, "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"dribble.bin\"\r\n\r\n")
				for ctx.Err() == nil {
					if _, err := io.WriteString(w, strings.Repeat("drop ", 2000)); err != nil {
						return
					}
					time.Sleep(10 * time.Millisecond)
				}
				w.CloseWithError(ctx.Err())
			}()
			req, err := http.NewRequestWithContext(ctx, "POST", in.client.base+"/upload", r)
			if err != nil {
				t.Error(err)
				return
			}
			req.Header.Set("Content-Type", "multipart/form-data; boundary=b")
			res, err := in.client.http.Do(req)
			if err != nil { // killed, or not started yet
				r.CloseWithError(err)
				time.Sleep(50 * time.Millisecond)
				continue
			}
			res.Body.Close()
			r.CloseWithError(io.ErrClosedPipe)
			if res.StatusCode == http.StatusOK {
				t.Error("an upload that did not end was taken")
			}
		}
	})
	return func() {
		cancel()
		all.Wait()
	}
}

// bin submits jobs and deletes them again, finished or not.
type bin struct {
	t       testing.TB
	in      *installation
	cancel  context.CancelFunc
	all     sync.WaitGroup
	unsure  []string // inputs whose answer was lost
	deleted []string
}

func newBin(t testing.TB, in *installation, from *origin) *bin {
	ctx, cancel := context.WithCancel(t.Context())
	b := &bin{t: t, in: in, cancel: cancel}
	b.all.Go(func() {
		for n := 0; ctx.Err() == nil; n++ {
			input := fmt.Sprintf("%s/free/gone%d", from.url, n)
			id, err := b.submit(input)
			if err != nil {
				b.unsure = append(b.unsure, input)
				time.Sleep(20 * time.Millisecond)
				continue
			}
			b.deleted = append(b.deleted, id)
			for ctx.Err() == nil && b.drop(id) != nil {
				time.Sleep(20 * time.Millisecond)
			}
		}
	})
	t.Cleanup(b.end)
	return b
}

func (b *bin) submit(input string) (string, error) {
	body := map[string]any{"input": input, "async": map[string]any{}}
	a, err := b.in.client.try(patience, "POST", "/parse", body, "Idempotency-Key", input)
	if err == nil && a.status != http.StatusOK {
		if wrong := promptly(a, nil); wrong != nil {
			b.t.Errorf("submit %s: %v", input, wrong)
		}
		err = fmt.Errorf("%v", a)
	}
	return a.text("job_id"), err
}

// drop asks for a deletion once. From the moment it is granted the job is never seen again.
func (b *bin) drop(id string) error {
	a, err := b.in.client.try(patience, "DELETE", "/job/"+id, nil)
	if err != nil {
		return err
	}
	if a.status != http.StatusAccepted && a.status != http.StatusGone {
		if wrong := promptly(a, nil); wrong != nil {
			b.t.Errorf("delete %s: %v", id, wrong)
		}
		return fmt.Errorf("%v", a)
	}
	a, err = b.in.client.try(patience, "GET", "/job/"+id, nil)
	if err != nil || a.status == http.StatusServiceUnavailable {
		return nil
	}
	progress := a.status == http.StatusConflict && a.text("error", "name") == "JOB_DELETION_IN_PROGRESS"
	if gone := a.status == http.StatusGone && a.text("error", "name") == "JOB_DELETED"; !progress && !gone {
		b.t.Errorf("deleted job %s: %v", id, a)
	}
	return nil
}

func (b *bin) end() {
	b.cancel()
	b.all.Wait()
}

// balance wants every deletion to be complete, also of jobs that were submitted without an answer.
func (b *bin) balance() {
	b.t.Helper()
	for _, input := range b.unsure {
		await(b.t, time.Minute, "an answer is repeated", func() error {
			id, err := b.submit(input)
			if err == nil {
				b.deleted = append(b.deleted, id)
			}
			return err
		})
	}
	for _, id := range b.deleted {
		await(b.t, 20*time.Second, "a deletion ends", func() error {
			if err := b.drop(id); err != nil {
				return err
			}
			if a := b.in.client.do("GET", "/job/"+id, nil); a.status != http.StatusGone {
				return fmt.Errorf("%v", a)
			}
			return nil
		})
	}
}
