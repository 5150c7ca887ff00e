package hook_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/octavo-dev/octavo/internal/cursor"
	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/guard"
	"github.com/octavo-dev/octavo/internal/hook"
	"github.com/octavo-dev/octavo/internal/hook/message"
	"github.com/octavo-dev/octavo/internal/testenv"
)

func TestMain(m *testing.M) { testenv.Main(m) }

const org = "acme"

// rig is a database with a clock that only moves by hand, a dispatcher and a portal.
type rig struct {
	*testing.T
	ctx        context.Context
	db         *database.DB
	dispatcher *hook.Dispatcher
	portal     *hook.Portal
}

// each runs fn on both databases and fails when a goroutine stays behind.
func each(t *testing.T, fn func(r *rig)) {
	for _, dialect := range []string{"sqlite", "postgres"} {
		t.Run(dialect, func(t *testing.T) {
			before := goleak.IgnoreCurrent()
			t.Cleanup(func() { goleak.VerifyNone(t, before, goleak.IgnoreAnyFunction(testenv.Keeper)) })
			logs(t)
			r := &rig{T: t, ctx: context.Background(), db: stopClock(t, open(t, dialect))}
			r.use(loopback(t), hook.Options{})
			fn(r)
		})
	}
}

// postgres is one database for all tests: making one takes longer than most of them.
var postgres string

// open returns an empty, migrated database.
func open(t *testing.T, dialect string) *database.DB {
	t.Helper()
	if dialect == "sqlite" {
		return testenv.Database(t, dialect)
	}
	if postgres == "" {
		postgres = testenv.Postgres(t)
	}
	db, err := database.Open(context.Background(), postgres, database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	if err := database.Migrate(context.Background(), db); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Write.Exec("TRUNCATE meta, jobs, endpoints, messages, deliveries, portal_tokens"); err != nil {
		t.Fatal(err)
	}
	return db
}

// use replaces the dispatcher by one with another poster, as a second process has it.
func (r *rig) use(poster hook.Poster, opt hook.Options) *hook.Dispatcher {
	r.Helper()
	d, err := hook.NewDispatcher(r.db, poster, opt)
	if err != nil {
		r.Fatal(err)
	}
	r.dispatcher = d
	r.portal = hook.NewPortal(r.db, d, anyURL{}, cursor.New([]byte("key")), time.Hour)
	return d
}

// loopback is the real client, allowed to reach receivers on this machine.
func loopback(t *testing.T) *guard.Client { return client(t, 15*time.Second) }

func client(t *testing.T, patience time.Duration) *guard.Client {
	t.Helper()
	c, err := guard.New(guard.Policy{Allow: []string{"127.0.0.1"}, Times: guard.Times{Post: patience}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

type anyURL struct{}

func (anyURL) CheckLiteral(string) error { return nil }

// stopClock gives a database a clock that stands still until advance moves it. It starts at the real time.
func stopClock(t *testing.T, db *database.DB) *database.DB {
	t.Helper()
	if _, err := db.Write.Exec("INSERT INTO meta (name, value, updated_at) VALUES ('clock', $1, 0)", strconv.FormatInt(time.Now().UnixMilli(), 10)); err != nil {
		t.Fatal(err)
	}
	still := *db
	still.Dialect.Now = "(SELECT CAST(value AS BIGINT) FROM meta WHERE name = 'clock')"
	return &still
}

func (r *rig) now() time.Time {
	r.Helper()
	var at int64
	if err := r.db.Read.QueryRow("SELECT " + r.db.Dialect.Now).Scan(&at); err != nil {
		r.Fatal(err)
	}
	return time.UnixMilli(at).UTC()
}

func (r *rig) advance(d time.Duration) {
	r.Helper()
	r.exec("UPDATE meta SET value = $1 WHERE name = 'clock'", strconv.FormatInt(r.now().Add(d).UnixMilli(), 10))
}

func (r *rig) exec(query string, args ...any) {
	r.Helper()
	if _, err := r.db.Write.Exec(query, args...); err != nil {
		r.Fatal(err)
	}
}

func (r *rig) count(query string, args ...any) int {
	r.Helper()
	var n int
	if err := r.db.Read.QueryRow(query, args...).Scan(&n); err != nil {
		r.Fatal(err)
	}
	return n
}

// event is the row the job store writes when a job ends.
type event struct {
	org, job, mode, url string
	channels            []string
	metadata            string
}

func (r *rig) add(e event) (id string) {
	r.Helper()
	if e.org == "" {
		e.org = org
	}
	if e.job == "" {
		e.job = "job-1"
	}
	channels, _ := json.Marshal(e.channels)
	id = message.NewID()
	r.exec("INSERT INTO messages (id, org, job_id, mode, url, channels, body, expanded, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, FALSE, "+r.db.Dialect.Now+")",
		id, e.org, e.job, e.mode, e.url, string(channels), string(message.Body("Completed", e.job, json.RawMessage(e.metadata))))
	return id
}

func (r *rig) endpoint(url string, channels ...string) hook.CreatedEndpoint {
	r.Helper()
	e, err := r.portal.CreateEndpoint(r.ctx, org, hook.EndpointInput{URL: url, Channels: channels})
	if err != nil {
		r.Fatal(err)
	}
	return e
}

// deliveries are all of the organization, the newest first.
func (r *rig) deliveries() []hook.Delivery {
	r.Helper()
	list, _, err := r.portal.ListDeliveries(r.ctx, org, hook.DeliveryQuery{Limit: 500})
	if err != nil {
		r.Fatal(err)
	}
	return list
}

// only is the one delivery of the organization.
func (r *rig) only() hook.Delivery {
	r.Helper()
	list := r.deliveries()
	if len(list) != 1 {
		r.Fatalf("%d deliveries, want 1", len(list))
	}
	return list[0]
}

// receiver is a real HTTP server that remembers what it was sent.
type receiver struct {
	*httptest.Server
	mu       sync.Mutex
	requests []request
}

type request struct {
	header http.Header
	body   []byte
	path   string
}

// receive starts a receiver that answers with the given statuses in turn, and with the last one for ever.
func receive(t *testing.T, statuses ...int) *receiver {
	return serve(t, func(w http.ResponseWriter, _ *http.Request, n int) {
		w.WriteHeader(statuses[min(n, len(statuses)-1)])
	})
}

// serve starts a receiver that answers with fn; n counts the requests from 0.
func serve(t *testing.T, fn func(w http.ResponseWriter, r *http.Request, n int)) *receiver {
	t.Helper()
	rec := &receiver{}
	rec.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Errorf("read request: %v", err)
		}
		rec.mu.Lock()
		n := len(rec.requests)
		rec.requests = append(rec.requests, request{r.Header.Clone(), body, r.URL.Path})
		rec.mu.Unlock()
		fn(w, r, n)
	}))
	t.Cleanup(rec.Close)
	return rec
}

func (rec *receiver) got() []request {
	rec.mu.Lock()
	defer rec.mu.Unlock()
	return append([]request(nil), rec.requests...)
}

// until waits for a condition that another goroutine brings about.
func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("timed out: %s", what)
		}
	}
}

// running runs a dispatcher until the test ends or stop is called.
func running(t *testing.T, d *hook.Dispatcher) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() { d.Run(ctx) })
	stop = func() {
		cancel()
		wg.Wait()
	}
	t.Cleanup(stop)
	return stop
}

// logs catches everything that is logged until the test ends.
func logs(t *testing.T) *logged {
	t.Helper()
	out := &logged{}
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(out, &slog.HandlerOptions{Level: slog.LevelDebug})))
	t.Cleanup(func() { slog.SetDefault(before) })
	return out
}

type logged struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
