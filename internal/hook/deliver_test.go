package hook_test

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/guard"
	"github.com/octavo-dev/octavo/internal/hook"
)

// TestRetriesUntilAccepted has a receiver fail three times and then accept: every attempt has the same id and body, a time
// and a signature of its own, which the Standard Webhooks library verifies. Fault W1.
func TestRetriesUntilAccepted(t *testing.T) {
	each(t, func(r *rig) {
		rec := receive(r.T, 500, 500, 500, 200)
		e := r.endpoint(rec.URL)
		id := r.add(event{mode: "svix", metadata: `{"n":1}`})
		for i, pause := range []time.Duration{5 * time.Second, 5 * time.Minute, 30 * time.Minute} {
			r.dispatcher.Drain(r.T)
			d := r.only()
			if d.Status != hook.Pending || len(d.Attempts) != i+1 || d.NextAttemptAt == nil {
				r.Fatalf("after attempt %d: %+v", i+1, d)
			}
			wait := d.NextAttemptAt.Sub(r.now())
			if wait < pause*9/10 || wait > pause*11/10 {
				r.Errorf("pause %d is %v, want about %v", i+1, wait, pause)
			}
			r.advance(wait - time.Millisecond)
			if r.dispatcher.Drain(r.T); len(rec.got()) != i+1 {
				r.Fatalf("attempt %d came before its time", i+2)
			}
			r.advance(time.Millisecond)
		}
		r.dispatcher.Drain(r.T)
		d := r.only()
		if d.Status != hook.Succeeded || d.NextAttemptAt != nil || len(d.Attempts) != 4 || d.MessageID != id || d.EndpointID != e.ID {
			r.Fatalf("at the end: %+v", d)
		}
		for i, want := range []int{500, 500, 500, 200} {
			if a := d.Attempts[i]; a.StatusCode != want || (a.Error == "") != (want == 200) || a.Duration <= 0 || a.At.IsZero() {
				r.Errorf("attempt %d: %+v", i+1, a)
			}
		}
		reqs := rec.got()
		seconds := map[string]bool{}
		for i, req := range reqs {
			if req.header.Get("webhook-id") != id || string(req.body) != string(reqs[0].body) {
				r.Errorf("attempt %d has another id or body", i+1)
			}
			if !verifies(r.T, e.Secret, req, d.Attempts[i].At) {
				r.Errorf("attempt %d is not signed for its own time", i+1)
			}
			seconds[req.header.Get("webhook-timestamp")] = true
		}
		if len(seconds) != 4 {
			r.Errorf("%d different timestamps, want 4", len(seconds))
		}
	})
}

func TestSchedulesEnd(t *testing.T) {
	each(t, func(r *rig) {
		for _, tt := range []struct {
			mode     string
			attempts int
		}{{"svix", 8}, {"direct", 3}} {
			r.exec("DELETE FROM deliveries")
			rec := receive(r.T, 400)
			r.endpoint(rec.URL)
			r.add(event{mode: tt.mode, url: rec.URL})
			for range tt.attempts + 2 {
				r.dispatcher.Drain(r.T)
				r.advance(12 * time.Hour)
			}
			if d := r.only(); d.Status != hook.Failed || len(d.Attempts) != tt.attempts || d.NextAttemptAt != nil || len(rec.got()) != tt.attempts {
				r.Errorf("%s: %d requests, %+v", tt.mode, len(rec.got()), d)
			}
			r.exec("DELETE FROM endpoints")
		}
	})
}

// TestHostileReceivers sends to receivers that hang, stream for ever, redirect to loopback or break off. An attempt ends with
// its time, which is 15 s unless a test is in a hurry; a redirect is not followed. By the contract the status is the answer,
// so one that never stops streaming has accepted; guard shows that no more than 64 kB of it are read. Fault W2.
func TestHostileReceivers(t *testing.T) {
	if hook.AttemptTime != 15*time.Second {
		t.Errorf("an attempt may take %v", hook.AttemptTime)
	}
	each(t, func(r *rig) {
		r.use(client(r.T, 300*time.Millisecond), hook.Options{})
		canary := receive(r.T, 200)
		var sent atomic.Int64
		for _, tt := range []struct {
			name    string
			answer  func(w http.ResponseWriter, req *http.Request, n int)
			want    hook.Status
			problem string
		}{
			{"hangs", func(_ http.ResponseWriter, req *http.Request, _ int) { <-req.Context().Done() }, hook.Pending, "did not finish within"},
			{"streams for ever", func(w http.ResponseWriter, req *http.Request, _ int) {
				for req.Context().Err() == nil {
					n, err := w.Write(make([]byte, 32<<10))
					sent.Add(int64(n))
					if err != nil {
						return
					}
				}
			}, hook.Succeeded, ""},
			{"redirects", func(w http.ResponseWriter, req *http.Request, _ int) {
				http.Redirect(w, req, canary.URL, http.StatusTemporaryRedirect)
			}, hook.Pending, "redirect"},
			{"breaks off", func(http.ResponseWriter, *http.Request, int) { panic(http.ErrAbortHandler) }, hook.Pending, "the connection failed"},
		} {
			r.Run(tt.name, func(t *testing.T) {
				r.exec("DELETE FROM deliveries")
				rec := serve(t, tt.answer)
				r.add(event{mode: "direct", url: rec.URL + "/?token=hidden"})
				start := time.Now()
				r.dispatcher.Drain(t)
				d := r.only()
				if d.Status != tt.want || len(d.Attempts) != 1 || !strings.Contains(d.Attempts[0].Error, tt.problem) {
					t.Errorf("got %+v", d)
				}
				if took := time.Since(start); took > 5*time.Second {
					t.Errorf("took %v", took)
				}
				if strings.Contains(d.Attempts[0].Error, "127.0.0.1") || strings.Contains(d.Attempts[0].Error, "hidden") {
					t.Errorf("the recorded problem says too much: %s", d.Attempts[0].Error)
				}
			})
		}
		if n := len(canary.got()); n != 0 {
			r.Errorf("the redirect was followed %d times", n)
		}
		// Sockets buffer a few megabytes; without a bound it would be hundreds.
		if n := sent.Load(); n > 32<<20 {
			r.Errorf("%d bytes of an endless answer were taken", n)
		}
	})
}

func TestBlockedAddress(t *testing.T) {
	each(t, func(r *rig) {
		canary := receive(r.T, 200)
		strict, err := guard.New(guard.Policy{})
		if err != nil {
			r.Fatal(err)
		}
		r.use(strict, hook.Options{})
		r.add(event{mode: "direct", url: canary.URL})
		r.dispatcher.Drain(r.T)
		if d := r.only(); d.Status != hook.Pending || !strings.Contains(d.Attempts[0].Error, "not allowed") || strings.Contains(d.Attempts[0].Error, "127.") {
			r.Errorf("got %+v", d)
		}
		if len(canary.got()) != 0 {
			r.Error("a blocked address was called")
		}
	})
}

func TestTargets(t *testing.T) {
	each(t, func(r *rig) {
		rec := receive(r.T, 200)
		all := r.endpoint(rec.URL + "/all").ID
		a := r.endpoint(rec.URL+"/a", "a").ID
		ab := r.endpoint(rec.URL+"/ab", "a", "b").ID
		off := r.endpoint(rec.URL + "/off").ID
		yes := true
		if _, err := r.portal.UpdateEndpoint(r.ctx, org, off, hook.EndpointPatch{Disabled: &yes}); err != nil {
			r.Fatal(err)
		}
		if _, err := r.portal.CreateEndpoint(r.ctx, "other", hook.EndpointInput{URL: rec.URL + "/foreign"}); err != nil {
			r.Fatal(err)
		}
		for i, tt := range []struct {
			channels []string
			want     []string
		}{
			{nil, []string{all, a, ab}},
			{[]string{"b"}, []string{all, ab}},
			{[]string{"a", "x"}, []string{all, a, ab}},
			{[]string{"x"}, []string{all}},
		} {
			r.exec("DELETE FROM deliveries")
			before := len(rec.got())
			id := r.add(event{mode: "svix", channels: tt.channels})
			r.dispatcher.Drain(r.T)
			got := map[string]bool{}
			for _, d := range r.deliveries() {
				got[d.EndpointID] = d.Status == hook.Succeeded && d.MessageID == id
			}
			if len(got) != len(tt.want) || len(rec.got())-before != len(tt.want) {
				r.Errorf("case %d: %d deliveries, %d requests, want %d", i, len(got), len(rec.got())-before, len(tt.want))
			}
			for _, e := range tt.want {
				if !got[e] {
					r.Errorf("case %d: %s did not get it", i, e)
				}
			}
		}
		before := len(rec.got())
		for _, e := range []event{{org: "empty", mode: "svix"}, {mode: "unknown"}} {
			id := r.add(e)
			r.dispatcher.Drain(r.T)
			if r.count("SELECT count(*) FROM messages WHERE id = $1 AND expanded", id) != 1 || len(rec.got()) != before {
				r.Errorf("%+v: a message without receivers must be put aside", e)
			}
		}
		broken := r.add(event{mode: "svix"})
		r.exec("UPDATE messages SET channels = '{' WHERE id = $1", broken)
		good := r.add(event{mode: "svix"})
		r.dispatcher.Drain(r.T)
		if r.count("SELECT count(*) FROM deliveries WHERE message_id = $1", broken) != 0 || r.count("SELECT count(*) FROM deliveries WHERE message_id = $1 AND status = 'succeeded'", good) != 3 {
			r.Error("an unreadable message holds up the others")
		}
	})
}

func TestGone(t *testing.T) {
	each(t, func(r *rig) {
		rec := receive(r.T, 410)
		e := r.endpoint(rec.URL)
		r.add(event{mode: "svix"})
		r.dispatcher.Drain(r.T)
		if d := r.only(); d.Status != hook.Failed || len(d.Attempts) != 1 {
			r.Errorf("delivery %+v", d)
		}
		got, err := r.portal.GetEndpoint(r.ctx, org, e.ID)
		if err != nil || !got.Disabled || !strings.Contains(got.DisabledReason, "410") {
			r.Errorf("endpoint %+v, %v", got, err)
		}
		r.add(event{mode: "svix"})
		if r.dispatcher.Drain(r.T); len(rec.got()) != 1 {
			r.Error("a disabled endpoint was called")
		}
	})
}

func TestDisabledAfterFiveDays(t *testing.T) {
	each(t, func(r *rig) {
		var status atomic.Int64
		status.Store(500)
		rec := serve(r.T, func(w http.ResponseWriter, _ *http.Request, _ int) { w.WriteHeader(int(status.Load())) })
		e := r.endpoint(rec.URL)
		attempt := func(after time.Duration) hook.Endpoint {
			r.Helper()
			r.exec("DELETE FROM deliveries")
			r.advance(after)
			r.add(event{mode: "svix"})
			r.dispatcher.Drain(r.T)
			got, err := r.portal.GetEndpoint(r.ctx, org, e.ID)
			if err != nil {
				r.Fatal(err)
			}
			return got
		}
		day := 24 * time.Hour
		attempt(0)
		if attempt(5*day - time.Second).Disabled {
			r.Fatal("disabled too early")
		}
		status.Store(204)
		if attempt(2 * time.Second).Disabled {
			r.Fatal("disabled by a success")
		}
		status.Store(500)
		attempt(0) // the five days begin anew
		if attempt(5*day - time.Second).Disabled {
			r.Fatal("a success did not count")
		}
		got := attempt(time.Second)
		if !got.Disabled || got.DisabledReason == "" {
			r.Fatalf("not disabled: %+v", got)
		}
		if d := r.only(); d.Status != hook.Failed {
			r.Errorf("the delivery that ended it is %s", d.Status)
		}
		no := false
		got, err := r.portal.UpdateEndpoint(r.ctx, org, e.ID, hook.EndpointPatch{Disabled: &no})
		if err != nil || got.Disabled || got.DisabledReason != "" {
			r.Errorf("enabled again: %+v, %v", got, err)
		}
		if attempt(0).Disabled {
			r.Error("one failure after enabling disables it again")
		}
	})
}

func TestEndpointChangedWhileOpen(t *testing.T) {
	each(t, func(r *rig) {
		bad, good := receive(r.T, 500), receive(r.T, 200)
		moved, off, removed := r.endpoint(bad.URL+"/moved"), r.endpoint(bad.URL+"/off"), r.endpoint(bad.URL+"/removed")
		r.add(event{mode: "svix"})
		r.dispatcher.Drain(r.T)
		yes, url := true, good.URL
		if _, err := r.portal.UpdateEndpoint(r.ctx, org, moved.ID, hook.EndpointPatch{URL: &url}); err != nil {
			r.Fatal(err)
		}
		if _, err := r.portal.UpdateEndpoint(r.ctx, org, off.ID, hook.EndpointPatch{Disabled: &yes}); err != nil {
			r.Fatal(err)
		}
		if err := r.portal.DeleteEndpoint(r.ctx, org, removed.ID); err != nil {
			r.Fatal(err)
		}
		r.advance(time.Hour)
		r.dispatcher.Drain(r.T)
		if len(bad.got()) != 3 || len(good.got()) != 1 {
			r.Errorf("%d requests to the old place, %d to the new one", len(bad.got()), len(good.got()))
		}
		for _, d := range r.deliveries() {
			switch d.EndpointID {
			case moved.ID:
				if d.Status != hook.Succeeded || d.URL != good.URL {
					r.Errorf("moved: %+v", d)
				}
			default:
				if d.Status != hook.Failed || len(d.Attempts) != 1 || d.NextAttemptAt != nil {
					r.Errorf("disabled or removed: %+v", d)
				}
			}
		}
	})
}

func TestCountsAttempts(t *testing.T) {
	each(t, func(r *rig) {
		counted := map[string]int{}
		r.use(loopback(r.T), hook.Options{Attempted: func(outcome string) { counted[outcome]++ }})
		rec := receive(r.T, 500, 200)
		r.add(event{mode: "direct", url: rec.URL})
		r.dispatcher.Drain(r.T)
		r.advance(5 * time.Second)
		r.dispatcher.Drain(r.T)
		if counted["failed"] != 1 || counted["succeeded"] != 1 || len(counted) != 2 {
			r.Errorf("counted %v", counted)
		}
	})
}

// posterFunc lets a test stand in for the client where no network is wanted.
type posterFunc func(ctx context.Context, url string) (int, error)

func (f posterFunc) Post(ctx context.Context, url string, _ http.Header, _ []byte) (int, error) {
	return f(ctx, url)
}
