package sandbox

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/octavo-dev/octavo/internal/fault"
)

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
