package pool

import (
	"os"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/engine"
)

// idleChild is the only idle child of a pool.
func idleChild(t *testing.T, p *Pool) *process {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.idle) != 1 {
		t.Fatalf("%d idle children", len(p.idle))
	}
	return p.idle[0]
}

func TestKept(t *testing.T) {
	long := file(t, []byte("long"))
	for _, tt := range []struct {
		name    string
		options engine.OpenOptions
		between func(*testing.T, *Pool)
		opened  int
	}{
		{"AtOnce", scripted, func(*testing.T, *Pool) {}, 1},
		{"Tidied", scripted, func(t *testing.T, p *Pool) { p.tidy(idleChild(t, p)) }, 2},
		{"OtherBetween", scripted, func(t *testing.T, p *Pool) {
			d := open(t, p, "other")
			readable(t, d, "other", 1)
			d.Close()
		}, 3},
		{"Rewritten", scripted, func(t *testing.T, _ *Pool) {
			if err := os.WriteFile(long.Name(), []byte("long\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}, 2},
		{"Password", engine.OpenOptions{Type: "script", Password: "right"}, func(*testing.T, *Pool) {}, 2},
		{"AskedOften", scripted, func(t *testing.T, p *Pool) {
			d, err := p.Open(t.Context(), long, scripted)
			if err != nil {
				t.Fatal(err)
			}
			for range keptCalls {
				readable(t, d, "long", 3)
			}
			d.Close()
		}, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, s := newPool(t, Options{Size: 1}, "sound")
			p.keep = time.Hour
			for _, n := range []int{1, 2} {
				d, err := p.Open(t.Context(), long, tt.options)
				if err != nil {
					t.Fatal(err)
				}
				if d.Pages() != scriptPages {
					t.Errorf("%d pages", d.Pages())
				}
				readable(t, d, "long", n)
				d.Close()
				if n == 1 {
					tt.between(t, p)
				}
			}
			if c := idleChild(t, p); c.documents != tt.opened {
				t.Errorf("opened %d times, want %d", c.documents, tt.opened)
			}
			wantStarted(t, s, 1)
		})
	}
}

// Of two idle children the one that has the document open is taken, although the other was used later.
func TestKeptInOneOfTwo(t *testing.T) {
	p, _ := newPool(t, Options{Size: 2}, "sound")
	p.keep = time.Hour
	long, other := file(t, []byte("long")), file(t, []byte("other"))
	var open []engine.Document
	for _, f := range []*os.File{long, other} {
		d, err := p.Open(t.Context(), f, scripted)
		if err != nil {
			t.Fatal(err)
		}
		open = append(open, d)
	}
	for _, d := range open {
		d.Close()
	}
	d, err := p.Open(t.Context(), long, scripted)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	readable(t, d, "long", 1)
	if c := d.(*document).child; c.documents != 1 {
		t.Errorf("opened %d times", c.documents)
	}
	if !idleChild(t, p).holds(identify(other, scripted)) {
		t.Error("the other document was not kept")
	}
}
