package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
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
	s, err := readStat(fmt.Sprintf("/proc/%d/stat", backend))
	return cpuMeter{postmaster: s.parent}, err
}

// used is the time so far.
func (m cpuMeter) used() time.Duration {
	var own syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &own) // fails only for an unknown first argument
	sum := time.Duration(own.Utime.Nano() + own.Stime.Nano())
	stats, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is valid
	for _, path := range stats {
		s, err := readStat(path)
		switch {
		case err != nil: // ended meanwhile
		case s.pid == m.postmaster:
			sum += s.own + s.children
		case s.parent == m.postmaster:
			sum += s.own
		}
	}
	return sum
}

// procStat is what the kernel counts for a process; children are those that have ended.
type procStat struct {
	pid, parent   int
	own, children time.Duration
}

func readStat(path string) (procStat, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return procStat{}, err
	}
	var s procStat
	// pid (name) state ppid …; the name may hold blanks and brackets.
	i := bytes.LastIndexByte(text, ')')
	fields := strings.Fields(string(text[i+1:]))
	if len(fields) < 15 {
		return s, fmt.Errorf("%s: too short", path)
	}
	const tick = 10 * time.Millisecond // the unit of the kernel's counters, the same on every architecture Go runs on
	var ticks [4]int64
	fmt.Sscan(string(text), &s.pid)
	fmt.Sscan(fields[1], &s.parent)
	for k := range ticks {
		fmt.Sscan(fields[11+k], &ticks[k])
	}
	s.own, s.children = time.Duration(ticks[0]+ticks[1])*tick, time.Duration(ticks[2]+ticks[3])*tick
	return s, nil
}
