package chaos

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"
)

const (
	kills      = 20
	crewSize   = 3
	submitters = 4
)

// Workers are killed and one is frozen past its lease while jobs come in. Every job that was accepted ends once, with
// one result and one webhook id, and nothing is left behind. Fault 39.
func TestKilledWorkers(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, fresh func(testing.TB) *installation) {
		eachSeed(t, func(t *testing.T, r *rand.Rand) { killWorkers(t, fresh(t), r) })
		if long {
			t.Run("default lease", func(t *testing.T) {
				seed := seeds(t)[0]
				t.Logf("seed %d", seed)
				killWorkers(t, fresh(t).withDefaultLease(), rand.New(rand.NewPCG(seed, 0)))
			})
		}
	})
}

func killWorkers(t *testing.T, in *installation, r *rand.Rand) {
	book := newLedger(t, in, newReceiver(t))
	front := in.front()
	workers := newCrew(in, r)
	began := time.Now()
	submitted := submitAll(t, book, newOrigin(t), r, jobs)
	frozen := r.IntN(kills + 1)
	for n, share := range shares(r, kills+1) {
		await(t, 2*time.Minute, "jobs get done between kills", func() error {
			if done := book.finished(); done < int(share*jobs) {
				return fmt.Errorf("%d of %d", done, jobs)
			}
			return nil
		})
		if n == frozen {
			workers.freeze()
		} else {
			workers.kill()
		}
	}
	submitted.Wait()
	worked := time.Since(began)
	book.settle(3 * time.Minute)
	t.Logf("%d jobs, %d kills, 1 freeze: worked %v, all told after %v", book.size(), kills, worked, time.Since(began))
	if book.size() != jobs {
		t.Errorf("%d of %d jobs were accepted", book.size(), jobs)
	}
	book.balance()
	for _, p := range workers.members {
		p.leave()
	}
	front.leave()
	in.balanceFolder()
	if left := in.leftovers(); len(left) > 0 {
		t.Errorf("files are left: %v", left)
	}
}

// shares are sorted moments of a run, given as the share of jobs that are done.
func shares(r *rand.Rand, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = 0.05 + 0.8*r.Float64()
	}
	slices.Sort(out)
	return out
}

// stubborn is how long a client goes on. The key of a request whose server died is taken for half a minute, and the
// next server may die too.
const stubborn = 3 * time.Minute

// submitAll sends jobs as several clients do, at a pace that leaves room for kills in between: two of three are files
// they upload, the others come from a server that takes its time.
func submitAll(t testing.TB, book *ledger, from *origin, r *rand.Rand, n int) *sync.WaitGroup {
	type order struct {
		words string
		slow  int // milliseconds of a download; 0: an upload
		pause time.Duration
	}
	orders := make(chan order, n)
	for i := range n {
		o := order{words: fmt.Sprintf("w%d-%d", i, r.Uint32()), pause: time.Duration(r.IntN(250)) * time.Millisecond}
		if i%3 == 0 {
			o.slow = 300 + r.IntN(1200)
		}
		orders <- o
	}
	close(orders)
	var all sync.WaitGroup
	for range submitters {
		all.Go(func() {
			for o := range orders {
				time.Sleep(o.pause)
				input := fmt.Sprintf("%s/slow/%d/%s", from.url, o.slow, o.words)
				var err error
				if o.slow == 0 {
					input, err = book.insistUpload(o.words, stubborn)
				}
				if err == nil {
					err = book.insist(input, o.words, stubborn)
				}
				if t.Context().Err() != nil {
					return
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	t.Cleanup(all.Wait)
	return &all
}

// insistUpload sends a file until it is taken.
func (l *ledger) insistUpload(words string, within time.Duration) (id string, err error) {
	err = poll(l.t, within, func() error {
		a, err := l.in.client.tryUpload(patience, words+".md", document(words))
		if err != nil {
			return err
		}
		if a.status != http.StatusOK {
			if wrong := promptly(a, nil); wrong != nil {
				l.t.Errorf("upload of %s: %v", words, wrong)
			}
			return fmt.Errorf("%v", a)
		}
		id = a.text("file_id")
		return nil
	})
	return id, err
}
