package sqlstore

import (
	"context"
	"database/sql"

	"github.com/octavo-dev/octavo/internal/database"
)

// step is one statement of a transaction whose statements do not depend on each other's answers.
type step struct {
	text string
	args []any
	row  func(scan func(...any) error) error // called for every row of the answer; nil: none is expected
}

func all(steps []step) []database.Step {
	out := make([]database.Step, len(steps))
	for i, st := range steps {
		out[i] = database.Step{Text: st.text, Args: st.args, Row: st.row}
	}
	return out
}

// run runs the steps in one transaction.
func (s *Store) run(ctx context.Context, steps ...step) error {
	return s.db.Run(ctx, all(steps)...)
}

// runLazily is run for what may be forgotten when the database crashes.
func (s *Store) runLazily(ctx context.Context, steps ...step) error {
	return s.db.RunLazily(ctx, all(steps)...)
}

// runSteps runs the steps as part of a transaction.
func runSteps(ctx context.Context, tx *sql.Tx, steps []step) error {
	return database.RunIn(ctx, tx, all(steps))
}
