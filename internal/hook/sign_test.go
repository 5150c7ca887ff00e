package hook_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	standard "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/octavo-dev/octavo/internal/hook"
)

// verifySvix checks the other header family by the published rules, apart from the code under test.
func verifySvix(secret string, h http.Header, body []byte, now time.Time) error {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return err
	}
	seconds, err := strconv.ParseInt(h.Get("svix-timestamp"), 10, 64)
	if err != nil {
		return err
	}
	if d := now.Sub(time.Unix(seconds, 0)); d > 5*time.Minute || d < -5*time.Minute {
		return errors.New("too old or too new")
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(h.Get("svix-id")))
	mac.Write([]byte{'.'})
	mac.Write([]byte(h.Get("svix-timestamp")))
	mac.Write([]byte{'.'})
	mac.Write(body)
	want := mac.Sum(nil)
	for _, part := range strings.Split(h.Get("svix-signature"), " ") {
		version, text, _ := strings.Cut(part, ",")
		got, err := base64.StdEncoding.DecodeString(text)
		if version == "v1" && err == nil && hmac.Equal(got, want) {
			return nil
		}
	}
	return errors.New("no signature fits")
}

// verifies reports whether both header families are good for the secret, with and without its prefix.
func verifies(t *testing.T, secret string, req request, now time.Time) bool {
	t.Helper()
	var results []bool
	for _, s := range []string{secret, strings.TrimPrefix(secret, "whsec_")} {
		lib, err := standard.NewWebhook(s)
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, lib.VerifyIgnoringTimestamp(req.body, req.header) == nil, verifySvix(s, req.header, req.body, now) == nil)
	}
	if slices.Contains(results, true) && slices.Contains(results, false) {
		t.Errorf("header families or secret spellings disagree: %v", results)
	}
	return results[0]
}

// TestSignature holds what is sent to the published rules and to their library, which refuses an altered body, an altered
// time and a replay that is older than five minutes. Fault W5.
func TestSignature(t *testing.T) {
	each(t, func(r *rig) {
		rec := receive(r.T, 200)
		e := r.endpoint(rec.URL)
		if !regexp.MustCompile(`^whsec_[A-Za-z0-9+/]{43}=$`).MatchString(e.Secret) {
			r.Errorf("secret has the wrong form (%d characters)", len(e.Secret))
		}
		id := r.add(event{mode: "svix", metadata: `{"a":"<é>"}`})
		r.dispatcher.Drain(r.T)
		reqs := rec.got()
		if len(reqs) != 1 {
			r.Fatalf("%d requests", len(reqs))
		}
		req := reqs[0]
		if got, want := string(req.body), `{"status":"Completed","job_id":"job-1","metadata":{"a":"<é>"}}`; got != want {
			r.Errorf("body %s, want %s", got, want)
		}
		for name, want := range map[string]string{
			"Content-Type": "application/json", "User-Agent": "Octavo-Webhooks/1", "webhook-id": id, "svix-id": id,
			"webhook-timestamp": strconv.FormatInt(r.now().Unix(), 10), "svix-timestamp": req.header.Get("webhook-timestamp"),
			"svix-signature": req.header.Get("webhook-signature"),
		} {
			if got := req.header.Get(name); got != want {
				r.Errorf("%s: %q, want %q", name, got, want)
			}
		}
		// The clock started at the real time, so the library's own tolerance holds.
		lib, err := standard.NewWebhook(e.Secret)
		if err != nil {
			r.Fatal(err)
		}
		if err := lib.Verify(req.body, req.header); err != nil {
			r.Errorf("the library refuses: %v", err)
		}
		if !verifies(r.T, e.Secret, req, r.now()) {
			r.Error("not verified")
		}
		if err := verifySvix(e.Secret, req.header, req.body, r.now().Add(10*time.Minute)); err == nil {
			r.Error("a replay after 10 minutes is accepted")
		}
		altered := request{req.header, []byte(strings.Replace(string(req.body), "Completed", "Failed", 1)), ""}
		if verifies(r.T, e.Secret, altered, r.now()) {
			r.Error("an altered body is accepted")
		}
		old := request{req.header.Clone(), req.body, ""}
		old.header.Set("webhook-timestamp", strconv.FormatInt(r.now().Add(-10*time.Minute).Unix(), 10))
		if lib.Verify(old.body, old.header) == nil {
			r.Error("a timestamp 10 minutes old is accepted")
		}
		for _, age := range []time.Duration{4 * time.Minute, 6 * time.Minute} { // sent then, and received now
			r.advance(-age)
			r.add(event{mode: "svix"})
			r.dispatcher.Drain(r.T)
			r.advance(age)
			reqs := rec.got()
			replay := reqs[len(reqs)-1]
			if err := lib.Verify(replay.body, replay.header); (err == nil) != (age < 5*time.Minute) {
				r.Errorf("a message of %v ago: %v", age, err)
			}
			if err := lib.VerifyIgnoringTimestamp(replay.body, replay.header); err != nil {
				r.Errorf("a message of %v ago is not signed for its time: %v", age, err)
			}
		}
	})
}

// TestRotation signs with both secrets for a day after a rotation, so that receivers may take their time. Fault W6.
func TestRotation(t *testing.T) {
	each(t, func(r *rig) {
		rec := receive(r.T, 200)
		e := r.endpoint(rec.URL)
		fresh, err := r.portal.RotateSecret(r.ctx, org, e.ID)
		if err != nil || fresh == e.Secret {
			r.Fatalf("rotate: %v, same secret: %v", err, fresh == e.Secret)
		}
		if shown, err := r.portal.Secret(r.ctx, org, e.ID); err != nil || shown != fresh {
			r.Errorf("the shown secret is not the new one, %v", err)
		}
		for _, tt := range []struct {
			after      time.Duration
			signatures int
			oldCounts  bool
		}{{0, 2, true}, {24*time.Hour - time.Second, 2, true}, {2 * time.Second, 1, false}} {
			r.advance(tt.after)
			r.add(event{mode: "svix"})
			r.dispatcher.Drain(r.T)
			reqs := rec.got()
			req := reqs[len(reqs)-1]
			if n := len(strings.Split(req.header.Get("webhook-signature"), " ")); n != tt.signatures {
				r.Errorf("%d signatures, want %d", n, tt.signatures)
			}
			if !verifies(r.T, fresh, req, r.now()) || verifies(r.T, e.Secret, req, r.now()) != tt.oldCounts {
				r.Errorf("after %v: new %v, old %v", tt.after, verifies(r.T, fresh, req, r.now()), verifies(r.T, e.Secret, req, r.now()))
			}
		}
	})
}

func TestDirectSecret(t *testing.T) {
	secret := "whsec_" + base64.StdEncoding.EncodeToString([]byte("0123456789abcdef0123456789abcdef"))
	each(t, func(r *rig) {
		rec := receive(r.T, 200)
		r.add(event{mode: "direct", url: rec.URL})
		r.dispatcher.Drain(r.T)
		r.use(loopback(r.T), hook.Options{DirectSecret: secret})
		r.add(event{mode: "direct", url: rec.URL})
		r.dispatcher.Drain(r.T)
		reqs := rec.got()
		if len(reqs) != 2 {
			r.Fatalf("%d requests, want 2", len(reqs))
		}
		for name := range reqs[0].header {
			if strings.HasPrefix(name, "Svix-") || strings.HasPrefix(name, "Webhook-") {
				r.Errorf("an unsigned webhook carries %s", name)
			}
		}
		if !verifies(r.T, secret, reqs[1], r.now()) {
			r.Error("the configured secret does not verify")
		}
	})
	for _, bad := range []string{"whsec_!!!", "hunter2", "whsec_c2hvcnQ="} {
		if _, err := hook.NewDispatcher(nil, nil, hook.Options{DirectSecret: bad}); err == nil || strings.Contains(err.Error(), bad) {
			t.Errorf("secret %q: %v", bad, err)
		} else if !strings.Contains(err.Error(), "webhooks.direct_secret") {
			t.Errorf("the message does not name the setting: %v", err)
		}
	}
}
