package chaos

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// The database turns read-only, as a server does that lost an election. Reading goes on or is refused by name, and so
// is writing; when it is over, everything works without a restart. Fault 41.
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
	cfg, err := pgx.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	turn := func(readOnly string) {
		for _, text := range []string{
			"ALTER DATABASE " + cfg.Database + " SET default_transaction_read_only = " + readOnly,
			"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" + cfg.Database + "'",
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
