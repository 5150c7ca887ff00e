package chaos

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/octavo-dev/octavo/internal/database"
)

// Somebody locks the table of jobs for ten seconds, or the whole file. Who needs it is told to come back. Fault 41.
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
