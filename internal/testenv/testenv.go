// Package testenv starts the real servers that tests run against, on free loopback ports, and stops them.
package testenv

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"sync"
	"syscall"
	"testing"
)

// Keeper is the function that waits for a server shared by all tests of a package; it is no leak of a test.
const Keeper = "github.com/octavo-dev/octavo/internal/testenv.startBound.func1"

var (
	mu    sync.Mutex
	stops []func()
)

// Main runs a package's tests and stops every server they started. Call it from TestMain.
func Main(m *testing.M) {
	code := m.Run()
	Stop()
	os.Exit(code)
}

// Stop stops every server that was started. Main does it for tests.
func Stop() {
	mu.Lock()
	defer mu.Unlock()
	for i := len(stops) - 1; i >= 0; i-- {
		stops[i]()
	}
	stops = nil
}

func atExit(fn func()) {
	mu.Lock()
	defer mu.Unlock()
	stops = append(stops, fn)
}

// FreePort returns a loopback port nobody listens on right now.
func FreePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, fmt.Errorf("find a free port: %w", err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// unprivileged makes cmd run as the named user when the tests run as root, which PostgreSQL refuses to.
func unprivileged(cmd *exec.Cmd, name string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	u, err := user.Lookup(name)
	if err != nil {
		return fmt.Errorf("find the user to run the server as: %w", err)
	}
	uid, _ := strconv.Atoi(u.Uid)
	gid, _ := strconv.Atoi(u.Gid)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
	return nil
}
