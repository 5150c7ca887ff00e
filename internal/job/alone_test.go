package job_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/octavo-dev/octavo/internal/job"
)

// lonely runs tasks on a fake store in a world of its own time. Those whose names begin with "lost" were lost with a
// worker. It watches that nothing runs beside them.
type lonely struct {
	*fake
	t  *testing.T
	mu sync.Mutex

	running []string
	began   []string
	hold    map[string]time.Duration // how long a task runs [100 ms]
}

func (l *lonely) Run(ctx context.Context, task job.Task) (job.Outcome, error) {
	l.mu.Lock()
	l.running = append(l.running, task.JobID)
	l.began = append(l.began, task.JobID)
	if task.Attempt > 1 && len(l.running) > 1 || task.Attempt == 1 && slices.ContainsFunc(l.running, isLost) {
		l.t.Errorf("%v run beside each other", l.running)
	}
	l.mu.Unlock()
	defer func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.running = slices.DeleteFunc(l.running, func(id string) bool { return id == task.JobID })
	}()
	wait := l.hold[task.JobID]
	if wait == 0 {
		wait = 100 * time.Millisecond
	}
	select {
	case <-time.After(wait):
		return done("x")
	case <-ctx.Done():
		return job.Outcome{}, ctx.Err()
	}
}

func isLost(id string) bool { return len(id) > 4 && id[:4] == "lost" }

// lose marks tasks as lost.
func (l *lonely) lose(n int) {
	l.set(func() {
		for i := range n {
			l.alone = append(l.alone, fmt.Sprint("lost ", i))
		}
	})
}

// ended is how many tasks of each kind are done.
func (l *lonely) ended() (lost, others int) {
	for _, c := range l.named("complete") {
		if isLost(c.job) {
			lost++
		} else {
			others++
		}
	}
	return lost, others
}

func alone(t *testing.T, fn func(t *testing.T, l *lonely)) {
	synctest.Test(t, func(t *testing.T) {
		l := &lonely{fake: &fake{lost: map[string]bool{}}, t: t, hold: map[string]time.Duration{}}
		r := job.NewRunner(l.fake, job.NewHub(), l, &results{kept: map[string]string{}}, job.Options{Workers: job.Workers{CPU: 3, IO: 2}})
		r.Start()
		fn(t, l)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		r.Stop(ctx)
	})
}

// A worker that has nothing to do takes what was lost at once, one after the other.
func TestAloneWhenIdle(t *testing.T) {
	alone(t, func(t *testing.T, l *lonely) {
		l.lose(5)
		time.Sleep(1100 * time.Millisecond) // a look and five tasks
		if n, _ := l.ended(); n != 5 {
			t.Errorf("%d of 5 are done", n)
		}
	})
}

// A busy worker ends what it has, takes what was lost, and goes on with the others. What was lost does not wait for
// the end of a line that never ends, and the others keep half of the time.
func TestAloneWhenBusy(t *testing.T) {
	alone(t, func(t *testing.T, l *lonely) {
		for i := range 10_000 {
			l.add(fmt.Sprint("other ", i))
		}
		time.Sleep(10 * time.Second)
		_, calm := l.ended()
		l.lose(100)
		time.Sleep(60 * time.Second)
		lost, others := l.ended()
		if lost != 100 {
			t.Errorf("%d of 100 lost tasks are done", lost)
		}
		if least := 6 * calm * 2 / 5; others-calm < least {
			t.Errorf("%d others in a minute, %d before in ten seconds", others-calm, calm)
		}
	})
}

// One task that takes its time keeps the others out for as long, and no longer.
func TestAloneForLong(t *testing.T) {
	alone(t, func(t *testing.T, l *lonely) {
		l.hold["lost 0"], l.hold["lost 1"] = time.Minute, time.Minute
		l.lose(2)
		time.Sleep(time.Second)
		l.add("other")
		time.Sleep(61 * time.Second)
		if lost, others := l.ended(); lost != 1 || others != 1 {
			t.Errorf("%d lost and %d other tasks are done", lost, others)
		}
		time.Sleep(61 * time.Second)
		if lost, _ := l.ended(); lost != 2 {
			t.Errorf("%d lost tasks are done", lost)
		}
	})
}

// Somebody else takes the task while a worker makes room: it goes on as before.
func TestAloneTaken(t *testing.T) {
	alone(t, func(t *testing.T, l *lonely) {
		l.hold["long"] = time.Hour
		l.add("long")
		time.Sleep(time.Second)
		l.lose(1)
		time.Sleep(time.Second)
		l.add("other")
		time.Sleep(2 * time.Second)
		if _, others := l.ended(); others != 0 {
			t.Error("a worker that makes room took another task")
		}
		l.set(func() { l.alone = nil })
		time.Sleep(time.Second)
		if _, others := l.ended(); others != 1 {
			t.Error("the worker stays closed")
		}
	})
}

// A worker that stops while it makes room, or runs such a task, stops.
func TestAloneStops(t *testing.T) {
	for _, busy := range []bool{false, true} {
		alone(t, func(t *testing.T, l *lonely) {
			l.hold["long"], l.hold["lost 0"] = time.Hour, time.Hour
			if busy {
				l.add("long")
				time.Sleep(time.Second)
			}
			l.lose(1)
			time.Sleep(2 * time.Second)
		})
	}
}
