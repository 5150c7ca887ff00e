package app_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/server"
)

// TestTooManyRequests takes the whole rate of an organization, in the synchronous and the asynchronous class. What is
// refused says when to come back and leaves no job; the other class goes on. Fault 36.
func TestTooManyRequests(t *testing.T) {
	for path, other := range map[string]string{"/parse": "/parse_async", "/parse_async": "/jobs"} {
		t.Run(path, func(t *testing.T) {
			s := start(t, "sqlite", "rate: {sync: {org: {rate: 0.001, burst: 2}}, async: {org: {rate: 0.002, burst: 4}}}")
			body := `{"input":"` + s.upload("a.txt", "x") + `"}`
			taken := 0
			var got answer
			for got = s.do("POST", path, body); got.Status == 200 && taken < 10; got = s.do("POST", path, body) {
				taken++
			}
			seconds := 0
			fmt.Sscan(got.Header.Get("Retry-After"), &seconds)
			e := at(got.object(t), "error")
			if got.Status != 429 || at(e, "name") != "RATE_LIMIT" || at(e, "type") != "rate_limit_exceeded" || seconds < 1 || got.Header.Get("X-Should-Retry") != "true" {
				t.Errorf("%d %v %s", got.Status, got.Header, got.Body)
			}
			if n := s.count("jobs"); n != taken || taken == 0 {
				t.Errorf("%d rows of %d jobs that were taken", n, taken)
			}
			if got := s.do(map[bool]string{true: "POST", false: "GET"}[other != "/jobs"], other, body); got.Status != 200 {
				t.Errorf("another class is limited too: %d %s", got.Status, got.Body)
			}
		})
	}
}

// TestFullQueues fills the lanes of a queue to their caps. By the contract a full batch lane is to be asked again after
// five minutes; it keeps nobody else out, as a full queue does not keep batch jobs out. Fault 36.
func TestFullQueues(t *testing.T) {
	origin := newOrigin(t)
	s := start(t, "sqlite", "fetch: {allow: ["+origin.host+"]}", "workers: {cpu: 1, io: 1}", "queue: {cpu_max_depth: 2, batch_max_depth: 1}")
	release := origin.hold("/slow.txt")
	defer release()
	plain, batch := `{"input":"`+origin.url+`/slow.txt"}`, `{"input":"`+origin.url+`/slow.txt","queue_priority":"batch"}`
	var jobs []string
	take := func(body string) {
		t.Helper()
		jobs = append(jobs, s.want(200, "POST", "/parse_async", body)["job_id"].(string))
	}
	refuse := func(body, name, after string) {
		t.Helper()
		for _, path := range []string{"/parse_async", "/parse"} {
			got := s.do("POST", path, body)
			if got.Status != 503 || at(got.object(t), "error", "name") != name || got.Header.Get("Retry-After") != after || got.Header.Get("X-Job-ID") != "" {
				t.Errorf("%s: %d %v %s", path, got.Status, got.Header, got.Body)
			}
		}
		if n := s.count("jobs"); n != len(jobs) {
			t.Errorf("%d rows for %d jobs", n, len(jobs))
		}
	}
	take(batch)
	refuse(batch, "BATCH_QUEUE_FULL", "300")
	take(plain) // not kept out by the batch lane
	take(plain)
	refuse(plain, "QUEUE_FULL", "30")
	refuse(batch, "BATCH_QUEUE_FULL", "300")
	rejected := s.metric("octavo_gate_rejections_total")
	if !strings.Contains(rejected, `queue="batch"} 4`) || !strings.Contains(rejected, `queue="cpu"} 2`) {
		t.Errorf("counted %s", rejected)
	}
	release()
	for _, id := range jobs {
		s.ended(id)
	}
	take(plain)
	take(batch)
}

// TestManyAtOnce sends many jobs at the same time to a queue that may hold few: it takes exactly those. Fault 36.
func TestManyAtOnce(t *testing.T) {
	const most, callers = 8, 64
	origin := newOrigin(t)
	s := start(t, "sqlite", "fetch: {allow: ["+origin.host+"]}", "workers: {cpu: 1, io: 1}", fmt.Sprintf("queue: {cpu_max_depth: %d}", most))
	release := origin.hold("/slow.txt")
	defer release()
	var taken, refused atomic.Int32
	var all sync.WaitGroup
	for range callers {
		all.Go(func() {
			switch got := s.do("POST", "/parse_async", `{"input":"`+origin.url+`/slow.txt"}`); got.Status {
			case 200:
				taken.Add(1)
			case 503:
				refused.Add(1)
			default:
				t.Errorf("%d %s", got.Status, got.Body)
			}
		})
	}
	all.Wait()
	if taken.Load() != most || refused.Load() != callers-most || s.count("jobs") != most {
		t.Errorf("%d taken, %d refused, %d stored", taken.Load(), refused.Load(), s.count("jobs"))
	}
}

// slowQueues is a database that counts slowly.
type slowQueues struct {
	server.Queues
	asked chan time.Duration // how long the server would have waited
}

func (q slowQueues) wait(ctx context.Context) (int, error) {
	deadline, _ := ctx.Deadline()
	q.asked <- time.Until(deadline)
	select {
	case <-time.After(2 * time.Second):
		return 1000, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

func (q slowQueues) Depth(ctx context.Context, _ job.Queue, _ int) (int, error) { return q.wait(ctx) }
func (q slowQueues) BatchDepth(ctx context.Context, _ int) (int, error)         { return q.wait(ctx) }

// TestSlowDepth counts queues so slowly that nobody waits for it: the gate opens after a second, whatever would have been
// counted. Fault 36.
func TestSlowDepth(t *testing.T) {
	s := start(t, "sqlite", "queue: {cpu_max_depth: 1, batch_max_depth: 1}")
	slow := slowQueues{s.Server.Queues, make(chan time.Duration, 10)}
	s.Server.Queues = slow
	file := s.upload("a.txt", "x")
	for i, lane := range []string{"auto", "batch"} {
		for _, path := range []string{"/parse", "/parse_async"} {
			s.want(200, "POST", path, `{"input":"`+file+`","queue_priority":"`+lane+`"}`)
			if waits := <-slow.asked; waits > time.Second {
				t.Errorf("%s %s: the gate would have waited %v", path, lane, waits)
			}
		}
		if n := s.count("jobs"); n != 2*i+2 {
			t.Errorf("%d rows", n)
		}
	}
	if failures := s.metric("octavo_gate_read_failures_total"); !strings.Contains(failures, "octavo_gate_read_failures_total 4") {
		t.Errorf("counted %s", failures)
	}
}

// metric returns the lines of one metric.
func (s *service) metric(name string) string {
	s.t.Helper()
	var out strings.Builder
	for line := range strings.Lines(string(s.do("GET", "/metrics", nil).Body)) {
		if strings.HasPrefix(line, name) {
			out.WriteString(line)
		}
	}
	return out.String()
}
