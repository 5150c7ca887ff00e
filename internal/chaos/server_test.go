package chaos

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// The one process that serves and works is killed again and again, in the middle of whatever it does, and started
// anew. Every id it ever gave out is known afterwards, and nothing else is. Fault 40.
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
	one := hire(in, r, 1, func(int) *process { return in.serve("workers", "{cpu: 1, io: 4}") })
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
