package batch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func named(n int) []Input {
	var out []Input
	for i := range n {
		out = append(out, Input{Name: fmt.Sprintf("doc-%d", i), Place: fmt.Sprint(i)})
	}
	return out
}

func TestRun(t *testing.T) {
	broken := errors.New("broken")
	var running, most atomic.Int32
	s := Run(t.Context(), named(20), 3, func(in Input) bool { return in.Place == "7" }, nil,
		func(_ context.Context, in Input, report func(Progress)) (int, error) {
			now := running.Add(1)
			defer running.Add(-1)
			for seen := most.Load(); now > seen && !most.CompareAndSwap(seen, now); seen = most.Load() {
			}
			report(Progress{Pages: 1, Of: 2})
			if in.Place == "3" || in.Place == "11" {
				return 0, broken
			}
			return 2, nil
		})
	if s.Done != 17 || s.Skipped != 1 || s.Pages != 34 || s.Stopped != nil || len(s.Failures) != 2 {
		t.Errorf("%+v", s)
	}
	if len(s.Failures) == 2 && (s.Failures[0].Input.Place != "3" || s.Failures[1].Input.Place != "11" || !errors.Is(s.Failures[0].Err, broken)) {
		t.Errorf("%+v", s.Failures)
	}
	if most.Load() > 3 {
		t.Errorf("%d documents at a time", most.Load())
	}
}

func TestRunStops(t *testing.T) {
	t.Run("Interrupted", func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		begun := 0
		s := Run(ctx, named(5), 1, nil, nil, func(ctx context.Context, _ Input, _ func(Progress)) (int, error) {
			if begun++; begun == 2 {
				stop()
				<-ctx.Done()
				return 0, ctx.Err()
			}
			return 1, nil
		})
		if s.Done != 1 || begun != 2 || len(s.Failures) != 0 || !errors.Is(s.Stopped, context.Canceled) {
			t.Errorf("%+v after %d", s, begun)
		}
	})
	t.Run("Refused", func(t *testing.T) {
		refusal := errors.New("no key")
		begun := 0
		s := Run(t.Context(), named(5), 1, nil, nil, func(context.Context, Input, func(Progress)) (int, error) {
			begun++
			return 0, fmt.Errorf("send: %w", &Fatal{refusal})
		})
		if begun != 1 || !errors.Is(s.Stopped, refusal) || len(s.Failures) != 0 {
			t.Errorf("%+v after %d", s, begun)
		}
	})
}

// Documents that had to stop are not counted: the next run does them.
func TestDisplayInterrupted(t *testing.T) {
	var out bytes.Buffer
	ctx, stop := context.WithCancel(t.Context())
	Run(ctx, named(3), 1, nil, NewDisplay(&out), func(_ context.Context, in Input, _ func(Progress)) (int, error) {
		if in.Place == "1" {
			stop()
			return 0, ctx.Err()
		}
		return 1, nil
	})
	if screen := out.String(); !strings.Contains(screen, "1/3 documents") || strings.Contains(screen, "2/3 documents") {
		t.Errorf("%q", screen)
	}
}

func TestDisplay(t *testing.T) {
	var out bytes.Buffer
	d := NewDisplay(&out)
	began, later := time.Now(), atomic.Int64{}
	d.now = func() time.Time { return began.Add(time.Duration(later.Load())) }
	s := Run(t.Context(), []Input{{Name: "a\x1b[31m.pdf"}, {Name: strings.Repeat("long/", 20) + "b.pdf"}}, 1, nil, d,
		func(_ context.Context, in Input, report func(Progress)) (int, error) {
			later.Store(int64(2 * time.Second))
			report(Progress{Pages: 1, Of: 4})
			report(Progress{Pages: 4, Of: 4})
			return 4, nil
		})
	if s.Done != 2 {
		t.Fatalf("%+v", s)
	}
	screen := out.String()
	if !strings.Contains(screen, "2/2 documents, 8 pages, 4.0 pages/s") {
		t.Errorf("the last state is missing: %q", screen)
	}
	if strings.Contains(screen, "\x1b[31m") {
		t.Error("a name of a file speaks to the terminal")
	}
	if got := short(strings.Repeat("x", 50) + ".pdf"); len([]rune(got)) != nameWidth-2 || !strings.HasPrefix(got, "…") || !strings.HasSuffix(got, ".pdf") {
		t.Errorf("%q", got)
	}
}
