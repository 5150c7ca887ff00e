package database_test

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/testenv"
)

func TestMain(m *testing.M) { testenv.Main(m) }

func TestMigrateTwice(t *testing.T) {
	testenv.EachDatabase(t, func(t *testing.T, db *database.DB) {
		ctx := context.Background()
		if err := database.Migrate(ctx, db); err != nil {
			t.Fatal(err)
		}
		if pending, err := database.Pending(ctx, db); err != nil || pending {
			t.Errorf("pending %v, %v after migrating", pending, err)
		}
	})
}

func TestTx(t *testing.T) {
	testenv.EachDatabase(t, func(t *testing.T, db *database.DB) {
		ctx := context.Background()
		put := func(name string, fail error) error {
			return db.Tx(ctx, func(tx *sql.Tx) error {
				if _, err := tx.ExecContext(ctx, "INSERT INTO meta (name, value, updated_at) VALUES ($1, $2, "+db.Dialect.Now+")", name, "v"); err != nil {
					return err
				}
				return fail
			})
		}
		if err := put("a", nil); err != nil {
			t.Fatal(err)
		}
		if err := put("a", nil); !database.Duplicate(err) {
			t.Errorf("a second row with the same key: %v", err)
		}
		boom := errors.New("boom")
		if err := put("b", boom); !errors.Is(err, boom) {
			t.Errorf("got %v", err)
		}
		var n int
		var at int64
		if err := db.Read.QueryRowContext(ctx, "SELECT count(*), max(updated_at) FROM meta").Scan(&n, &at); err != nil || n != 1 {
			t.Errorf("%d rows, %v; a failed transaction must leave none", n, err)
		}
		if d := time.Since(time.UnixMilli(at)); d < -time.Second || d > time.Minute {
			t.Errorf("the database clock is %v off", d)
		}
	})
}

func TestListen(t *testing.T) {
	db := testenv.Database(t, "postgres")
	ctx, cancel := context.WithCancel(context.Background())
	got := make(chan database.Notice, 100)
	var wg sync.WaitGroup
	wg.Go(func() { db.Listen(ctx, func(n database.Notice) { got <- n }, "octavo") })
	defer wg.Wait()
	defer cancel()
	deadline := time.After(10 * time.Second)
	for {
		if _, err := db.Write.ExecContext(ctx, db.Dialect.Notify, "octavo", "cpu"); err != nil {
			t.Fatal(err)
		}
		select {
		case n := <-got:
			if n.Channel != "octavo" || n.Payload != "cpu" {
				t.Errorf("got %+v", n)
			}
			return
		case <-time.After(50 * time.Millisecond): // the listener may not be connected yet
		case <-deadline:
			t.Fatal("no notice arrived")
		}
	}
}

func TestLocksAreGivenUp(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := testenv.Database(t, "postgres")
	if err := db.SetMeta(ctx, "row", "old"); err != nil {
		t.Fatal(err)
	}
	tx, err := db.Write.BeginTx(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "UPDATE meta SET value = 'never' WHERE name = 'row'"); err != nil {
		t.Fatal(err)
	}
	// Now nothing is heard of this transaction any more. Who waits for its lock is told so, and soon it is free.
	began := time.Now()
	if err := db.SetMeta(ctx, "row", "first"); !database.Unavailable(err) || time.Since(began) > 5*time.Second {
		t.Errorf("waiting for a lock: %v after %v", err, time.Since(began))
	}
	if err := db.SetMeta(ctx, "row", "second"); err != nil || time.Since(began) > 10*time.Second {
		t.Errorf("after a frozen transaction: %v after %v", err, time.Since(began))
	}
	if err := tx.Commit(); !database.Unavailable(err) {
		t.Errorf("the frozen transaction goes on: %v", err)
	}
	if v, _, _, err := db.Meta(ctx, "row"); v != "second" || err != nil {
		t.Errorf("%q %v", v, err)
	}
}

func TestOpenRefusesUnknownScheme(t *testing.T) {
	if _, err := database.Open(context.Background(), "mysql://root:secret@h/x", database.Options{}); err == nil {
		t.Fatal("opened")
	} else if got := err.Error(); len(got) == 0 || strings.Contains(got, "secret") {
		t.Errorf("the message leaks the URL: %s", got)
	}
}

func TestMetaOnce(t *testing.T) {
	testenv.EachDatabase(t, func(t *testing.T, db *database.DB) {
		ctx := context.Background()
		values := make([]string, 10)
		var wg sync.WaitGroup
		for i := range values {
			wg.Go(func() {
				var err error
				if values[i], err = db.MetaOnce(ctx, "key", func() string { return string(rune('a' + i)) }); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		for _, v := range values {
			if v == "" || v != values[0] {
				t.Fatalf("processes disagree: %q", values)
			}
		}
		if err := db.SetMeta(ctx, "key", "new"); err != nil {
			t.Fatal(err)
		}
		if v, at, ok, err := db.Meta(ctx, "key"); v != "new" || !ok || err != nil || time.Since(at).Abs() > time.Minute {
			t.Errorf("got %q %v %v %v", v, at, ok, err)
		}
	})
}
