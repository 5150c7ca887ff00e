package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestMain lets the test binary play the shim and every tool. They leave by the shortest way, because os.Exit waits for
// a second under the race detector.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "sandbox":
			syscall.Exit(Main(os.Args[2:]))
		case "tool":
			tools := fakeTools()
			syscall.Exit(tools[os.Args[2]](os.Args[3:]))
		}
	}
	os.Exit(alone(m))
}

// alone runs the tests with a folder for temporary files that no other process uses and every user may.
func alone(m *testing.M) int {
	dir, err := os.MkdirTemp("", "octavo-sandbox-test-")
	if err != nil {
		return said(err)
	}
	defer os.RemoveAll(dir)
	if err := errors.Join(os.Chmod(dir, 0o777|os.ModeSticky), os.Setenv("TMPDIR", dir)); err != nil {
		return said(err)
	}
	return m.Run()
}

// fakeTools misbehave in one way each.
func fakeTools() map[string]func(args []string) int {
	return map[string]func(args []string) int{
		"echo":   func([]string) int { _, err := io.Copy(os.Stdout, os.Stdin); return said(err) },
		"say":    func(args []string) int { fmt.Print(strings.Join(args, " ")); return 0 },
		"where":  func([]string) int { d, _ := os.Getwd(); fmt.Println(d, os.TempDir(), os.Environ()); return 0 },
		"hang":   func([]string) int { fmt.Println("hanging"); select {} },
		"exit":   func(args []string) int { n, _ := strconv.Atoi(args[0]); return n },
		"files":  func([]string) int { b, err := os.ReadFile("/proc/self/fd/3"); os.Stdout.Write(b); return said(err) },
		"fork":   forkAndHang,
		"deaf":   func([]string) int { ignore(); fmt.Println("deaf"); select {} },
		"stderr": func([]string) int { flood(os.Stderr, 200<<20); fmt.Fprintln(os.Stderr, "last words"); return 1 },
		"stdout": func([]string) int { flood(os.Stdout, 1<<40); return 0 },
		"eat":    eat,
		"fill":   fill,
		"burn": func([]string) int {
			for n := 0; ; n++ {
				_ = n * n
			}
		},
		"dial": func(args []string) int {
			_, err := net.DialTimeout("tcp", args[0], time.Second)
			return said(err)
		},
		"read":   func(args []string) int { b, err := os.ReadFile(args[0]); os.Stdout.Write(b); return said(err) },
		"write":  func(args []string) int { return said(os.WriteFile(args[0], []byte("x"), 0o600)) },
		"ptrace": func(args []string) int { n, _ := strconv.Atoi(args[0]); return said(unix.PtraceAttach(n)) },
		"signal": func(args []string) int { n, _ := strconv.Atoi(args[0]); return said(unix.Kill(n, 0)) },
		"exec":   func(args []string) int { return said(unix.Exec(args[0], args, nil)) },
		"spawn":  func(args []string) int { return said(exec.Command(args[0], args[1:]...).Run()) },
		"mount":  func([]string) int { return said(unix.Mount("tmpfs", os.TempDir(), "tmpfs", 0, "")) },
		"uring": func([]string) int {
			_, _, errno := unix.Syscall(unix.SYS_IO_URING_SETUP, 1, 0, 0)
			return said(errno)
		},
		"parent": parent,
		"report": report,
	}
}

func said(err error) int {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 7
	}
	return 0
}

func ignore() {
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGQUIT} {
		signal.Ignore(s)
	}
}

// forkAndHang starts children, some of which leave the process group, prints what they print, and hangs.
func forkAndHang([]string) int {
	for i := range 3 {
		child := exec.Command("/proc/self/exe", "tool", "hang")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		child.SysProcAttr = &syscall.SysProcAttr{Setsid: i > 0}
		if err := child.Start(); err != nil {
			return said(err)
		}
	}
	select {}
}

func flood(to io.Writer, n int) {
	line := []byte(strings.Repeat("x", 1023) + "\n")
	for range n / len(line) {
		if _, err := to.Write(line); err != nil {
			return
		}
	}
}

func eat([]string) int {
	fmt.Println("eating")
	var kept [][]byte
	for range 8 << 10 {
		b := make([]byte, 1<<20)
		for i := range len(b) / 4096 {
			b[i*4096] = 1
		}
		kept = append(kept, b)
	}
	runtime.KeepAlive(kept)
	return 0
}

// fill writes until the disk is full, and says how much there was room for.
func fill([]string) int {
	total := 0
	defer func() { fmt.Println(total) }()
	chunk := make([]byte, 1<<20)
	for i := range 10 << 10 {
		f, err := os.Create(filepath.Join(os.TempDir(), fmt.Sprint(i/4)))
		if err != nil {
			return said(err)
		}
		for range 4 {
			n, err := f.Write(chunk)
			total += n
			if err != nil {
				f.Close()
				return said(err)
			}
		}
		f.Close()
	}
	return 0
}

// parent starts a hanging child behind the fences and hangs itself.
func parent([]string) int {
	b, err := New(context.Background(), Options{})
	if err != nil {
		return said(err)
	}
	p, err := b.Start(Program{Path: "/proc/self/exe", Args: []string{"tool", "fork"}, Exec: true})
	if err != nil {
		return said(err)
	}
	go io.Copy(io.Discard, p.Out)
	fmt.Println(p.Pid())
	select {}
}

// report says which fences come up where it runs, and runs a program behind them.
func report([]string) int {
	b, err := New(context.Background(), Options{})
	if err != nil {
		return said(err)
	}
	for _, f := range All() {
		if why := b.Fences()[f]; why != nil {
			fmt.Printf("%s: %v\n", f, why)
		} else {
			fmt.Printf("%s: up\n", f)
		}
	}
	fmt.Print("ran: ")
	return said(b.Run(context.Background(), Program{Path: "/proc/self/exe", Args: []string{"tool", "say", "hello"}}, nil, os.Stdout))
}
