package sandbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
)

// boxes are all ways in which programs run: with what this machine can put up, and without namespaces as in most
// containers.
func boxes(t *testing.T) map[string]*Box {
	bare := open(t)
	bare.clone = 0
	for _, f := range []Fence{Netns, Pidns, Tmpfs} {
		bare.fences[f] = errors.New("forbidden for this test")
	}
	return map[string]*Box{"all": open(t), "no namespaces": bare}
}

func TestMisbehaviour(t *testing.T) {
	const deadline = 400 * time.Millisecond
	big := Limits{Files: 64, Scratch: 8 << 20, Output: 64 << 20}
	for _, tt := range []struct {
		name    string
		program Program
		limits  Limits
		want    fault.Name
		inside  string // of the error's text for the log
		fast    bool   // does not wait for the deadline
		pidns   bool   // leaves nothing only where the pid namespace is up
	}{
		{name: "hangs", program: tool("hang"), want: fault.Timeout},
		{name: "forks and hangs", program: forking(tool("fork")), want: fault.Timeout, pidns: true},
		{name: "ignores signals", program: tool("deaf"), want: fault.Timeout},
		{name: "exit 139", program: tool("exit", "139"), want: fault.SubprocessCrashed, inside: "exit code 139", fast: true},
		{name: "floods stderr", program: tool("stderr"), want: fault.SubprocessCrashed, inside: "last words", fast: true},
		{name: "floods stdout", program: tool("stdout"), limits: Limits{Output: 10 << 20}, want: fault.DocumentTooLarge, fast: true},
		{name: "fills the disk", program: tool("fill"), want: fault.SubprocessCrashed, inside: "exit code 7", fast: true},
		{name: "burns", program: tool("burn"), limits: Limits{CPU: time.Second}, want: fault.Timeout, inside: "processor time", fast: true},
	} {
		for name, b := range boxes(t) {
			if tt.name == "fills the disk" && !b.up(Tmpfs) {
				continue // see TestScratchWithoutTmpfs
			}
			t.Run(tt.name+"/"+name, func(t *testing.T) {
				p := tt.program
				if p.Limits = big; tt.limits != (Limits{}) {
					p.Limits = tt.limits
				}
				before := inventory(t)
				budget := deadline
				if tt.fast {
					budget = 30 * time.Second
				}
				ctx, cancel := context.WithTimeout(t.Context(), budget)
				defer cancel()
				err := b.Run(ctx, p, nil, nil)
				if !fault.Is(err, tt.want) {
					t.Fatalf("%v, want %s", err, tt.want)
				}
				if !strings.Contains(err.Error(), tt.inside) {
					t.Errorf("the error does not say %q: %v", tt.inside, err)
				}
				if n := len(err.Error()); n > headSize+tailSize+1000 {
					t.Errorf("an error of %d bytes", n)
				}
				if f := fault.Of(err); strings.Contains(f.Message, "xxx") || strings.Contains(f.Message, "exit") {
					t.Errorf("the public sentence says too much: %s", f.Message)
				}
				if tt.pidns && !b.up(Pidns) {
					endStrays(t)
				}
				before.unchanged(t)
			})
		}
	}
}

func forking(p Program) Program {
	p.Exec = true
	return p
}

func TestMemoryIsBounded(t *testing.T) {
	for name, b := range boxes(t) {
		t.Run(name, func(t *testing.T) {
			p := tool("eat")
			p.Memory = GoMemory + 256<<20
			var out bytes.Buffer
			err := b.Run(t.Context(), p, nil, &out)
			if !fault.Is(err, fault.SubprocessCrashed) {
				t.Fatalf("%v, want a crash", err)
			}
			if !raceEnabled && (out.String() != "eating\n" || !strings.Contains(err.Error(), "out of memory")) {
				t.Errorf("said %q and ended with %v", &out, err)
			}
		})
	}
}

// Without a tmpfs each file is bounded, and what is written is gone afterwards.
func TestScratchWithoutTmpfs(t *testing.T) {
	b := boxes(t)["no namespaces"]
	before := inventory(t)
	p := tool("fill")
	p.Scratch = 1 << 20
	var out bytes.Buffer
	err := b.Run(t.Context(), p, nil, &out)
	if err == nil || strings.TrimSpace(out.String()) != fmt.Sprint(1<<20) {
		t.Errorf("%s bytes were written: %v", &out, err)
	}
	before.unchanged(t)
}

func TestEnds(t *testing.T) {
	b := open(t)
	t.Run("killed from outside", func(t *testing.T) {
		p, err := b.Start(tool("hang"))
		if err != nil {
			t.Fatal(err)
		}
		defer closeBoth(p)
		if err := syscall.Kill(p.Pid(), syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		err = p.Wait()
		var exit *Exit
		if !fault.Is(err, fault.SubprocessCrashed) || !errors.As(err, &exit) || exit.Signal != syscall.SIGKILL || exit.Killed {
			t.Errorf("%v (%+v)", err, exit)
		}
	})
	t.Run("killed by us", func(t *testing.T) {
		p, err := b.Start(tool("hang"))
		if err != nil {
			t.Fatal(err)
		}
		defer closeBoth(p)
		p.Kill()
		p.Kill()
		var exit *Exit
		if err = p.Wait(); !errors.As(err, &exit) || !exit.Killed {
			t.Errorf("%v", err)
		}
		p.Kill()
	})
	t.Run("cancelled", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		err := b.Run(ctx, tool("hang"), nil, writerFunc(func(p []byte) (int, error) { cancel(); return len(p), nil }))
		if !errors.Is(err, context.Canceled) || fault.Is(err, fault.Timeout) {
			t.Errorf("%v", err)
		}
		if err := b.Run(ctx, tool("hang"), nil, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("started after its end: %v", err)
		}
	})
	t.Run("input fails", func(t *testing.T) {
		broken := errors.New("broken upload")
		in := io.MultiReader(strings.NewReader("x"), readerFunc(func([]byte) (int, error) { return 0, broken }))
		if err := b.Run(t.Context(), tool("hang"), in, nil); !errors.Is(err, broken) {
			t.Errorf("%v", err)
		}
	})
	t.Run("output fails", func(t *testing.T) {
		full := errors.New("disk full")
		err := b.Run(t.Context(), tool("hang"), nil, writerFunc(func([]byte) (int, error) { return 0, full }))
		if !errors.Is(err, full) {
			t.Errorf("%v", err)
		}
	})
	t.Run("input not wanted", func(t *testing.T) {
		if err := b.Run(t.Context(), tool("exit", "0"), bytes.NewReader(make([]byte, 8<<20)), nil); err != nil {
			t.Errorf("%v", err)
		}
	})
	t.Run("output of exactly the bound", func(t *testing.T) {
		p := tool("say", "12345")
		p.Output = 5
		var out bytes.Buffer
		if err := b.Run(t.Context(), p, nil, &out); err != nil || out.String() != "12345" {
			t.Errorf("%q, %v", &out, err)
		}
	})
	t.Run("no such program", func(t *testing.T) {
		before := inventory(t)
		for _, path := range []string{"/no/such/tool", "no-such-tool", t.TempDir()} {
			if _, err := b.Start(Program{Path: path}); err == nil || !strings.Contains(err.Error(), filepath.Base(path)) {
				t.Errorf("%s: %v", path, err)
			}
		}
		if _, err := b.Start(Program{Path: "/proc/self/exe", Read: []string{"/no/such/folder"}}); b.up(Landlock) && err == nil {
			t.Error("a folder to read that is not there is no error")
		}
		before.unchanged(t)
	})
}

func closeBoth(p *Process) {
	p.In.Close()
	p.Out.Close()
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }
