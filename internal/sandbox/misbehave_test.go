package sandbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
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

// Faults 27 and 28: whatever a program does is told by name, in few words, and leaves nothing behind.
func TestMisbehaviour(t *testing.T) {
	big := Limits{Files: 64, Scratch: 8 << 20, Output: 64 << 20}
	for _, tt := range []struct {
		name    string
		program Program
		limits  Limits
		want    fault.Name
		inside  string // of the error's text for the log
		lines   int    // it says before the deadline comes; 0 is an end before any deadline
		pidns   bool   // leaves nothing only where the pid namespace is up
	}{
		{name: "hangs", program: tool("hang"), lines: 1, want: fault.Timeout},
		{name: "forks and hangs", program: forking(tool("fork")), lines: 3, want: fault.Timeout, pidns: true},
		{name: "ignores signals", program: tool("deaf"), lines: 1, want: fault.Timeout},
		{name: "exit 139", program: tool("exit", "139"), want: fault.SubprocessCrashed, inside: "exit code 139"},
		{name: "floods stderr", program: tool("stderr"), want: fault.SubprocessCrashed, inside: "last words"},
		{name: "floods stdout", program: tool("stdout"), limits: Limits{Output: 10 << 20}, want: fault.DocumentTooLarge},
		{name: "fills the disk", program: tool("fill"), want: fault.SubprocessCrashed, inside: "exit code 7"},
		{name: "burns", program: tool("burn"), limits: Limits{CPU: time.Second}, want: fault.Timeout, inside: "processor time"},
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
				ctx := alarm{t.Context(), make(chan struct{})}
				said := 0
				err := b.Run(ctx, p, nil, writerFunc(func(text []byte) (int, error) {
					before := said
					if said += bytes.Count(text, []byte("\n")); before < tt.lines && said >= tt.lines {
						close(ctx.rung)
					}
					return len(text), nil
				}))
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

// alarm is a context whose deadline has come when it is rung.
type alarm struct {
	context.Context
	rung chan struct{}
}

func (a alarm) Done() <-chan struct{} { return a.rung }

func (a alarm) Err() error {
	select {
	case <-a.rung:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

func forking(p Program) Program {
	p.Exec = true
	return p
}

// Fault 28: a program gets no more memory than it may have.
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

// Fault 28: without a tmpfs each file is bounded, and what is written is gone afterwards.
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
