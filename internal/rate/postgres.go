package rate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/octavo-dev/octavo/internal/database"
)

// Postgres keeps buckets in the table rates, by the database's clock.
type Postgres struct {
	db *database.DB
}

// NewPostgres returns the buckets of a PostgreSQL database. SQLite has one writer and belongs to one machine:
// there the buckets are kept in memory.
func NewPostgres(db *database.DB) *Postgres { return &Postgres{db: db} }

// micros is the database's clock. It is read after the row is locked, for each row.
const micros = `CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)`

// takeTokens locks the rows in the order of their names, so that two statements never wait for each other,
// and changes all of them or none. It answers fewer rows than asked for when a bucket has no row yet. It does
// not wait for the disk: the tokens of a crash's last moments are no loss.
const takeTokens = `
WITH lax AS MATERIALIZED (
	SELECT set_config('synchronous_commit', 'off', true)
), want AS (
	SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[]) AS w (bucket, every, burst, most)
), held AS MATERIALIZED (
	SELECT r.bucket, r.tat, w.every, w.burst, w.most
	FROM rates r JOIN want w ON w.bucket = r.bucket ORDER BY r.bucket FOR UPDATE OF r
), timed AS MATERIALIZED (
	SELECT *, ` + micros + ` AS now FROM held
), level AS (
	SELECT bucket, every, most, GREATEST(tat - now, 0) AS ahead, now,
		(burst * every - GREATEST(tat - now, 0)) / every AS free
	FROM timed
), verdict AS MATERIALIZED (
	SELECT *, CASE WHEN MIN(free) OVER () > 0 AND COUNT(*) OVER () = cardinality($1::text[])
		THEN LEAST(most, free) ELSE 0 END AS taken
	FROM level
), paid AS (
	UPDATE rates r SET tat = v.now + v.ahead + v.taken * v.every
	FROM verdict v WHERE r.bucket = v.bucket AND v.taken > 0
)
SELECT bucket, taken, ahead + taken * every FROM verdict, lax`

// addBuckets makes rows for new buckets, full, in the order of their names.
const addBuckets = `
INSERT INTO rates (bucket, tat)
SELECT name, ` + micros + ` FROM unnest($1::text[]) AS n (name) ORDER BY name
ON CONFLICT (bucket) DO NOTHING`

// Take implements Backend in one round trip, and in three for a bucket's first token.
func (p *Postgres) Take(ctx context.Context, wants []Want) ([]Level, error) {
	names := make([]string, len(wants))
	every, burst, most := make([]int64, len(wants)), make([]int64, len(wants)), make([]int64, len(wants))
	for i, w := range wants {
		names[i], every[i], burst[i], most[i] = w.Name, w.every().Microseconds(), int64(w.Limit.Burst), int64(w.Most)
	}
	// The sweeper may remove a row between the two statements; it does not do so again and again.
	for range 3 {
		levels, err := p.take(ctx, names, every, burst, most)
		if err != nil || levels != nil {
			return levels, err
		}
		if _, err := p.db.Write.ExecContext(ctx, addBuckets, names); err != nil {
			return nil, fmt.Errorf("add rate buckets: %w", err)
		}
	}
	return nil, errors.New("rate buckets vanish while they are used")
}

// take returns no levels when a bucket is missing.
func (p *Postgres) take(ctx context.Context, names []string, every, burst, most []int64) ([]Level, error) {
	rows, err := p.db.Write.QueryContext(ctx, takeTokens, names, every, burst, most)
	if err != nil {
		return nil, fmt.Errorf("take rate tokens: %w", err)
	}
	defer rows.Close()
	levels := make([]Level, len(names))
	found := 0
	for ; rows.Next(); found++ {
		var name string
		var taken int
		var ahead int64
		if err := rows.Scan(&name, &taken, &ahead); err != nil {
			return nil, fmt.Errorf("take rate tokens: %w", err)
		}
		i := slices.Index(names, name)
		levels[i] = Level{taken, time.Duration(ahead) * time.Microsecond}
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("take rate tokens: %w", err)
	}
	if found < len(names) {
		return nil, nil
	}
	return levels, nil
}

// Sweep removes buckets that have been full for an hour; a full bucket needs no row. It waits for nobody, as
// it locks the rows in no particular order.
func (p *Postgres) Sweep(ctx context.Context) (int64, error) {
	res, err := p.db.Write.ExecContext(ctx, `
WITH old AS MATERIALIZED (
	SELECT bucket FROM rates WHERE tat < `+micros+` - $1::bigint LIMIT 10000 FOR UPDATE SKIP LOCKED
)
DELETE FROM rates r USING old WHERE r.bucket = old.bucket`, time.Hour.Microseconds())
	if err != nil {
		return 0, fmt.Errorf("remove old rate buckets: %w", err)
	}
	return res.RowsAffected()
}
