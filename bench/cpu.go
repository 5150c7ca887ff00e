package main

import (
	"context"
	"fmt"
	"path/filepath"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/octavo-dev/octavo/bench/tree"
)

// cpuMeter adds up the processor time of this process and of the PostgreSQL server. Unlike the clock it hardly
// depends on what else the machine does.
type cpuMeter struct{ postmaster int }

func newCPUMeter(ctx context.Context, url string) (cpuMeter, error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return cpuMeter{}, fmt.Errorf("connect to PostgreSQL: %w", err)
	}
	defer conn.Close(ctx)
	var backend int
	if err := conn.QueryRow(ctx, "SELECT pg_backend_pid()").Scan(&backend); err != nil {
		return cpuMeter{}, err
	}
	s, err := tree.ReadStat(fmt.Sprintf("/proc/%d/stat", backend))
	return cpuMeter{postmaster: s.Parent}, err
}

// used is the time so far.
func (m cpuMeter) used() time.Duration {
	var own syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &own) // fails only for an unknown first argument
	sum := time.Duration(own.Utime.Nano() + own.Stime.Nano())
	stats, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is valid
	for _, path := range stats {
		s, err := tree.ReadStat(path)
		switch {
		case err != nil: // ended meanwhile
		case s.PID == m.postmaster:
			sum += s.Own + s.Children
		case s.Parent == m.postmaster:
			sum += s.Own
		}
	}
	return sum
}
