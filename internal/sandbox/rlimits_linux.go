package sandbox

import (
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// limit sets the bounds that this process itself can live with. The softer bound equals the hard one, so that nobody
// can ask for more and a program cannot catch the signal that comes first.
func (p *plan) limit() error {
	bounds := []struct {
		name string
		what int
		to   int64
	}{
		{"core", unix.RLIMIT_CORE, 0},
		{"files", unix.RLIMIT_NOFILE, int64(p.Limits.Files)},
		{"file size", unix.RLIMIT_FSIZE, orNone(p.Limits.Scratch)},
		{"processor time", unix.RLIMIT_CPU, orNone(int64(wholeSeconds(p.Limits.CPU) / time.Second))},
	}
	for _, b := range bounds {
		if b.to < 0 {
			continue
		}
		if err := setLimit(b.what, uint64(b.to)); err != nil {
			return fmt.Errorf("bound %s: %w", b.name, err)
		}
	}
	return nil
}

// limitMemory bounds the address space.
func (p *plan) limitMemory() error {
	if p.Limits.Memory <= 0 {
		return nil
	}
	if err := setLimit(unix.RLIMIT_AS, uint64(p.Limits.Memory)); err != nil {
		return fmt.Errorf("bound memory: %w", err)
	}
	return nil
}

func orNone(bound int64) int64 {
	if bound <= 0 {
		return -1
	}
	return bound
}

// setLimit lowers a bound, never above what we are held to ourselves.
func setLimit(what int, to uint64) error {
	var now unix.Rlimit
	if err := unix.Getrlimit(what, &now); err != nil {
		return err
	}
	to = min(to, now.Max)
	return unix.Setrlimit(what, &unix.Rlimit{Cur: to, Max: to})
}
