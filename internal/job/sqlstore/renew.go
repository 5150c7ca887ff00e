package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/octavo-dev/octavo/internal/job"
)

// Renew extends the leases of an owner's tasks, writes their progress, and returns the ids of the tasks that are
// no longer the owner's: cancelled, ended or taken over.
func (s *Store) Renew(ctx context.Context, owner string, lease time.Duration, beats []job.Beat) (lost []string, err error) {
	if len(beats) == 0 {
		return nil, nil
	}
	err = s.db.Tx(ctx, func(tx *sql.Tx) error {
		var p params
		text := `WITH v(tid, tries) AS (VALUES ` + beatRows(&p, beats) + `)
UPDATE tasks SET lease_until = ` + s.now + ` + ` + p.int(millis(lease)) + `
FROM v WHERE id = tid AND attempt = tries AND state = 'running' AND owner = ` + p.add(owner) + ` RETURNING id`
		held, err := texts(ctx, tx, text, p.args...)
		if err != nil {
			return err
		}
		lost = missing(beats, held)
		return s.writeProgress(ctx, tx, beats, lost)
	})
	if err != nil {
		return nil, fmt.Errorf("renew leases: %w", err)
	}
	return lost, nil
}

// Held is Renew without writing: it only returns the ids of the tasks that are no longer the owner's.
func (s *Store) Held(ctx context.Context, owner string, beats []job.Beat) (lost []string, err error) {
	if len(beats) == 0 {
		return nil, nil
	}
	var p params
	text := `WITH v(tid, tries) AS (VALUES ` + beatRows(&p, beats) + `)
SELECT id FROM v JOIN tasks ON id = tid AND attempt = tries WHERE state = 'running' AND owner = ` + p.add(owner)
	held, err := texts(ctx, s.db.Read, text, p.args...)
	if err != nil {
		return nil, fmt.Errorf("check claims: %w", err)
	}
	return missing(beats, held), nil
}

func beatRows(p *params, beats []job.Beat) string {
	return rows(len(beats), func(i int) []string {
		return []string{p.add(beats[i].ID), p.int(int64(beats[i].Attempt))}
	})
}

func missing(beats []job.Beat, held []string) (lost []string) {
	found := make(map[string]bool, len(held))
	for _, id := range held {
		found[id] = true
	}
	for _, b := range beats {
		if !found[b.ID] {
			lost = append(lost, b.ID)
		}
	}
	return lost
}

// writeProgress raises progress and fills the page counts; nothing ever goes down.
func (s *Store) writeProgress(ctx context.Context, tx *sql.Tx, beats []job.Beat, lost []string) error {
	gone := make(map[string]bool, len(lost))
	for _, id := range lost {
		gone[id] = true
	}
	var news []job.Beat
	for _, b := range beats {
		if b.Report != nil && !gone[b.ID] {
			news = append(news, b)
		}
	}
	if len(news) == 0 {
		return nil
	}
	var p params
	_, err := tx.ExecContext(ctx, `WITH v(jid, done, num, total) AS (VALUES `+rows(len(news), func(i int) []string {
		r := news[i].Report
		return []string{p.add(news[i].JobID), p.float(min(r.Done, job.MaxProgress)), p.int(int64(r.NumPages)), p.int(int64(r.TotalPages))}
	})+`)
UPDATE jobs SET progress = CASE WHEN done > progress THEN done ELSE progress END,
	num_pages = COALESCE(NULLIF(num, 0), num_pages), total_pages = COALESCE(NULLIF(total, 0), total_pages)
FROM v WHERE id = jid AND state = 'InProgress'`, p.args...)
	if err != nil {
		return fmt.Errorf("write progress: %w", err)
	}
	return nil
}
