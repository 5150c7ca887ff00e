package chaos

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// ledger is what a caller was promised: every job id it was given, and the words its result must hold.
type ledger struct {
	t    testing.TB
	in   *installation
	hook *receiver

	mu       sync.Mutex
	accepted map[string]promise
	fault    bool // what is accepted now may fail

	tombstones int // jobs that were deleted
}

// promise is what is expected of a job.
type promise struct {
	words   string // what its result holds
	mayFail bool   // it may instead fail as SERVICE_UNAVAILABLE, because what it needs was away
}

func newLedger(t testing.TB, in *installation, hook *receiver) *ledger {
	return &ledger{t: t, in: in, hook: hook, accepted: map[string]promise{}}
}

func (l *ledger) body(input, words string) map[string]any {
	async := map[string]any{"metadata": map[string]any{"words": words}}
	if l.hook != nil {
		async["webhook"] = map[string]any{"mode": "direct", "url": l.hook.url}
	}
	return map[string]any{"input": input, "async": async}
}

func (l *ledger) note(id, words string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if other, twice := l.accepted[id]; twice && other.words != words {
		l.t.Errorf("job %s was given to %q and %q", id, other.words, words)
	}
	l.accepted[id] = promise{words, l.fault}
}

// faulty says whether something that jobs need is away.
func (l *ledger) faulty(on bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fault = on
}

// doubtful says that whatever was accepted and has not ended may fail for want of what jobs need.
func (l *ledger) doubtful() {
	ended := map[string]bool{}
	for _, id := range l.in.column("SELECT id FROM jobs WHERE finished_at IS NOT NULL") {
		ended[id] = true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for id, p := range l.accepted {
		l.accepted[id] = promise{p.words, p.mayFail || !ended[id]}
	}
}

// submit sends a job that must be accepted at once.
func (l *ledger) submit(input, words string) string {
	l.t.Helper()
	id := l.in.client.want(http.StatusOK, "POST", "/parse", l.body(input, words)).text("job_id")
	l.note(id, words)
	return id
}

// insist sends a job until it is accepted, as a client that retries does: with an Idempotency-Key, when the server
// is away or says that it is. Everything else it may not say.
func (l *ledger) insist(input, words string, within time.Duration) error {
	var last error
	err := poll(l.t, within, func() error {
		a, err := l.in.client.try(patience, "POST", "/parse", l.body(input, words), "Idempotency-Key", words)
		switch {
		case err != nil:
			last = err
		case a.status == http.StatusOK:
			l.note(a.text("job_id"), words)
			return nil
		default:
			if last = promptly(a, nil); last != nil {
				l.t.Errorf("submit of %s: %v", words, last)
			}
			last = fmt.Errorf("%v", a)
		}
		return last
	})
	if err != nil {
		return fmt.Errorf("submit of %s: %w", words, err)
	}
	return nil
}

// finished is how many of the accepted jobs have ended.
func (l *ledger) finished() int {
	return l.in.number("SELECT COUNT(*) FROM jobs WHERE finished_at IS NOT NULL")
}

func (l *ledger) size() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.accepted)
}

// settle waits until every accepted job has ended and every webhook was told.
func (l *ledger) settle(within time.Duration) {
	l.t.Helper()
	await(l.t, within, "every job ends", func() error {
		if open := l.in.column("SELECT id FROM jobs WHERE finished_at IS NULL"); len(open) > 0 {
			return fmt.Errorf("%d of %d are open, such as %s", len(open), l.size(), open[0])
		}
		return nil
	})
	await(l.t, within, "every webhook is told", func() error {
		if n := l.in.number("SELECT COUNT(*) FROM messages WHERE NOT expanded") + l.in.number("SELECT COUNT(*) FROM deliveries WHERE status = 'pending'"); n > 0 {
			return fmt.Errorf("%d are pending", n)
		}
		return nil
	})
}

// balance holds the installation to everything in the ledger.
func (l *ledger) balance() {
	l.t.Helper()
	for id, p := range l.accepted {
		a := l.in.client.do("GET", "/job/"+id, nil)
		done := a.text("state") == "Completed" && strings.Contains(fmt.Sprint(a.field("result")), p.words)
		failed := p.mayFail && a.text("state") == "Failed" && a.text("error", "name") == "SERVICE_UNAVAILABLE"
		if a.status != http.StatusOK || !done && !failed {
			l.t.Errorf("job %s of %q: %v", id, p.words, a)
		}
	}
	if n := l.in.number("SELECT COUNT(*) FROM jobs"); n != l.size()+l.tombstones {
		l.t.Errorf("%d jobs were accepted, %d are stored", l.size()+l.tombstones, n)
	}
	for _, table := range []string{"tasks", "parts"} {
		if n := l.in.number("SELECT COUNT(*) FROM " + table); n != 0 {
			l.t.Errorf("%d rows are left in %s", n, table)
		}
	}
	if l.hook != nil {
		l.balanceHooks()
	}
}

// balanceHooks finds one webhook-id for every job, told at least once, and the same in every row.
func (l *ledger) balanceHooks() {
	l.t.Helper()
	l.hook.mu.Lock()
	defer l.hook.mu.Unlock()
	for _, m := range l.hook.malformed {
		l.t.Errorf("webhook: %s", m)
	}
	for id, p := range l.accepted {
		ids, status, metadata := l.hook.ids[id], l.hook.status[id], l.hook.metadata[id]
		if len(ids) != 1 || status != "Completed" && !p.mayFail || !strings.Contains(metadata, p.words) {
			l.t.Errorf("job %s was told as %v, %q, %s", id, ids, status, metadata)
		}
	}
	for id := range l.hook.ids {
		if _, ok := l.accepted[id]; !ok {
			l.t.Errorf("a webhook came for job %s, which nobody was given", id)
		}
	}
	if n := l.in.number("SELECT COUNT(*) FROM messages"); n != l.size() {
		l.t.Errorf("%d messages for %d jobs", n, l.size())
	}
}

// files lists the files below a folder.
func files(t testing.TB, dir string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			out = append(out, strings.TrimPrefix(path, dir+"/"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
