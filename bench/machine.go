package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/jackc/pgx/v5"
)

// describe prints what the figures depend on.
func (l *lab) describe(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, l.server.URL("postgres"))
	if err != nil {
		return fmt.Errorf("connect to PostgreSQL: %w", err)
	}
	defer conn.Close(ctx)
	show := func(name string) string {
		var v string
		if err := conn.QueryRow(ctx, "SHOW "+name).Scan(&v); err != nil {
			return err.Error()
		}
		return v
	}
	fmt.Fprintf(l.out, "%s, %d cores, %s of memory, PostgreSQL %s on the same machine with fsync %s and synchronous_commit %s, River %s, pgx %s, SQLite driver %s, seed %d. Load average when it began: %s.\n\n",
		runtime.Version(), runtime.NumCPU(), memory(), strings.Fields(show("server_version"))[0], show("fsync"), show("synchronous_commit"),
		version("github.com/riverqueue/river"), version("github.com/jackc/pgx/v5"), version("modernc.org/sqlite"), l.seed, load())
	return nil
}

func version(module string) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	for _, d := range info.Deps {
		if d.Path == module {
			return d.Version
		}
	}
	return "unknown"
}

// load is the load average of the last one and five minutes, which tells how much else the machine was doing.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	fields := strings.Fields(string(text))
	if err != nil || len(fields) < 2 {
		return "unknown"
	}
	return fields[0] + " (1 min), " + fields[1] + " (5 min)"
}

func memory() string {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return "unknown size"
	}
	var kib int64
	if _, err := fmt.Sscanf(string(text), "MemTotal: %d kB", &kib); err != nil {
		return "unknown size"
	}
	return fmt.Sprintf("%d GiB", (kib+1<<19)>>20)
}

// vacuum does what autovacuum does within a minute, so that nothing runs on the plans of an empty database.
func vacuum(ctx context.Context, url string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return fmt.Errorf("connect to PostgreSQL: %w", err)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, "VACUUM (ANALYZE)"); err != nil {
		return fmt.Errorf("vacuum: %w", err)
	}
	return nil
}
