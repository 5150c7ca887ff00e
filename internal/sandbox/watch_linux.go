package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// watchTime is how often a program that may start others is looked at.
const watchTime = 50 * time.Millisecond

// watch ends a program whose processes together use more memory than the bound. The kernel holds each of them to it
// alone, and bounds on all of them it has only for those who may make control groups.
func (p *Process) watch(bound int64) {
	look := time.NewTicker(watchTime)
	defer look.Stop()
	for {
		select {
		case <-p.done:
			return
		case <-look.C:
		}
		if used(p.proc.Pid) <= bound {
			continue
		}
		p.mu.Lock()
		p.greedy = !p.ended
		p.mu.Unlock()
		p.Kill()
		return
	}
}

// used is the memory of a process and all below it that is no page of a file.
func used(pid int) int64 {
	folder := fmt.Sprintf("/proc/%d", pid)
	sum := resident(folder + "/status")
	lists, _ := filepath.Glob(folder + "/task/*/children")
	for _, list := range lists {
		text, _ := os.ReadFile(list)
		for _, child := range strings.Fields(string(text)) {
			if pid, err := strconv.Atoi(child); err == nil {
				sum += used(pid)
			}
		}
	}
	return sum
}

// resident adds up the lines of a status that tell of such memory, in kilobytes.
func resident(path string) int64 {
	text, _ := os.ReadFile(path)
	var sum int64
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(line, ":")
		if name != "RssAnon" && name != "RssShmem" {
			continue
		}
		n, _ := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "kB")), 10, 64)
		sum += n << 10
	}
	return sum
}
