package chaos

import (
	"context"
	"fmt"
	"net/http"
	neturl "net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/octavo-dev/octavo/internal/database"
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

// The database crashes under load and comes back. Callers hear that and when to try again, and nothing is lost.
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

// callers submit and read all the time and look at what they are told.
type callers struct {
	t    testing.TB
	book *ledger
	quit chan struct{}
	all  sync.WaitGroup

	mu      sync.Mutex
	refused int
	slowest time.Duration
}

func startCallers(t testing.TB, book *ledger, from *origin, known string) *callers {
	c := &callers{t: t, book: book, quit: make(chan struct{})}
	for n := range 3 {
		c.loop(func(i int) {
			words := fmt.Sprintf("load%d-%d", n, i)
			err := book.insist(fmt.Sprintf("%s/slow/%d/%s", from.url, 100*n, words), words, time.Minute)
			if err != nil && t.Context().Err() == nil {
				t.Error(err)
			}
		})
	}
	for _, path := range []string{"/job/" + known, "/jobs?limit=5"} {
		c.loop(func(int) { c.look("GET", path, nil) })
	}
	c.loop(func(i int) {
		body, contentType := form("load.txt", "text")
		c.look("POST", "/upload", body, "Content-Type", contentType)
	})
	t.Cleanup(c.end)
	return c
}

// look sends one request, which is answered in time: as usual, or with when to try again.
func (c *callers) look(method, path string, body any, header ...string) {
	a, err := c.book.in.client.try(patience+time.Second, method, path, body, header...)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.slowest = max(c.slowest, a.took)
	if err == nil && a.status == http.StatusOK {
		return
	}
	c.refused++
	if wrong := promptly(a, err); wrong != nil && c.t.Context().Err() == nil {
		c.t.Errorf("%s %s: %v", method, path, wrong)
	}
}

func (c *callers) loop(fn func(i int)) {
	c.all.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-c.quit:
				return
			case <-c.t.Context().Done():
				return
			case <-time.After(50 * time.Millisecond):
				fn(i)
			}
		}
	})
}

func (c *callers) end() {
	select {
	case <-c.quit:
	default:
		close(c.quit)
	}
	c.all.Wait()
}

func (c *callers) until(t testing.TB, what string, fn func() error) {
	t.Helper()
	await(t, time.Minute, what, fn)
}

// stage keeps a fault up for its time and asks what has to hold meanwhile.
func (c *callers) stage(t testing.TB, what string, d time.Duration) {
	t.Helper()
	in := c.book.in
	for deadline := time.Now().Add(d); time.Now().Before(deadline); time.Sleep(200 * time.Millisecond) {
		if a, err := in.client.try(patience, "GET", "/health", nil); err != nil || a.status != http.StatusOK {
			t.Errorf("%s: the process says %v %v of itself", what, a, err)
		}
		if a, err := in.client.try(patience, "GET", "/ready", nil); err != nil || a.status != http.StatusServiceUnavailable {
			t.Errorf("%s: ready: %v %v", what, a, err)
		}
	}
}

// Somebody locks the table of jobs for ten seconds, or the whole file. Who needs it is told to come back.
func TestLockedTable(t *testing.T) {
	t.Parallel()
	const locked = 10 * time.Second
	eachDatabase(t, func(t *testing.T, fresh func(testing.TB) *installation) {
		in, from := fresh(t), newOrigin(t)
		book := newLedger(t, in, nil)
		front := in.serve()
		book.submit(from.url+"/free/before", "before")
		book.settle(20 * time.Second)
		unlock, longest := in.lock()
		asked := 0
		for began := time.Now(); time.Since(began) < locked-patience || asked == 0; asked++ {
			a, err := in.client.try(longest, "POST", "/parse", book.body(from.url+"/free/refused", "refused"))
			if wrong := unavailable(a, err); wrong != nil {
				t.Errorf("submit: %v", wrong)
			}
			// Who only reads is refused by a locked table and let through by a locked file.
			a, err = in.client.try(longest, "GET", "/jobs?limit=5", nil)
			if wrong := unavailable(a, err); wrong != nil && (err != nil || a.status != http.StatusOK) {
				t.Errorf("list: %v", wrong)
			}
		}
		unlock()
		if err := book.insist(from.url+"/free/after", "after", 10*time.Second); err != nil {
			t.Error(err)
		}
		book.settle(20 * time.Second)
		book.balance()
		front.leave()
	})
}

// lock keeps everybody from writing jobs and says how long an answer may take meanwhile. Two waits for a locked file
// of five seconds each may follow on each other before the process knows.
func (i *installation) lock() (unlock func(), longest time.Duration) {
	i.t.Helper()
	ctx := context.Background()
	if _, ok := database.File(i.settings["database_url"]); ok {
		tx, err := i.records().Write.BeginTx(ctx, nil)
		if err != nil {
			i.t.Fatal(err)
		}
		unlock = sync.OnceFunc(func() { tx.Rollback() })
		i.t.Cleanup(unlock)
		return unlock, 12 * time.Second
	}
	// A session of its own: ours give a lock up by themselves.
	conn, err := pgx.Connect(ctx, i.settings["database_url"])
	if err == nil {
		_, err = conn.Exec(ctx, "BEGIN; LOCK TABLE jobs IN ACCESS EXCLUSIVE MODE")
	}
	if err != nil {
		i.t.Fatal(err)
	}
	unlock = sync.OnceFunc(func() { conn.Close(ctx) })
	i.t.Cleanup(unlock)
	return unlock, patience
}

// The database turns read-only, as a server does that lost an election. Reading goes on or is refused by name, and so
// is writing; when it is over, everything works without a restart.
func TestReadOnlyDatabase(t *testing.T) {
	t.Parallel()
	server, url := ownPostgres(t)
	in, from := install(t, url), newOrigin(t)
	book := newLedger(t, in, newReceiver(t))
	front := in.serve()
	from.hold()
	running := book.submit(from.url+"/held/running", "running")
	askedFor(t, from, "/held/running", 1)

	admin, err := pgx.Connect(t.Context(), server.URL("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close(context.Background())
	turn := func(readOnly string) {
		for _, text := range []string{
			"ALTER DATABASE " + databaseName(url) + " SET default_transaction_read_only = " + readOnly,
			"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" + databaseName(url) + "'",
		} {
			if _, err := admin.Exec(t.Context(), text); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
		}
	}
	turn("on")
	from.release() // the job ends in a database that takes no end
	for deadline := time.Now().Add(5 * time.Second); time.Now().Before(deadline); {
		if err := promptly(in.client.try(patience+time.Second, "POST", "/parse", book.body(from.url+"/free/refused", "refused"))); err != nil {
			t.Errorf("submit: %v", err)
		}
		if err := promptly(in.client.tryUpload(patience+time.Second, "refused.txt", "refused")); err != nil {
			t.Errorf("upload: %v", err)
		}
		a, err := in.client.try(patience+time.Second, "GET", "/job/"+running, nil)
		if err != nil || a.status != http.StatusOK {
			if err := promptly(a, err); err != nil {
				t.Errorf("read: %v", err)
			}
		}
	}
	turn("off")
	if err := book.insist(from.url+"/free/after", "after", 10*time.Second); err != nil {
		t.Errorf("after it: %v", err)
	}
	book.settle(time.Minute)
	book.balance()
	front.leave()
	in.balanceFolder()
}

// databaseName is the name inside a database URL.
func databaseName(rawURL string) string {
	u, err := neturl.Parse(rawURL)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(u.Path, "/")
}
