package sqlstore

import (
	"database/sql"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/testenv"
)

// TestClaimIsNotSorted claims from a line of which PostgreSQL knows nothing yet, because all of it came just now: whatever
// it believes, it must follow the order of the line and not read and sort all of it.
func TestClaimIsNotSorted(t *testing.T) {
	db := testenv.Database(t, "postgres")
	for _, table := range []string{"tasks", "jobs"} {
		if _, err := db.Write.Exec(`ALTER TABLE ` + table + ` SET (autovacuum_enabled = off)`); err != nil {
			t.Fatal(err)
		}
	}
	s := New(db, Options{Generation: 1, Slots: 8})
	for size := 0; size < 500; size += 50 {
		var submitting sync.WaitGroup
		for i := range 50 {
			submitting.Go(func() {
				if _, err := s.Submit(t.Context(), job.Submission{
					Org: fmt.Sprint("org-", i%5), Type: "Parse", Queue: job.CPU, First: job.Stage{Name: "read", Queue: job.CPU}, Lane: job.Normal,
				}); err != nil {
					t.Error(err)
				}
			})
		}
		submitting.Wait()
		for _, limit := range []int{1, 8} {
			take := s.takeSteps(s.claimable()+claimOrder, &taken{}, string(job.CPU), 1, limit, "worker", 1000)[0]
			plan, err := texts(t.Context(), db.Read, `EXPLAIN `+take.text, take.args...)
			if err != nil {
				t.Fatal(err)
			}
			if p := strings.Join(plan, "\n"); !strings.Contains(p, "tasks_claim") || strings.Contains(p, "Sort") {
				t.Errorf("%d of %d tasks are claimed by\n%s", limit, size+50, p)
			}
		}
	}
}

// TestClaimScansNothing holds SQLite, which plans by rules alone, to the indexes of the line and of what runs.
func TestClaimScansNothing(t *testing.T) {
	db := testenv.Database(t, "sqlite")
	s := New(db, Options{Generation: 1, Slots: 8})
	for _, step := range s.takeSteps(s.claimable()+claimOrder, &taken{}, string(job.CPU), 1, 8, "worker", 1000) {
		var plan []string
		err := query(t.Context(), db.Read, `EXPLAIN QUERY PLAN `+step.text, step.args, func(r *sql.Rows) error {
			var line string
			err := r.Scan(new(int), new(int), new(int), &line)
			plan = append(plan, line)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range plan {
			if scan := strings.HasPrefix(line, "SCAN tasks") || strings.HasPrefix(line, "SCAN t"); scan && !strings.Contains(line, "INDEX") || strings.Contains(line, "TEMP B-TREE") {
				t.Errorf("%s\nis done by %v", step.text, plan)
			}
		}
	}
}
