package sqlstore_test

import (
	"testing"

	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/job/jobtest"
	"github.com/octavo-dev/octavo/internal/job/sqlstore"
	"github.com/octavo-dev/octavo/internal/testenv"
)

func TestMain(m *testing.M) { testenv.Main(m) }

// TestConformance holds the store to its suite, on both databases. Among it are a thousand jobs that are cancelled while
// they finish, and two workers at the end of one job. Faults 39 and 44.
func TestConformance(t *testing.T) {
	testenv.EachDatabase(t, func(t *testing.T, db *database.DB) { jobtest.Run(t, db, open) })
}

// open gives every store handles of its own, as different processes have them.
func open(t *testing.T, db *database.DB, opt jobtest.Options) jobtest.Store {
	own, err := database.Open(t.Context(), db.URL, database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { own.Close() })
	return sqlstore.New(own, sqlstore.Options{Generation: opt.Generation, Slots: opt.Slots, OnFinish: opt.OnFinish})
}
