package pool

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/fault"
)

// A child that breaks its word on a page is given up, another is tried once, and the next page is read in a third.
func TestUnsoundChildren(t *testing.T) {
	for _, act := range []string{
		"dies", "dies in the middle of a frame", "is killed", "says 2^31", "sends garbage", "floods", "answers for another page",
		"answers another question", "sends half a page", "fails in a way that cannot be read", "closes its output",
	} {
		t.Run(act, func(t *testing.T) {
			p, s := newPool(t, Options{Size: 1}, act, act, "sound")
			d := open(t, p, "survivor")
			_, err := d.Page(t.Context(), 1)
			onPage(t, err, 1, fault.SubprocessCrashed)
			wantStarted(t, s, 2)
			readable(t, d, "survivor", 2)
			wantStarted(t, s, 3)
		})
	}
	t.Run("draws another raster", func(t *testing.T) {
		p, _ := newPool(t, Options{Size: 1}, "draws another raster", "draws another raster", "sound")
		d := open(t, p, "drawn")
		_, err := d.Render(t.Context(), 1, 72, false)
		onPage(t, err, 1, fault.SubprocessCrashed)
		if _, err := d.Render(t.Context(), 1, 72, true); err != nil {
			t.Error(err)
		}
	})
}

func TestSecondChildSucceeds(t *testing.T) {
	for _, act := range []string{"dies", "sends garbage"} {
		p, s := newPool(t, Options{Size: 1}, act, "sound")
		readable(t, open(t, p, "lucky"), "lucky", 1)
		wantStarted(t, s, 2)
	}
}

func TestSlowDeathIsNotTriedAgain(t *testing.T) {
	p, s := newPool(t, Options{Size: 1}, "dies")
	p.quick = 0
	_, err := open(t, p, "long ill").Page(t.Context(), 1)
	onPage(t, err, 1, fault.SubprocessCrashed)
	wantStarted(t, s, 1)
}

// What a document does to its child costs only the page it does it on.
func TestPagesThatKill(t *testing.T) {
	p, _ := newPool(t, Options{Size: 1}, "sound")
	d := open(t, p, "mine field\ndie 2\npanic 4\nburst 6")
	for n, want := range map[int]fault.Name{2: fault.SubprocessCrashed, 4: fault.InternalError, 6: fault.SubprocessCrashed} {
		_, err := d.Page(t.Context(), n)
		onPage(t, err, n, want)
		readable(t, d, "mine field", n+1)
	}
}

// Fault 15: a page that hangs costs itself, and the pages after it are read.
func TestPageThatHangs(t *testing.T) {
	p, s := newPool(t, Options{Size: 1, PageTime: time.Second}, "sound")
	d := open(t, p, "slow\nhang 2")
	_, err := d.Page(t.Context(), 2)
	onPage(t, err, 2, fault.Timeout)
	wantStarted(t, s, 1) // time is not spent twice
	readable(t, d, "slow", 3)
}

func TestDocumentsThatKill(t *testing.T) {
	p, s := newPool(t, Options{Size: 1}, "sound")
	for _, tt := range []struct {
		script  string
		want    fault.Name
		started int
	}{{"x\ndie 0", fault.DocumentCorrupt, 2}, {"x\npanic 0", fault.InternalError, 3}} {
		_, err := p.Open(t.Context(), file(t, []byte(tt.script)), scripted)
		ofDocument(t, err, tt.want)
		wantStarted(t, s, tt.started)
	}
	readable(t, open(t, p, "after"), "after", 1)
	wantStarted(t, s, 4)
}

// Fault 27: an engine that hangs on a document costs its time once.
func TestDocumentThatHangs(t *testing.T) {
	p, s := newPool(t, Options{Size: 1, OpenTime: 500 * time.Millisecond}, "sound")
	_, err := p.Open(t.Context(), file(t, []byte("x\nhang 0")), scripted)
	ofDocument(t, err, fault.Timeout)
	wantStarted(t, s, 1)
}

// ofDocument wants a failure of the given name that concerns no single page.
func ofDocument(t *testing.T, err error, name fault.Name) {
	t.Helper()
	var scoped *engine.PageError
	if err == nil || fault.Of(err).Name != name || errors.As(err, &scoped) {
		t.Fatalf("%v, want %s of the document", err, name)
	}
}

func TestCancelInTheMiddle(t *testing.T) {
	p, s := newPool(t, Options{Size: 1, PageTime: time.Hour}, "sound")
	d := open(t, p, "slow\nhang 1")
	stopped := errors.New("the job was cancelled")
	ctx, cancel := context.WithCancelCause(t.Context())
	failed := make(chan error)
	go func() {
		_, err := d.Page(ctx, 1)
		failed <- err
	}()
	busy(t, s.started()[0])
	cancel(stopped)
	err := <-failed
	var scoped *engine.PageError
	if !errors.Is(err, stopped) || errors.As(err, &scoped) {
		t.Errorf("%v", err)
	}
	readable(t, d, "slow", 2)
	if _, err := d.Page(ctx, 3); !errors.Is(err, stopped) {
		t.Errorf("%v", err)
	}
	readable(t, d, "slow", 3)
	wantStarted(t, s, 2) // a call that was over before it began costs no child
}

func TestKilledWhileReading(t *testing.T) {
	p, s := newPool(t, Options{Size: 1, PageTime: time.Hour}, "hangs", "sound")
	d := open(t, p, "victim")
	go func() {
		pid := s.started()[0]
		busy(t, pid)
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}()
	readable(t, d, "victim", 1)
	wantStarted(t, s, 2)
}

func TestKilledWhileIdle(t *testing.T) {
	p, s := newPool(t, Options{Size: 1}, "sound")
	open(t, p, "first").Close()
	pid := s.started()[0]
	_ = syscall.Kill(pid, syscall.SIGKILL)
	eventually(t, func() bool { return syscall.Kill(pid, 0) != nil })
	readable(t, open(t, p, "second"), "second", 1)
	wantStarted(t, s, 2)
}

// The log names the document by number and the page, never a password.
func TestLog(t *testing.T) {
	var said bytes.Buffer
	s := &stage{acts: []string{"dies"}}
	p := New(Options{Size: 1, Launch: s.launch, Log: slog.New(slog.NewTextHandler(&said, nil))})
	d, err := p.Open(t.Context(), file(t, []byte("contents")), engine.OpenOptions{Type: "script", Password: "open sesame"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Page(t.Context(), 2); strings.Contains(err.Error(), "sesame") {
		t.Error(err)
	}
	d.Close()
	p.Close()
	for _, want := range []string{"engine process died", "document=1", "type=script", "page=2", "duration=", "exit status 3"} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("no %q in\n%s", want, said.String())
		}
	}
	if strings.Contains(said.String(), "sesame") || strings.Contains(said.String(), "contents") {
		t.Error(said.String())
	}
}

// busy returns when a child says that it hangs.
func busy(t *testing.T, pid int) {
	t.Helper()
	eventually(t, func() bool {
		name, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", pid))
		return err == nil && string(name) == hanging+"\n"
	})
}

func eventually(t *testing.T, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !ok(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Error("it never happened")
			return
		}
	}
}
