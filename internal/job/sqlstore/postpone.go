package sqlstore

import (
	"context"
	"fmt"
)

// Postpone puts a job that could not be cleaned behind the others that ToClean returns.
func (s *Store) Postpone(ctx context.Context, id string) error {
	_, err := s.db.Write.ExecContext(ctx, `UPDATE jobs SET deleted_at = `+s.now+` WHERE id = $1 AND deletion = 'deleting'`, id)
	if err != nil {
		return fmt.Errorf("postpone the removal of a job: %w", err)
	}
	return nil
}
