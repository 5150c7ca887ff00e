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

// TestClaimIsPlannedForMany has PostgreSQL plan a claim while it believes the tables to be empty, for whatever is asked, as it
// does for a connection that keeps the plan: it must suit a long line all the same.
func TestClaimIsPlannedForMany(t *testing.T) {
	db := testenv.Database(t, "postgres")
	s := New(db, Options{Generation: 1, Slots: 8})
	text := s.takeSteps(s.claimable()+claimOrder, &taken{})[0].text
	claimed := func(when string) {
		t.Helper()
		tx, err := db.Write.Begin()
		if err != nil {
			t.Fatal(err)
		}
		defer tx.Rollback()
		if _, err := tx.Exec(`SET LOCAL plan_cache_mode = force_generic_plan`); err != nil {
			t.Fatal(err)
		}
		if _, err := tx.Exec(`PREPARE claim AS ` + text); err != nil {
			t.Fatal(err)
		}
		defer tx.Exec(`DEALLOCATE claim`)
		lines, err := texts(t.Context(), tx, `EXPLAIN EXECUTE claim ('cpu', 1, 8, 'worker', 1000)`)
		if err != nil {
			t.Fatal(err)
		}
		plan := strings.Join(lines, "\n")
		for _, part := range []string{"Index Scan using tasks_claim on tasks", "Tid Scan on tasks"} {
			if !strings.Contains(plan, part) {
				t.Errorf("%s: no %s in\n%s", when, part, plan)
			}
		}
		if strings.Contains(plan, "Sort") || strings.Contains(plan, "Seq Scan on tasks") {
			t.Errorf("%s: the line is read and sorted by\n%s", when, plan)
		}
	}
	claimed("never vacuumed")
	if _, err := db.Write.Exec(`VACUUM ANALYZE tasks`); err != nil {
		t.Fatal(err)
	}
	claimed("vacuumed when empty")
	for size := 50; size <= 500; size += 50 {
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
		claimed(fmt.Sprint(size, " tasks"))
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
			if strings.HasPrefix(line, "SCAN t") && !strings.Contains(line, "INDEX") || strings.Contains(line, "TEMP B-TREE") {
				t.Errorf("%s\nis done by %v", step.text, plan)
			}
		}
	}
}
