package pool

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

const (
	growth = 192 << 20 // bytes that a child may gain over what it took with its first document
	often  = 16        // calls between looks
)

// memory is what the child occupies, or 0 when that cannot be told.
func (c *process) memory() int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", c.Pid))
	if err != nil {
		return 0
	}
	fields := bytes.Fields(text)
	if len(fields) < 2 {
		return 0
	}
	pages, err := strconv.ParseInt(string(fields[1]), 10, 64)
	if err != nil {
		return 0
	}
	return pages * int64(os.Getpagesize())
}

func (c *process) grown() bool { return c.base > 0 && c.memory() > c.base+growth }

// worn looks now and then whether the child has grown much in the middle of a document.
func (c *process) worn() bool {
	c.calls++
	return c.calls%often == 0 && c.grown()
}

// ending tells how the child ended, for the log; a killed one does so at once unless the system itself hangs.
func (c *process) ending() string {
	select {
	case <-c.exited:
		if c.exit == nil {
			return "exit status 0"
		}
		return c.exit.Error()
	case <-time.After(time.Second):
		return "not yet"
	}
}

// starved tells from its last words whether a child died for want of memory: those of the Go runtime, of its race
// detector, of the C library and of C++.
func starved(exit string) bool {
	exit = strings.ToLower(exit)
	for _, words := range []string{"out of memory", "failed to allocate", "cannot allocate memory", "bad_alloc"} {
		if strings.Contains(exit, words) {
			return true
		}
	}
	return false
}

// widen makes room in a pipe for a page of text, so that the child can write it in one go and work on. Where the system
// grants no more, the pipe works as it is.
func widen(out io.Reader) {
	const room = 1 << 20
	conn, ok := out.(syscall.Conn)
	if !ok {
		return
	}
	if raw, err := conn.SyscallConn(); err == nil {
		_ = raw.Control(func(fd uintptr) { _, _ = unix.FcntlInt(fd, unix.F_SETPIPE_SZ, room) })
	}
}
