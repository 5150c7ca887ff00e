package chaos

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/octavo-dev/octavo/internal/testenv"
)

// network joins hosts to the servers of a test. Each host is a network namespace of its own with one cable to the
// middle, where forwarders stand for the servers. Where namespaces cannot be made, hosts share loopback and every one
// has forwarders of its own.
type network struct {
	t     testing.TB
	hub   int // process that keeps the namespace in the middle; 0: there are none
	hosts int
}

// The addresses exist only inside the namespaces of one network.
const hubAddress = "10.77.0.1"

func newNetwork(t testing.TB) *network {
	t.Helper()
	n := &network{t: t}
	hub, err := namespace(t)
	if err != nil {
		t.Logf("hosts share loopback: %v", err)
		return n
	}
	n.hub = hub
	n.ip(hub, "link set lo up")
	n.ip(hub, "address add "+hubAddress+"/32 dev lo")
	return n
}

// namespace starts a process that does nothing in a network namespace of its own, which ends with it.
func namespace(t testing.TB) (pid int, err error) {
	if _, err := exec.LookPath("ip"); err != nil {
		return 0, err
	}
	keeper := exec.Command("sleep", "infinity")
	keeper.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET, Pdeathsig: syscall.SIGKILL}
	started, gone := make(chan error, 1), make(chan struct{})
	go func() {
		defer close(gone)
		runtime.LockOSThread() // the keeper dies with the thread that started it
		err := keeper.Start()
		started <- err
		if err == nil {
			keeper.Wait()
		}
	}()
	if err := <-started; err != nil {
		return 0, err
	}
	t.Cleanup(func() {
		keeper.Process.Kill()
		<-gone
	})
	return keeper.Process.Pid, nil
}

// ip changes the network of a namespace.
func (n *network) ip(pid int, words string) {
	n.t.Helper()
	args := append([]string{"-t", fmt.Sprint(pid), "-n", "ip"}, strings.Fields(words)...)
	if out, err := exec.Command("nsenter", args...).CombinedOutput(); err != nil {
		n.t.Fatalf("ip %s: %v: %s", words, err, out)
	}
}

// public is the address under which every host reaches a server that listens on loopback here.
func (n *network) public(target string) string {
	n.t.Helper()
	if n.hub == 0 {
		return target
	}
	return newForward(n.t, n.listen(), target).address()
}

// listen is a place in the middle that every host reaches.
func (n *network) listen() net.Listener {
	n.t.Helper()
	if n.hub == 0 {
		return n.listenLoopback()
	}
	var l net.Listener
	err := within(n.hub, func() (err error) {
		l, err = net.Listen("tcp", hubAddress+":0")
		return err
	})
	if err != nil {
		n.t.Fatal(err)
	}
	return l
}

func (n *network) listenLoopback() net.Listener {
	n.t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		n.t.Fatal(err)
	}
	return l
}

// within runs fn in the network namespace of a process; a socket made there stays there.
func within(pid int, fn func() error) error {
	if pid == 0 {
		return fn()
	}
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // and never unlocked: the thread ends with the goroutine, and no other runs in that namespace
		err := enter(pid)
		if err == nil {
			err = fn()
		}
		done <- err
	}()
	return <-done
}

// enter moves this thread into the network namespace of a process; 0 leaves it where it is.
func enter(pid int) error {
	if pid == 0 {
		return nil
	}
	space, err := os.Open(fmt.Sprintf("/proc/%d/ns/net", pid))
	if err != nil {
		return err
	}
	defer space.Close()
	return unix.Setns(int(space.Fd()), unix.CLONE_NEWNET)
}

// host is a machine on the network.
type host struct {
	net    *network
	space  int // process that keeps its namespace; 0: there is none
	number int
	port   int // its server's
	links  []*forward

	anybody string // an address in the middle that answers
}

func (n *network) host() *host {
	n.t.Helper()
	n.hosts++
	h := &host{net: n, number: n.hosts, port: 8000}
	if n.hub == 0 {
		port, err := testenv.FreePort()
		if err != nil {
			n.t.Fatal(err)
		}
		h.port = port
		return h
	}
	space, err := namespace(n.t)
	if err != nil {
		n.t.Fatal(err)
	}
	h.space = space
	n.ip(n.hub, fmt.Sprintf("link add %s type veth peer name eth0 netns %d", h.cable(), space))
	n.ip(n.hub, fmt.Sprintf("address add 10.77.%d.1/24 dev %s", h.number, h.cable()))
	n.ip(n.hub, "link set "+h.cable()+" up")
	n.ip(space, "link set lo up")
	n.ip(space, fmt.Sprintf("address add 10.77.%d.2/24 dev eth0", h.number))
	n.ip(space, "link set eth0 up")
	n.ip(space, fmt.Sprintf("route add default via 10.77.%d.1", h.number))
	return h
}

func (h *host) cable() string { return fmt.Sprintf("host%d", h.number) }

// private is the address under which this host alone reaches a server, until it is cut off.
func (h *host) private(target string) string {
	h.net.t.Helper()
	if h.space != 0 {
		h.anybody = h.net.public(target)
		return h.anybody
	}
	f := newForward(h.net.t, h.net.listen(), target)
	h.links = append(h.links, f)
	return f.address()
}

// cut pulls the cable: nothing arrives any more, and nobody is told.
func (h *host) cut() {
	h.net.t.Helper()
	if h.space != 0 {
		h.net.ip(h.net.hub, "link set "+h.cable()+" down")
	}
	for _, f := range h.links {
		f.stall(true)
	}
}

// mend puts the cable back and waits until something passes through it.
func (h *host) mend() {
	h.net.t.Helper()
	if h.space != 0 {
		h.net.ip(h.net.hub, "link set "+h.cable()+" up")
		await(h.net.t, 30*time.Second, h.cable()+" is back", func() error {
			return within(h.space, func() error {
				conn, err := net.DialTimeout("tcp", h.anybody, time.Second)
				if err == nil {
					err = conn.Close()
				}
				return err
			})
		})
	}
	for _, f := range h.links {
		f.stall(false)
	}
}

// listens is what the host's server listens on. Its callers are on the same host, so that they need no key.
func (h *host) listens() string { return fmt.Sprintf("127.0.0.1:%d", h.port) }

func (h *host) dial(ctx context.Context) (conn net.Conn, err error) {
	err = within(h.space, func() error {
		conn, err = (&net.Dialer{Timeout: time.Second}).DialContext(ctx, "tcp", h.listens())
		return err
	})
	return conn, err
}

// ask sends a request to the server of this host, over a connection of its own.
func (h *host) ask(path string) (status int, err error) {
	transport := &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) { return h.dial(ctx) }}
	res, err := (&http.Client{Transport: transport, Timeout: patience}).Get("http://" + h.listens() + path)
	if err != nil {
		return 0, err
	}
	return res.StatusCode, res.Body.Close()
}
