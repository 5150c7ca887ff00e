package hook_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/cursor"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/guard"
	"github.com/octavo-dev/octavo/internal/hook"
)

func TestTokens(t *testing.T) {
	each(t, func(r *rig) {
		token, err := r.portal.Token(r.ctx, org)
		if err != nil {
			r.Fatal(err)
		}
		if raw, err := base64.RawURLEncoding.DecodeString(token); err != nil || len(raw) != 32 {
			r.Errorf("the token has %d bytes, %v", len(raw), err)
		}
		if second, err := r.portal.Token(r.ctx, "other"); err != nil || second == token {
			r.Errorf("a second token: same %v, %v", second == token, err)
		}
		if got, err := r.portal.Authenticate(r.ctx, token); err != nil || got != org {
			r.Errorf("authenticated as %q, %v", got, err)
		}
		if n := r.count("SELECT count(*) FROM portal_tokens WHERE hash = $1", token); n != 0 {
			r.Error("the token is stored as it is")
		}
		r.advance(time.Hour - time.Millisecond)
		if _, err := r.portal.Authenticate(r.ctx, token); err != nil {
			r.Errorf("expired early: %v", err)
		}
		r.advance(time.Millisecond)
		for _, bad := range []string{token, "", strings.ToUpper(token), token[1:], "x\x00", strings.Repeat("a", 100_000)} {
			if got, err := r.portal.Authenticate(r.ctx, bad); !fault.Is(err, fault.AuthError) || got != "" {
				r.Errorf("a bad token gives %q, %v", got, err)
			}
		}
	})
}

func TestEndpoints(t *testing.T) {
	each(t, func(r *rig) {
		if list, err := r.portal.ListEndpoints(r.ctx, org); err != nil || list == nil || len(list) != 0 {
			r.Errorf("an empty list is %v, %v", list, err)
		}
		made, err := r.portal.CreateEndpoint(r.ctx, org, hook.EndpointInput{URL: "https://example.test/hook", Description: "Buchhaltung ✓", Channels: []string{"a", "b"}, Disabled: true})
		if err != nil {
			r.Fatal(err)
		}
		if made.URL != "https://example.test/hook" || made.Description != "Buchhaltung ✓" || !slices.Equal(made.Channels, []string{"a", "b"}) ||
			!made.Disabled || made.DisabledReason != "" || !made.CreatedAt.Equal(r.now()) || !strings.HasPrefix(made.ID, "ep_") {
			r.Errorf("created %+v", made.Endpoint)
		}
		r.advance(time.Second)
		second := r.endpoint("http://example.test/2")
		if second.Channels == nil || len(second.Channels) != 0 {
			r.Errorf("no channels are %#v", second.Channels)
		}
		list, err := r.portal.ListEndpoints(r.ctx, org)
		if err != nil || len(list) != 2 || list[0].ID != made.ID || list[1].ID != second.ID {
			r.Errorf("list %+v, %v", list, err)
		}
		text, none, no := "new", []string{}, false
		changed, err := r.portal.UpdateEndpoint(r.ctx, org, made.ID, hook.EndpointPatch{Description: &text, Channels: &none, Disabled: &no})
		if err != nil || changed.Description != "new" || len(changed.Channels) != 0 || changed.Disabled || changed.URL != made.URL {
			r.Errorf("changed %+v, %v", changed, err)
		}
		same, err := r.portal.UpdateEndpoint(r.ctx, org, made.ID, hook.EndpointPatch{})
		if err != nil || same.Description != "new" || same.Disabled {
			r.Errorf("an empty change gives %+v, %v", same, err)
		}
		if got, err := r.portal.GetEndpoint(r.ctx, org, made.ID); err != nil || got.Description != "new" {
			r.Errorf("got %+v, %v", got, err)
		}
		if s, err := r.portal.Secret(r.ctx, org, made.ID); err != nil || s != made.Secret {
			r.Errorf("secret is another, %v", err)
		}
		if err := r.portal.DeleteEndpoint(r.ctx, org, made.ID); err != nil {
			r.Error(err)
		}
		if err := r.portal.DeleteEndpoint(r.ctx, org, made.ID); !fault.Is(err, fault.NotFound) {
			r.Errorf("deleted twice: %v", err)
		}
	})
}

func TestDisabledReasonSurvivesOtherChanges(t *testing.T) {
	each(t, func(r *rig) {
		rec := receive(r.T, 410)
		e := r.endpoint(rec.URL)
		r.add(event{mode: "svix"})
		r.dispatcher.Drain(r.T)
		text, yes := "x", true
		for _, patch := range []hook.EndpointPatch{{Description: &text}, {Disabled: &yes}} {
			if got, err := r.portal.UpdateEndpoint(r.ctx, org, e.ID, patch); err != nil || !got.Disabled || got.DisabledReason == "" {
				r.Errorf("%+v, %v", got, err)
			}
		}
	})
}

// Another organization's ids, and ids that never were, get the same answer everywhere.
func TestTenancy(t *testing.T) {
	each(t, func(r *rig) {
		rec := receive(r.T, 500)
		e := r.endpoint(rec.URL)
		r.add(event{mode: "svix"})
		r.dispatcher.Drain(r.T)
		d := r.only()
		before := r.deliveries()
		text := "mine now"
		calls := map[string]func(endpoint, delivery string) error{
			"get": func(id, _ string) error { _, err := r.portal.GetEndpoint(r.ctx, "evil", id); return err },
			"update": func(id, _ string) error {
				_, err := r.portal.UpdateEndpoint(r.ctx, "evil", id, hook.EndpointPatch{Description: &text})
				return err
			},
			"delete":    func(id, _ string) error { return r.portal.DeleteEndpoint(r.ctx, "evil", id) },
			"secret":    func(id, _ string) error { _, err := r.portal.Secret(r.ctx, "evil", id); return err },
			"rotate":    func(id, _ string) error { _, err := r.portal.RotateSecret(r.ctx, "evil", id); return err },
			"test":      func(id, _ string) error { _, err := r.portal.TestEndpoint(r.ctx, "evil", id); return err },
			"redeliver": func(_, id string) error { _, err := r.portal.Redeliver(r.ctx, "evil", id); return err },
		}
		for name, call := range calls {
			foreign := call(e.ID, d.ID)
			for _, id := range []string{"ep_nothing", "", "x\x00y", "\xff", strings.Repeat("x", 10_000)} {
				missing := call(id, id)
				if !fault.Is(foreign, fault.NotFound) || !fault.Is(missing, fault.NotFound) || fault.Of(foreign).Message != fault.Of(missing).Message {
					r.Errorf("%s: foreign %v, missing %v", name, foreign, missing)
				}
			}
		}
		if list, err := r.portal.ListEndpoints(r.ctx, "evil"); err != nil || len(list) != 0 {
			r.Errorf("foreign endpoints are listed: %v, %v", list, err)
		}
		for _, q := range []hook.DeliveryQuery{{}, {EndpointID: e.ID}, {JobID: d.JobID}} {
			q.Limit = 10
			if list, _, err := r.portal.ListDeliveries(r.ctx, "evil", q); err != nil || len(list) != 0 {
				r.Errorf("foreign deliveries are listed: %v, %v", list, err)
			}
		}
		if got, err := r.portal.GetEndpoint(r.ctx, org, e.ID); err != nil || got.Description != "" {
			r.Errorf("changed by a stranger: %+v, %v", got, err)
		}
		if s, err := r.portal.Secret(r.ctx, org, e.ID); err != nil || s != e.Secret {
			r.Error("rotated by a stranger")
		}
		if after := r.deliveries(); len(after) != len(before) || after[0].Status != before[0].Status || len(rec.got()) != 1 {
			r.Errorf("deliveries changed: %+v", after)
		}
	})
}

func TestEndpointLimit(t *testing.T) {
	each(t, func(r *rig) {
		for i := range hook.MaxEndpoints - 2 {
			r.endpoint(fmt.Sprintf("https://example.test/%d", i))
		}
		var made, refused atomic.Int64
		var wg sync.WaitGroup
		for range 6 {
			wg.Go(func() {
				_, err := r.portal.CreateEndpoint(r.ctx, org, hook.EndpointInput{URL: "https://example.test/"})
				var invalid hook.Invalid
				switch {
				case err == nil:
					made.Add(1)
				case errors.As(err, &invalid) && invalid[0].Type == "value_error" && len(invalid[0].Loc) == 0:
					refused.Add(1)
				default:
					r.Error(err)
				}
			})
		}
		wg.Wait()
		if made.Load() != 2 || refused.Load() != 4 {
			r.Errorf("%d made, %d refused", made.Load(), refused.Load())
		}
		if _, err := r.portal.CreateEndpoint(r.ctx, "other", hook.EndpointInput{URL: "https://example.test/"}); err != nil {
			r.Errorf("another organization is refused: %v", err)
		}
	})
}

func TestEndpointFields(t *testing.T) {
	each(t, func(r *rig) {
		strict, err := guard.New(guard.Policy{})
		if err != nil {
			r.Fatal(err)
		}
		portal := hook.NewPortal(r.db, r.dispatcher, strict, cursor.New(nil), time.Hour)
		ok := r.endpoint("https://example.test/")
		long := strings.Repeat("ä", 1025)
		for _, tt := range []struct {
			name     string
			in       hook.EndpointInput
			loc, typ string
		}{
			{"relative", hook.EndpointInput{URL: "/hook"}, "[url]", "value_error"},
			{"empty", hook.EndpointInput{}, "[url]", "value_error"},
			{"no host", hook.EndpointInput{URL: "https:///x"}, "[url]", "value_error"},
			{"other scheme", hook.EndpointInput{URL: "ftp://example.test/"}, "[url]", "value_error"},
			{"broken", hook.EndpointInput{URL: "https://[::1"}, "[url]", "value_error"},
			{"credentials", hook.EndpointInput{URL: "https://u:p@example.test/"}, "[url]", "value_error"},
			{"control character", hook.EndpointInput{URL: "https://example.test/\x00"}, "[url]", "value_error"},
			{"long URL", hook.EndpointInput{URL: "https://example.test/" + long + long}, "[url]", "string_too_long"},
			{"long description", hook.EndpointInput{URL: "https://example.test/", Description: long}, "[description]", "string_too_long"},
			{"NUL", hook.EndpointInput{URL: "https://example.test/", Description: "a\x00"}, "[description]", "value_error"},
			{"many channels", hook.EndpointInput{URL: "https://example.test/", Channels: strings.Split("a,b,c,d,e,f,g,h,i,j,k", ",")}, "[channels]", "too_long"},
			{"long channel", hook.EndpointInput{URL: "https://example.test/", Channels: []string{"a", long}}, "[channels 1]", "string_too_long"},
		} {
			for how, err := range map[string]error{
				"create": second(portal.CreateEndpoint(r.ctx, org, tt.in)),
				"update": second(portal.UpdateEndpoint(r.ctx, org, ok.ID, hook.EndpointPatch{URL: &tt.in.URL, Description: &tt.in.Description, Channels: &tt.in.Channels})),
			} {
				var invalid hook.Invalid
				if !errors.As(err, &invalid) || fmt.Sprint(invalid[0].Loc) != tt.loc || invalid[0].Type != tt.typ {
					r.Errorf("%s %s: %v", how, tt.name, err)
				}
			}
		}
		for _, blocked := range []string{"http://127.0.0.1/", "http://localhost:8080/x", "https://[::ffff:10.0.0.1]/", "http://169.254.169.254/latest"} {
			if _, err := portal.CreateEndpoint(r.ctx, org, hook.EndpointInput{URL: blocked}); !fault.Is(err, fault.URLNotAllowed) {
				r.Errorf("%s: %v", blocked, err)
			}
			if _, err := portal.UpdateEndpoint(r.ctx, org, ok.ID, hook.EndpointPatch{URL: &blocked}); !fault.Is(err, fault.URLNotAllowed) {
				r.Errorf("changed to %s: %v", blocked, err)
			}
		}
		if list, err := portal.ListEndpoints(r.ctx, org); err != nil || len(list) != 1 || list[0].URL != "https://example.test/" {
			r.Errorf("refused input left traces: %+v, %v", list, err)
		}
	})
}

func second[T any](_ T, err error) error { return err }

func TestTestEndpoint(t *testing.T) {
	each(t, func(r *rig) {
		rec := receive(r.T, 200, 500)
		e := r.endpoint(rec.URL)
		d, err := r.portal.TestEndpoint(r.ctx, org, e.ID)
		if err != nil || d.Status != hook.Succeeded || len(d.Attempts) != 1 || d.Attempts[0].StatusCode != 200 || d.JobID != "test" || d.EndpointID != e.ID {
			r.Fatalf("got %+v, %v", d, err)
		}
		req := rec.got()[0]
		if string(req.body) != `{"status":"Completed","job_id":"test","metadata":{"test":true}}` || req.header.Get("svix-id") != d.MessageID || !verifies(r.T, e.Secret, req, r.now()) {
			r.Errorf("sent %s %v", req.body, req.header)
		}
		d, err = r.portal.TestEndpoint(r.ctx, org, e.ID)
		if err != nil || d.Status != hook.Pending || len(d.Attempts) != 1 || d.Attempts[0].StatusCode != 500 || d.NextAttemptAt == nil {
			r.Errorf("a failing receiver gives %+v, %v", d, err)
		}
		yes := true
		if _, err := r.portal.UpdateEndpoint(r.ctx, org, e.ID, hook.EndpointPatch{Disabled: &yes}); err != nil {
			r.Fatal(err)
		}
		if _, err := r.portal.TestEndpoint(r.ctx, org, e.ID); !fault.Is(err, fault.NotApplicable) {
			r.Errorf("a disabled endpoint gives %v", err)
		}
	})
}

func TestRedeliver(t *testing.T) {
	each(t, func(r *rig) {
		rec := receive(r.T, 400, 400, 400, 200)
		id := r.add(event{mode: "direct", url: rec.URL})
		for range 3 {
			r.dispatcher.Drain(r.T)
			r.advance(time.Minute)
		}
		failed := r.only()
		if failed.Status != hook.Failed {
			r.Fatalf("got %+v", failed)
		}
		again, err := r.portal.Redeliver(r.ctx, org, failed.ID)
		if err != nil || again.Status != hook.Pending || again.ID != failed.ID || again.MessageID != id || again.NextAttemptAt == nil || len(again.Attempts) != 3 {
			r.Fatalf("redelivered %+v, %v", again, err)
		}
		r.dispatcher.Drain(r.T)
		if d := r.only(); d.Status != hook.Succeeded || len(d.Attempts) != 4 {
			r.Errorf("got %+v", d)
		}
		reqs := rec.got()
		if len(reqs) != 4 || string(reqs[3].body) != string(reqs[0].body) {
			r.Errorf("%d requests", len(reqs))
		}
		if d, err := r.portal.Redeliver(r.ctx, org, failed.ID); err != nil || d.Status != hook.Pending {
			r.Errorf("a success can be sent again: %+v, %v", d, err)
		}
		// While an attempt is under way it is the new attempt.
		ids, err := r.dispatcher.Claim(r.ctx, 1)
		if err != nil || len(ids) != 1 {
			r.Fatal(ids, err)
		}
		if _, err := r.portal.Redeliver(r.ctx, org, failed.ID); err != nil {
			r.Error(err)
		}
		if r.dispatcher.Drain(r.T); len(rec.got()) != 4 {
			r.Error("a redelivery broke into a running attempt")
		}
	})
}

func TestRedeliverRefused(t *testing.T) {
	each(t, func(r *rig) {
		rec := receive(r.T, 200)
		e := r.endpoint(rec.URL)
		r.add(event{mode: "svix"})
		r.dispatcher.Drain(r.T)
		d := r.only()
		yes := true
		if _, err := r.portal.UpdateEndpoint(r.ctx, org, e.ID, hook.EndpointPatch{Disabled: &yes}); err != nil {
			r.Fatal(err)
		}
		if _, err := r.portal.Redeliver(r.ctx, org, d.ID); !fault.Is(err, fault.NotApplicable) {
			r.Errorf("to a disabled endpoint: %v", err)
		}
		if err := r.portal.DeleteEndpoint(r.ctx, org, e.ID); err != nil {
			r.Fatal(err)
		}
		if _, err := r.portal.Redeliver(r.ctx, org, d.ID); !fault.Is(err, fault.NotFound) {
			r.Errorf("to a deleted endpoint: %v", err)
		}
		r.exec("UPDATE messages SET body = ''")
		if _, err := r.portal.Redeliver(r.ctx, org, d.ID); !fault.Is(err, fault.JobDeleted) {
			r.Errorf("after the job was deleted: %v", err)
		}
		if got := r.only(); got.Status != hook.Succeeded {
			r.Errorf("a refused redelivery changed it: %+v", got)
		}
	})
}
