package tree

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"time"
)

// Stat is what the kernel counts for a process; children are those that have ended.
type Stat struct {
	PID, Parent   int
	Own, Children time.Duration
}

// ReadStat reads /proc/PID/stat.
func ReadStat(path string) (Stat, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Stat{}, err
	}
	var s Stat
	// pid (name) state ppid …; the name may hold blanks and brackets.
	i := bytes.LastIndexByte(text, ')')
	fields := strings.Fields(string(text[i+1:]))
	if len(fields) < 15 {
		return s, fmt.Errorf("%s: too short", path)
	}
	const tick = 10 * time.Millisecond // the unit of the kernel's counters, the same on every architecture Go runs on
	var ticks [4]int64
	fmt.Sscan(string(text), &s.PID)
	fmt.Sscan(fields[1], &s.Parent)
	for k := range ticks {
		fmt.Sscan(fields[11+k], &ticks[k])
	}
	s.Own, s.Children = time.Duration(ticks[0]+ticks[1])*tick, time.Duration(ticks[2]+ticks[3])*tick
	return s, nil
}
