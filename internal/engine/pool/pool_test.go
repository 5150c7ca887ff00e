package pool

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/fault"
)

var scripted = engine.OpenOptions{Type: "script"}

func open(t *testing.T, p *Pool, text string) engine.Document {
	t.Helper()
	d, err := p.Open(t.Context(), file(t, []byte(text)), scripted)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

// readable reads a page of a script.
func readable(t *testing.T, d engine.Document, name string, n int) {
	t.Helper()
	page, err := d.Page(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprint(name, " ", n); page.Label != want || page.Number != n {
		t.Fatalf("page %d %q, want %d %q", page.Number, page.Label, n, want)
	}
}

// onPage wants a failure of the given name that concerns one page.
func onPage(t *testing.T, err error, n int, name fault.Name) {
	t.Helper()
	var scoped *engine.PageError
	if !errors.As(err, &scoped) || scoped.Page != n || fault.Of(err).Name != name {
		t.Fatalf("%v, want %s of page %d", err, name, n)
	}
}

func wantStarted(t *testing.T, s *stage, n int) {
	t.Helper()
	if got := len(s.started()); got != n {
		t.Errorf("%d children were started, want %d", got, n)
	}
}

func TestDocument(t *testing.T) {
	p, s := newPool(t, Options{}, "sound")
	d := open(t, p, "one\ndamaged 3")
	readable(t, d, "one", 1)
	info, err := d.Info(t.Context())
	if err != nil || info.Version != "one" || info.Pages != scriptPages || d.Pages() != scriptPages {
		t.Errorf("%+v, %v", info, err)
	}
	for _, grey := range []bool{true, false} {
		r, err := d.Render(t.Context(), 2, 150, grey)
		if err != nil || r.Grey != grey || r.DPI != 150.5 || r.Pixels[len(r.Pixels)-1] != 2 {
			t.Errorf("%v", err)
		}
		other, err := d.Render(t.Context(), 4, 150, grey)
		if err != nil || other.Pixels[0] != 4 || r.Pixels[0] != 2 {
			t.Errorf("pixels do not stay: %v", err)
		}
	}
	_, err = d.Page(t.Context(), 3)
	onPage(t, err, 3, fault.DocumentCorrupt)
	readable(t, d, "one", 4)
	for _, n := range []int{-1, 0, scriptPages + 1, 1 << 40} {
		var scoped *engine.PageError
		if _, err := d.Page(t.Context(), n); err == nil || errors.As(err, &scoped) {
			t.Errorf("page %d: %v", n, err)
		}
	}
	wantStarted(t, s, 1)
	d.Close()
	if _, err := d.Page(t.Context(), 1); !errors.Is(err, os.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

func TestOpenRefused(t *testing.T) {
	p, s := newPool(t, Options{Size: 1}, "sound")
	for _, tt := range []struct {
		o    engine.OpenOptions
		want fault.Name
	}{
		{engine.OpenOptions{Type: "script", Password: "wrong"}, fault.DocumentPasswordProtected},
		{engine.OpenOptions{Type: "unheard of"}, fault.DocumentUnsupported},
	} {
		if _, err := p.Open(t.Context(), file(t, []byte("x")), tt.o); !fault.Is(err, tt.want) {
			t.Errorf("%v", err)
		}
	}
	if _, err := p.Open(t.Context(), nil, scripted); err == nil {
		t.Error("no file")
	}
	readable(t, open(t, p, "after"), "after", 1)
	wantStarted(t, s, 1)
}

func TestManyDocuments(t *testing.T) {
	p, s := newPool(t, Options{Size: 2, Retire: 1000}, "sound")
	var group sync.WaitGroup
	work := make(chan int)
	for range 8 {
		group.Go(func() {
			for i := range work {
				name := fmt.Sprint("document ", i)
				d, err := p.Open(t.Context(), file(t, []byte(name)), scripted)
				if err != nil {
					t.Error(err)
					continue
				}
				for n := 1; n <= 3; n++ {
					if page, err := d.Page(t.Context(), n); err != nil || page.Label != fmt.Sprint(name, " ", n) {
						t.Errorf("%s page %d: %v", name, n, err)
					}
				}
				d.Close()
			}
		})
	}
	for i := range 200 {
		work <- i
	}
	close(work)
	group.Wait()
	if n := len(s.started()); n > 2 {
		t.Errorf("%d children for 2 places", n)
	}
}

func TestRetire(t *testing.T) {
	p, s := newPool(t, Options{Size: 1, Retire: 5}, "sound")
	for i := range 20 {
		d := open(t, p, fmt.Sprint(i))
		readable(t, d, fmt.Sprint(i), 1)
		d.Close()
	}
	wantStarted(t, s, 4)
}

func TestGrownChildIsReplaced(t *testing.T) {
	p, s := newPool(t, Options{Size: 1}, "sound")
	for range 2 {
		d := open(t, p, "glutton\ngrow 1")
		readable(t, d, "glutton", 1)
		d.Close()
	}
	wantStarted(t, s, 2)
	d := open(t, p, "long\ngrow 1")
	for n := 1; n <= scriptPages; n++ { // also in the middle of a document
		readable(t, d, "long", n)
	}
	wantStarted(t, s, 4)
}

func TestWaitingOpenObeysContext(t *testing.T) {
	p, _ := newPool(t, Options{Size: 1}, "sound")
	d := open(t, p, "first")
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := p.Open(ctx, file(t, nil), scripted); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	d.Close()
	d.Close() // gives nothing back twice
	readable(t, open(t, p, "second"), "second", 1)
	if _, err := p.Open(ctx, file(t, nil), scripted); err == nil {
		t.Error("two documents in one place")
	}
}

func TestClosedPool(t *testing.T) {
	p, s := newPool(t, Options{Size: 1, PageTime: time.Hour}, "sound")
	d := open(t, p, "hanging\nhang 1")
	failed := make(chan error)
	go func() {
		_, err := d.Page(t.Context(), 1)
		failed <- err
	}()
	go func() {
		_, err := p.Open(t.Context(), nil, scripted)
		failed <- err
	}()
	p.Close()
	for range 2 {
		if err := <-failed; !fault.Is(err, fault.ServiceUnavailable) {
			t.Errorf("%v", err)
		}
	}
	if _, err := d.Page(t.Context(), 2); !fault.Is(err, fault.ServiceUnavailable) {
		t.Errorf("%v", err)
	}
	d.Close()
	if _, err := p.Open(t.Context(), file(t, nil), scripted); !fault.Is(err, fault.ServiceUnavailable) {
		t.Errorf("%v", err)
	}
	wantStarted(t, s, 1)
}

func TestLaunchFails(t *testing.T) {
	why := errors.New("no such engine")
	p := New(Options{Size: 1, Launch: func(context.Context) (*Process, error) { return nil, why }})
	defer p.Close()
	for range 3 {
		if _, err := p.Open(t.Context(), file(t, nil), scripted); !errors.Is(err, why) {
			t.Error(err)
		}
	}
}
