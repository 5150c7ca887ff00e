package hook_test

import (
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/hook"
)

func TestSweep(t *testing.T) {
	each(t, func(r *rig) {
		const keep = 30 * 24 * time.Hour
		good, bad := receive(r.T, 200), receive(r.T, 400)
		// More than one batch.
		r.exec("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 510) "+
			"INSERT INTO messages (id, org, job_id, mode, url, channels, body, expanded, created_at) "+
			"SELECT 'msg_' || i, $1, 'old', 'svix', '', '[]', 'x', TRUE, "+r.db.Dialect.Now+" FROM n", org)
		done := r.add(event{mode: "direct", url: good.URL, job: "done"})
		r.dispatcher.Drain(r.T)
		open := r.add(event{mode: "direct", url: bad.URL, job: "open"})
		r.dispatcher.Drain(r.T)
		token, err := r.portal.Token(r.ctx, org)
		if err != nil {
			r.Fatal(err)
		}
		r.advance(keep - time.Millisecond)
		waiting := r.add(event{mode: "svix", job: "waiting"})
		sweep := func() {
			r.Helper()
			if err := hook.Sweep(r.ctx, r.db, keep); err != nil {
				r.Fatal(err)
			}
		}
		if sweep(); r.count("SELECT count(*) FROM messages") != 513 || len(r.deliveries()) != 2 {
			r.Error("removed before its time")
		}
		if n := r.count("SELECT count(*) FROM portal_tokens"); n != 0 {
			r.Errorf("%d expired tokens stay", n)
		}
		if _, err := r.portal.Authenticate(r.ctx, token); err == nil {
			r.Error("the token still opens the portal")
		}
		r.advance(time.Millisecond)
		sweep()
		if r.count("SELECT count(*) FROM messages WHERE id = $1", done) != 0 || r.count("SELECT count(*) FROM messages WHERE job_id = 'old'") != 0 {
			r.Error("old messages stay")
		}
		if list := r.deliveries(); len(list) != 1 || list[0].MessageID != open {
			r.Errorf("left: %+v", list)
		}
		if r.count("SELECT count(*) FROM messages WHERE id = $1", waiting) != 1 {
			r.Error("a message that was never prepared is gone")
		}
	})
}

func TestSweepForgetsDeletedJobs(t *testing.T) {
	each(t, func(r *rig) {
		good, bad := receive(r.T, 200), receive(r.T, 400)
		for _, job := range []string{"kept", "gone"} {
			r.job(job, map[string]string{"gone": "deleting"}[job])
			r.add(event{mode: "direct", url: good.URL, job: job, metadata: `"private"`})
			r.add(event{mode: "direct", url: bad.URL, job: job, metadata: `"private"`})
		}
		r.dispatcher.Drain(r.T)
		if err := hook.Sweep(r.ctx, r.db, time.Hour); err != nil {
			r.Fatal(err)
		}
		// Of the deleted job, only what is still to be sent keeps its body.
		if n := r.count("SELECT count(*) FROM messages WHERE job_id = 'gone' AND body LIKE '%private%'"); n != 1 {
			r.Errorf("%d bodies of the deleted job, want 1", n)
		}
		if n := r.count("SELECT count(*) FROM messages WHERE job_id = 'kept' AND body LIKE '%private%'"); n != 2 {
			r.Errorf("%d bodies of the other job, want 2", n)
		}
		for range 3 {
			r.advance(time.Minute)
			r.dispatcher.Drain(r.T)
		}
		if reqs := bad.got(); len(reqs) != 6 || !strings.Contains(string(reqs[5].body), "private") {
			r.Errorf("%d attempts", len(reqs))
		}
		if err := hook.Sweep(r.ctx, r.db, time.Hour); err != nil {
			r.Fatal(err)
		}
		if n := r.count("SELECT count(*) FROM messages WHERE job_id = 'gone' AND body <> ''"); n != 0 {
			r.Errorf("%d bodies of the deleted job at the end", n)
		}
		if len(r.deliveries()) != 4 {
			r.Error("the records of deliveries must stay")
		}
	})
}

// job writes the least a job row needs.
func (r *rig) job(id, deletion string) {
	r.Helper()
	r.exec(`INSERT INTO jobs (id, org, type, state, queue, lane, sync, generation, tenant, user_label, request, raw_config, source, webhook,
		url_mark, progress, attempt, timeout_ms, result_key, result_bytes, error, bucket, parent_id, persist, deletion, delete_all, expired, created_at)
		VALUES ($1, $2, 'Parse', 'Completed', 'cpu', 1, FALSE, 1, '', '', '', '', '', '', '', 1, 1, 0, '', 0, '', '', '', FALSE, $3, FALSE, FALSE, 0)`,
		id, org, deletion)
}

func TestLogsHoldNoSecrets(t *testing.T) {
	each(t, func(r *rig) {
		out := logs(r.T)
		good, bad := receive(r.T, 200), receive(r.T, 500, 410)
		direct := "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
		r.use(loopback(r.T), hook.Options{DirectSecret: direct})
		secrets := []string{direct, "query-secret", "private-metadata"}
		for _, url := range []string{good.URL, bad.URL, "http://unresolvable.invalid"} {
			e := r.endpoint(url + "/?k=query-secret")
			fresh, err := r.portal.RotateSecret(r.ctx, org, e.ID)
			if err != nil {
				r.Fatal(err)
			}
			secrets = append(secrets, e.Secret, fresh)
			if _, err := r.portal.TestEndpoint(r.ctx, org, e.ID); err != nil {
				r.Fatal(err)
			}
		}
		token, err := r.portal.Token(r.ctx, org)
		if err != nil {
			r.Fatal(err)
		}
		if _, err := r.portal.Authenticate(r.ctx, token+"x"); err == nil || strings.Contains(err.Error(), token) {
			r.Errorf("a refused token: %v", err)
		}
		secrets = append(secrets, token)
		r.add(event{mode: "svix", metadata: `"private-metadata"`})
		r.add(event{mode: "direct", url: bad.URL + "/?k=query-secret", metadata: `"private-metadata"`})
		for range 4 {
			r.dispatcher.Drain(r.T)
			r.advance(time.Hour)
		}
		text := out.String()
		if !strings.Contains(text, "webhook attempt") || !strings.Contains(text, "webhook endpoint disabled") {
			r.Fatalf("too little was logged to tell:\n%s", text)
		}
		for _, s := range secrets {
			if strings.Contains(text, s) || strings.Contains(text, strings.TrimPrefix(s, "whsec_")) {
				r.Errorf("the log holds %.12s…", s)
			}
		}
	})
}
