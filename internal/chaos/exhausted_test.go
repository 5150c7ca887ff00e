package chaos

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/octavo-dev/octavo/internal/testenv"
)

// Others take every connection that the database has. Callers hear that and when to try again; when connections are free
// again, everything works without a restart and nothing is lost. Fault 41.
func TestExhaustedConnections(t *testing.T) {
	t.Parallel()
	server, url := ownPostgres(t)
	in, from := install(t, url), newOrigin(t)
	book := newLedger(t, in, newReceiver(t))
	front, worker := in.front(), in.worker()
	known := book.submit(from.url+"/free/known", "known")
	book.settle(20 * time.Second)
	from.hold()
	book.submit(from.url+"/held/running", "running")
	askedFor(t, from, "/held/running", 1)

	free := takeAll(t, server, url)
	from.release() // the job ends while nobody can write it down
	for deadline := time.Now().Add(5 * time.Second); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		for name, err := range map[string]error{
			"submit": promptly(in.client.try(patience+time.Second, "POST", "/parse", book.body(from.url+"/free/refused", "refused"))),
			"upload": promptly(in.client.tryUpload(patience+time.Second, "refused.txt", "refused")),
			"read":   promptly(in.client.try(patience+time.Second, "GET", "/job/"+known, nil)),
			"list":   promptly(in.client.try(patience+time.Second, "GET", "/jobs?limit=5", nil)),
		} {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if a, err := in.client.try(patience, "GET", "/health", nil); err != nil || a.status != http.StatusOK {
			t.Errorf("the process: %v %v", a, err)
		}
	}
	free()
	await(t, 10*time.Second, "reads work again", func() error {
		a, err := in.client.try(patience, "GET", "/job/"+known, nil)
		if err == nil && a.status != http.StatusOK {
			err = errors.New(a.String())
		}
		return err
	})
	if err := book.insist(from.url+"/free/after", "after", 10*time.Second); err != nil {
		t.Errorf("after it: %v", err)
	}
	book.settle(time.Minute)
	book.balance()
	for _, p := range []*process{front, worker} {
		p.leave()
	}
	in.balanceFolder()
}

// takeAll takes connections until the server has none left, and those of the database itself from who has them.
func takeAll(t *testing.T, server *testenv.PostgresServer, url string) (free func()) {
	t.Helper()
	ctx := context.Background()
	cfg, err := pgx.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	admin, err := pgx.Connect(ctx, server.URL("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	all := []*pgx.Conn{admin}
	free = func() {
		for _, c := range all {
			c.Close(ctx)
		}
		all = nil
	}
	t.Cleanup(func() { free() })
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
		conn, err := pgx.Connect(ctx, server.URL("postgres"))
		if err == nil {
			all = append(all, conn)
			continue
		}
		var full *pgconn.PgError
		if !errors.As(err, &full) || full.Code != "53300" {
			t.Fatalf("take a connection: %v", err)
		}
		var left int
		if err := admin.QueryRow(ctx, "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = $1", cfg.Database).Scan(&left); err != nil {
			t.Fatal(err)
		}
		if left == 0 {
			return free
		}
	}
	t.Fatal("others are quicker")
	return free
}
