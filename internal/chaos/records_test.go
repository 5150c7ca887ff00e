package chaos

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/octavo-dev/octavo/internal/database"
)

// records opens the database of the installation beside its processes.
func (i *installation) records() *database.DB {
	i.t.Helper()
	if i.db == nil {
		db, err := database.Open(context.Background(), i.settings["database_url"], database.Options{MaxConns: 4})
		if err != nil {
			i.t.Fatal(err)
		}
		i.t.Cleanup(func() { db.Close() })
		i.db = db
	}
	return i.db
}

// number reads a single number from the database.
func (i *installation) number(query string, args ...any) int {
	i.t.Helper()
	var n int
	if err := i.records().Read.QueryRow(query, args...).Scan(&n); err != nil {
		i.t.Fatalf("%s: %v", query, err)
	}
	return n
}

// column reads a column of text from the database.
func (i *installation) column(query string, args ...any) []string {
	i.t.Helper()
	rows, err := i.records().Read.Query(query, args...)
	if err != nil {
		i.t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			i.t.Fatalf("%s: %v", query, err)
		}
		out = append(out, s)
	}
	if err := rows.Err(); err != nil {
		i.t.Fatalf("%s: %v", query, err)
	}
	return out
}

// mark is what a process writes into its claims beside the name of the host and something random.
func (p *process) mark() string { return fmt.Sprintf("-%d-", p.pid()) }

func owns(p *process, owner string) bool { return strings.Contains(owner, p.mark()) }

// holds says how many tasks a process has claimed, and how often the most tried of them was claimed.
func (i *installation) holds(p *process) (tasks, attempts int) {
	i.t.Helper()
	err := i.records().Read.QueryRow("SELECT COUNT(*), COALESCE(MAX(attempt), 0) FROM tasks WHERE state = 'running' AND owner LIKE $1",
		"%"+p.mark()+"%").Scan(&tasks, &attempts)
	if err != nil {
		i.t.Fatalf("read the claims of %s: %v", p.name, err)
	}
	return tasks, attempts
}

// writable reports whether the database takes a write right now.
func (i *installation) writable() bool {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_, err := i.records().Write.ExecContext(ctx, "UPDATE meta SET value = value WHERE name = 'major'")
	return err == nil
}

// leftovers are the files that processes may make beside the database and the store, and must not leave.
func (i *installation) leftovers() []string {
	i.t.Helper()
	return append(files(i.t, filepath.Join(i.dir, "tmp")), files(i.t, filepath.Join(i.data, "tmp"))...)
}
