package chaos

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/testenv"
)

// ownPostgres is a database server that only this test stops.
func ownPostgres(t *testing.T) (*testenv.PostgresServer, string) {
	t.Helper()
	server, err := testenv.StartPostgres()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Remove)
	url, err := server.NewDatabase(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return server, url
}

// The database crashes under load and comes back. Callers hear that and when to try again, and nothing is lost. Fault 41.
func TestDatabaseCrash(t *testing.T) {
	t.Parallel()
	const away = 5 * time.Second
	server, url := ownPostgres(t)
	in, from := install(t, url), newOrigin(t)
	book := newLedger(t, in, newReceiver(t))
	front := in.front()
	workers := []*process{in.worker(), in.worker()}
	known := book.submit(from.url+"/free/known", "known")
	book.settle(20 * time.Second)
	calm := in.load()

	callers := startCallers(t, book, from, known)
	callers.until(t, "work before the outage", func() error {
		if n := book.size(); n < 20 {
			return fmt.Errorf("%d jobs", n)
		}
		return nil
	})
	if err := server.Stop("immediate"); err != nil {
		t.Fatal(err)
	}
	stopped := time.Now()
	callers.stage(t, "away", away)
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	back := time.Now()
	await(t, 10*time.Second, "reads work again", func() error {
		a, err := in.client.try(patience, "GET", "/job/"+known, nil)
		if err != nil || a.status != http.StatusOK {
			return fmt.Errorf("%v %v", a, err)
		}
		return nil
	})
	recovered := time.Since(back)
	atReturn := book.size()
	callers.until(t, "work after the outage", func() error {
		if n := book.size(); n < atReturn+20 {
			return fmt.Errorf("%d jobs", n-atReturn)
		}
		return nil
	})
	callers.end()
	book.settle(2 * time.Minute)
	t.Logf("away %v, reads back %v later, %d jobs, %d refusals, slowest %v", back.Sub(stopped), recovered, book.size(), callers.refused, callers.slowest)
	if callers.refused == 0 {
		t.Error("nobody was told that the database was away")
	}
	book.balance()
	in.client.http.CloseIdleConnections()
	await(t, 30*time.Second, "nothing hangs on", func() error {
		for name, n := range in.load() {
			if n > calm[name]+50 {
				return fmt.Errorf("%s: %v, before %v", name, n, calm[name])
			}
		}
		return nil
	})
	for _, p := range append(workers, front) {
		if !p.alive() {
			t.Errorf("%s ended", p.name)
		}
		p.leave()
	}
	in.balanceFolder()
}

// load is what the serving process says it holds.
func (i *installation) load() map[string]float64 {
	i.t.Helper()
	out := map[string]float64{}
	for line := range strings.Lines(string(i.client.want(http.StatusOK, "GET", "/metrics", nil).body)) {
		for _, name := range []string{"go_goroutines", "process_open_fds"} {
			var n float64
			if _, err := fmt.Sscanf(line, name+" %g", &n); err == nil {
				out[name] = n
			}
		}
	}
	if len(out) != 2 {
		i.t.Fatalf("the metrics tell only %v", out)
	}
	return out
}
