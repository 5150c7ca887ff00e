package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"github.com/octavo-dev/octavo/internal/job"
)

// Renew extends the leases of running tasks, writes their progress, and returns the claims that are gone:
// cancelled, ended or taken over.
func (s *Store) Renew(ctx context.Context, lease time.Duration, beats []job.Beat) (lost []job.Beat, err error) {
	if len(beats) == 0 {
		return nil, nil
	}
	s.beats.Lock()
	defer s.beats.Unlock()
	err = s.db.Tx(ctx, func(tx *sql.Tx) error {
		var p params
		text := `WITH v(jid, num, own) AS (` + beatValues(&p, beats) + `)
UPDATE tasks SET lease_until = ` + s.now + ` + ` + p.add(millis(lease)) + `
FROM v WHERE ` + p.among("job_id") + ` AND job_id = jid AND part = num AND owner = own AND state = 'running' RETURNING job_id, part, owner`
		held, err := claims(ctx, tx, text, p.args...)
		if err != nil {
			return err
		}
		var kept []job.Beat
		kept, lost = part(beats, held)
		return s.writeProgress(ctx, tx, kept)
	})
	if err != nil {
		return nil, fmt.Errorf("renew leases: %w", err)
	}
	return lost, nil
}

// Held is Renew without writing: it only returns the claims that are gone.
func (s *Store) Held(ctx context.Context, beats []job.Beat) (lost []job.Beat, err error) {
	if len(beats) == 0 {
		return nil, nil
	}
	var p params
	text := `WITH v(jid, num, own) AS (` + beatValues(&p, beats) + `)
SELECT job_id, part, owner FROM v JOIN tasks ON job_id = jid AND part = num AND owner = own WHERE ` + p.among("job_id") + ` AND state = 'running'`
	held, err := claims(ctx, s.db.Read, text, p.args...)
	if err != nil {
		return nil, fmt.Errorf("check claims: %w", err)
	}
	_, lost = part(beats, held)
	return lost, nil
}

func beatValues(p *params, beats []job.Beat) string {
	return p.values(len(beats), func(i int) []any { return []any{beats[i].JobID, beats[i].Part, beats[i].Owner} })
}

// part splits beats into those whose claims are held and the others.
func part(beats []job.Beat, held map[token]bool) (kept, lost []job.Beat) {
	for _, b := range beats {
		if held[token{b.JobID, b.Part, b.Owner}] {
			kept = append(kept, b)
		} else {
			lost = append(lost, b)
		}
	}
	return kept, lost
}

// writeProgress raises progress and fills the page counts; nothing ever goes down.
func (s *Store) writeProgress(ctx context.Context, tx *sql.Tx, beats []job.Beat) error {
	var news []job.Beat
	for _, b := range beats {
		if b.Report != nil {
			news = append(news, b)
		}
	}
	if len(news) == 0 {
		return nil
	}
	slices.SortFunc(news, func(a, b job.Beat) int { return cmp.Compare(a.JobID, b.JobID) }) // the order in which rows are locked
	var p params
	err := p.exec(ctx, tx, `WITH v(jid, done, num, total) AS (`+p.values(len(news), func(i int) []any {
		r := news[i].Report
		return []any{news[i].JobID, min(r.Done, job.MaxProgress), r.NumPages, r.TotalPages}
	})+`)
UPDATE jobs SET progress = CASE WHEN done > progress THEN done ELSE progress END,
	num_pages = COALESCE(NULLIF(num, 0), num_pages), total_pages = COALESCE(NULLIF(total, 0), total_pages)
FROM v WHERE `+p.among("id")+` AND id = jid AND state = 'InProgress'`)
	if err != nil {
		return fmt.Errorf("write progress: %w", err)
	}
	return nil
}
