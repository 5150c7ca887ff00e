package pool

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/octavo-dev/octavo/engines"
	"github.com/octavo-dev/octavo/internal/engine/enginetest"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/sandbox"
)

func fenced(t *testing.T, act string) func(context.Context) (*Process, error) {
	t.Helper()
	box, err := sandbox.New(t.Context(), sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	path, err := engines.Dir("../../../.cache/engines").Find("libpdfium.so")
	if err != nil {
		t.Fatal(err)
	}
	folder, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	return Fenced(box, sandbox.Program{
		Path: "/proc/self/exe", Args: []string{"child"}, Env: environment(act), Read: []string{folder},
		Limits: sandbox.Limits{Memory: sandbox.GoMemory + 2<<30, Files: 64, Scratch: 1 << 20},
	})
}

func TestConformanceBehindFences(t *testing.T) {
	launch := fenced(t, "pdfium")
	enginetest.Run(t, func(t *testing.T) enginetest.Engine {
		p := New(Options{Size: 8, Launch: launch})
		t.Cleanup(p.Close)
		return pooled{t, p}
	})
}

func TestDeathBehindFences(t *testing.T) {
	before := descriptors(t)
	p := New(Options{Size: 1, Launch: fenced(t, "sound")})
	d := open(t, p, "fenced\ndie 1\npanic 3\neat 4")
	_, err := d.Page(t.Context(), 1)
	onPage(t, err, 1, fault.SubprocessCrashed)
	_, err = d.Page(t.Context(), 3)
	onPage(t, err, 3, fault.InternalError)
	_, err = d.Page(t.Context(), 4)
	onPage(t, err, 4, fault.DocumentTooLarge)
	readable(t, d, "fenced", 2)
	p.Close()
	if after := descriptors(t); after > before {
		t.Errorf("%d descriptors before, %d after", before, after)
	}
	lists, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range lists {
		if left, err := os.ReadFile(list); err == nil && len(left) > 0 {
			t.Errorf("children are left: %s", left)
		}
	}
}
