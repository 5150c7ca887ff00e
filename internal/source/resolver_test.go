package source

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/guard"
	"github.com/octavo-dev/octavo/internal/job"
)

const org = "acme"

// want is a failure as a caller sees it.
type want struct {
	name fault.Name
	typ  string
	code int
}

var (
	fine       = want{}
	badForm    = want{fault.InvalidConfig, "invalid_url_format", 400}
	badConfig  = want{fault.InvalidConfig, "invalid_config", 400}
	notFound   = want{fault.NotFound, "file_access_error", 404}
	blocked    = want{fault.URLNotAllowed, "url_not_allowed", 403}
	forbidden  = want{fault.URLNotAllowed, "permission_error", 403}
	tooLarge   = want{fault.DocumentTooLarge, "document_too_large", 413}
	noDownload = want{fault.InvalidConfig, "file_download_failure", 400}
	tooLate    = want{fault.Timeout, "timeout", 504}
)

func (w want) check(t *testing.T, err error) {
	t.Helper()
	if w == fine {
		if err != nil {
			t.Errorf("got %v", err)
		}
		return
	}
	var f *fault.Error
	if !errors.As(err, &f) || f.Name != w.name || f.Type != w.typ || f.Code != w.code {
		t.Errorf("got %v, want %+v", err, w)
	}
}

// store is one place for everything a resolver asks about. Uploads belong to org; an upload without content is
// there but empty.
type store struct {
	uploads map[string]string
	objects map[string]string // by URL; "" is an upload URL
	jobs    map[string]job.Job
	parsed  map[string]bool
	buckets []string
	keys    map[string]string // by bucket/key
	down    error
	body    func(context.Context) io.ReadCloser // of every key, when set
}

func (s *store) UploadName(_ context.Context, o, id string) (string, error) {
	if s.down != nil {
		return "", s.down
	}
	if _, ok := s.uploads[id]; !ok || o != org {
		return "", fault.New(fault.NotFound, "")
	}
	return "scan of " + id, nil
}

func (s *store) OpenUpload(ctx context.Context, o, id string) (string, string, int64, io.ReadCloser, error) {
	if _, err := s.UploadName(ctx, o, id); err != nil {
		return "", "", 0, nil, err
	}
	text := s.uploads[id]
	return "upload.pdf", "application/pdf", int64(len(text)), io.NopCloser(strings.NewReader(text)), nil
}

func (s *store) VerifyURL(method, rawURL string) (string, error) {
	if _, ok := s.objects[rawURL]; !ok || method != http.MethodGet {
		return "", fault.New(fault.URLNotAllowed, "").Typed("permission_error")
	}
	return rawURL, nil
}

func (s *store) OpenObject(_ context.Context, id string) (string, string, int64, io.ReadCloser, error) {
	text := s.objects[id]
	if text == "" {
		return "", "", 0, nil, fault.New(fault.NotFound, "")
	}
	return "object.pdf", "application/pdf", int64(len(text)), io.NopCloser(strings.NewReader(text)), nil
}

func (s *store) Get(_ context.Context, o, id string) (job.Job, error) {
	j, ok := s.jobs[id]
	if s.down != nil {
		return j, s.down
	}
	if !ok || o != org {
		return j, job.ErrNotFound
	}
	j.ID = id
	return j, nil
}

func (s *store) HasModel(_ context.Context, _, id string) (bool, error) { return s.parsed[id], s.down }

func (s *store) AllowedBuckets(context.Context, string) ([]string, error) { return s.buckets, s.down }

func (s *store) OpenKey(ctx context.Context, bucket, key string) (string, int64, io.ReadCloser, error) {
	if s.body != nil {
		return "", -1, s.body(ctx), nil
	}
	text, ok := s.keys[bucket+"/"+key]
	if !ok {
		return "", 0, nil, fault.New(fault.NotFound, "").Typed("file_access_error")
	}
	return "text/plain", int64(len(text)), io.NopCloser(strings.NewReader(text)), nil
}

func newResolver(t *testing.T, s *store, allow ...string) *Resolver {
	t.Helper()
	web, err := guard.New(guard.Policy{Allow: allow, Times: guard.Times{Retry: time.Millisecond}})
	if err != nil {
		t.Fatal(err)
	}
	return &Resolver{Web: web, Files: s, Objects: s, Jobs: s, Models: s, Buckets: s, S3: s, Timeout: 5 * time.Second}
}

func jobID(n string) string { return "00000000-0000-7000-8000-" + strings.Repeat("0", 12-len(n)) + n }

func TestCheck(t *testing.T) {
	r := newResolver(t, &store{
		uploads: map[string]string{id: "text"},
		jobs: map[string]job.Job{
			jobID("1"):  {Type: "Parse", State: job.Completed},
			jobID("2"):  {Type: "Parse", State: job.InProgress},
			jobID("3"):  {Type: "Parse", State: job.Failed},
			jobID("4"):  {Type: "Parse", State: job.Cancelled},
			jobID("5"):  {Type: "Extract", State: job.Completed},
			jobID("6"):  {Type: "Parse", State: job.Completed, Expired: true},
			jobID("7"):  {Type: "Parse", State: job.Completed, Deletion: job.Deleting},
			jobID("8"):  {Type: "Parse", State: job.Completed, Deletion: job.Deleted},
			jobID("9"):  {Type: "Pipeline", State: job.Completed},
			jobID("10"): {Type: "Pipeline", State: job.Completed},
			jobID("11"): {Type: "Pipeline", State: job.Pending},
			jobID("12"): {Type: "Chart", State: job.Pending},
			jobID("13"): {Type: "Parse", State: job.Idle},
			jobID("14"): {Type: "Parse", State: job.Completing},
		},
		parsed: map[string]bool{jobID("9"): true},
	})
	unfinished := want{fault.JobNotComplete, "job_not_complete", 400}
	for _, tt := range []struct {
		name, org, raw string
		jobs           bool
		want           want
	}{
		{"URL", org, "https://example.com/a.pdf", true, fine},
		{"loopback", org, "http://127.0.0.1/a.pdf", true, blocked},
		{"mapped", org, "http://[::ffff:10.0.0.1]/a.pdf", true, blocked},
		{"localhost", org, "https://localhost:8080/", true, blocked},
		{"credentials", org, "http://user@127.0.0.1/", true, fine},
		{"old spelling", org, "http://2130706433/", true, fine},
		{"own object", org, "https://docs.example/octavo/objects/x/a.pdf", true, fine},

		{"bucket", org, "s3://bucket/k", true, fine},
		{"no bucket", org, "s3:///k", true, badForm},
		{"no key", org, "s3://bucket", true, badForm},
		{"nothing", org, "s3://", true, badForm},

		{"file", org, "svc://" + id + ".pdf", true, fine},
		{"file with another suffix", org, "corp://" + id + ".docx", true, fine},
		{"foreign file", "other", "svc://" + id, true, notFound},
		{"unknown file", org, "svc://" + jobID("1"), true, notFound},
		{"nonsense file", org, "svc://x", true, notFound},

		{"parse", org, "jobid://" + jobID("1"), true, fine},
		{"foreign job", "other", "jobid://" + jobID("1"), true, notFound},
		{"unknown job", org, "jobid://" + id, true, notFound},
		{"nonsense job", org, "jobid://x", true, notFound},
		{"in progress", org, "jobid://" + jobID("2"), true, unfinished},
		{"idle", org, "jobid://" + jobID("13"), true, unfinished},
		{"completing", org, "jobid://" + jobID("14"), true, unfinished},
		{"failed", org, "jobid://" + jobID("3"), true, badConfig},
		{"cancelled", org, "jobid://" + jobID("4"), true, badConfig},
		{"extract", org, "jobid://" + jobID("5"), true, badConfig},
		{"running chart", org, "jobid://" + jobID("12"), true, badConfig},
		{"expired", org, "jobid://" + jobID("6"), true, notFound},
		{"deleting", org, "jobid://" + jobID("7"), true, want{fault.JobDeletionInProgress, "job_deletion_in_progress", 409}},
		{"deleted", org, "jobid://" + jobID("8"), true, want{fault.JobDeleted, "job_deleted", 410}},
		{"pipeline that parsed", org, "jobid://" + jobID("9"), true, fine},
		{"pipeline that edited", org, "jobid://" + jobID("10"), true, badConfig},
		{"running pipeline", org, "jobid://" + jobID("11"), true, unfinished},
		{"job where none is taken", org, "jobid://" + jobID("1"), false, badConfig},
		{"unknown job where none is taken", org, "jobid://x", false, badConfig},

		{"no known form", org, "string", true, fine},
		{"empty", org, "", true, fine},
		{"file scheme", org, "file:///etc/passwd", true, fine},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := r.Check(t.Context(), tt.org, Parse(tt.raw, scheme), tt.jobs)
			tt.want.check(t, err)
		})
	}
}

// A database that is away is not a missing file.
func TestCheckKeepsOtherFailures(t *testing.T) {
	s := &store{down: fault.New(fault.ServiceUnavailable, ""), buckets: []string{"*"}}
	r := newResolver(t, s)
	for _, raw := range []string{"svc://" + id, "jobid://" + id} {
		_, err := r.Check(t.Context(), org, Parse(raw, scheme), true)
		want{fault.ServiceUnavailable, "service_unavailable", 503}.check(t, err)
	}
	for _, raw := range []string{"svc://" + id, "s3://bucket/k"} {
		_, err := r.Open(t.Context(), org, Parse(raw, scheme), 10)
		want{fault.ServiceUnavailable, "service_unavailable", 503}.check(t, err)
	}
	s.jobs = map[string]job.Job{}
	if err := r.checkModel(t.Context(), org, job.Job{}); !fault.Is(err, fault.ServiceUnavailable) {
		t.Errorf("got %v", err)
	}
}

func TestOpen(t *testing.T) {
	origin := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/long.pdf":
			w.(http.Flusher).Flush() // no declared length
			io.WriteString(w, "more than ten bytes")
		case "/secret.pdf":
			w.WriteHeader(http.StatusForbidden)
		case "/a.pdf":
			w.Header().Set("Content-Type", "application/pdf")
			io.WriteString(w, "from web")
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	defer origin.Close()
	const own = "https://docs.example/octavo/objects/"
	r := newResolver(t, &store{
		uploads: map[string]string{id: "uploaded", jobID("1"): "more than ten bytes"},
		objects: map[string]string{own + "a?signature=1": "an object", own + "long?signature=1": "more than ten bytes", own + "gone?signature=1": ""},
		buckets: []string{"exact", "team-*"},
		keys:    map[string]string{"exact/f/a.txt": "a key", "team-a/k": "team key", "exact/long": "more than ten bytes", "private/k": "secret"},
	}, origin.Listener.Addr().String())
	for _, tt := range []struct {
		name, raw string
		want      want
		doc       Document
		text      string
	}{
		{"URL", origin.URL + "/a.pdf", fine, Document{Name: "a.pdf", ContentType: "application/pdf", Size: 8}, "from web"},
		{"missing URL", origin.URL + "/b.pdf", noDownload, Document{}, ""},
		{"refused URL", origin.URL + "/secret.pdf", forbidden, Document{}, ""},
		{"long URL", origin.URL + "/long.pdf", tooLarge, Document{}, ""},
		{"blocked URL", "http://10.0.0.1/", blocked, Document{}, ""},
		{"credentials", "http://user@127.0.0.1/", badForm, Document{}, ""},
		{"old spelling", "http://0x7f000001/", noDownload, Document{}, ""},

		{"own object", own + "a?signature=1", fine, Document{Name: "object.pdf", ContentType: "application/pdf", Size: 9}, "an object"},
		{"own object, bad signature", own + "a?signature=2", forbidden, Document{}, ""},
		{"own object, gone", own + "gone?signature=1", notFound, Document{}, ""},
		{"own object, long", own + "long?signature=1", tooLarge, Document{}, ""},

		{"file", "svc://" + id + ".pdf", fine, Document{Name: "upload.pdf", ContentType: "application/pdf", Size: 8}, "uploaded"},
		{"unknown file", "svc://" + jobID("9"), notFound, Document{}, ""},
		{"nonsense file", "svc://x", notFound, Document{}, ""},
		{"long file", "svc://" + jobID("1"), tooLarge, Document{}, ""},

		{"key", "s3://exact/f/a.txt", fine, Document{Name: "a.txt", ContentType: "text/plain", Size: 5}, "a key"},
		{"key by prefix", "s3://team-a/k", fine, Document{Name: "k", ContentType: "text/plain", Size: 8}, "team key"},
		{"missing key", "s3://exact/x", notFound, Document{}, ""},
		{"long key", "s3://exact/long", tooLarge, Document{}, ""},
		{"other bucket", "s3://private/k", blocked, Document{}, ""},
		{"longer name", "s3://exact2/k", blocked, Document{}, ""},
		{"malformed", "s3://b", badForm, Document{}, ""},

		{"job", "jobid://" + id, badConfig, Document{}, ""},
		{"no known form", "string", badForm, Document{}, ""},
		{"empty", "", badForm, Document{}, ""},
		{"data", "data:text/plain,x", badForm, Document{}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, err := r.Open(t.Context(), org, Parse(tt.raw, scheme), 10)
			var text []byte
			if err == nil {
				text, err = io.ReadAll(d.Body)
				d.Body.Close()
			}
			tt.want.check(t, err)
			if tt.want == fine {
				d.Body = nil
				if d != tt.doc || string(text) != tt.text {
					t.Errorf("got %+v %q", d, text)
				}
			}
			if fault.Is(err, fault.DocumentTooLarge) && !strings.Contains(err.Error(), "10") {
				t.Errorf("the limit is not named: %v", err)
			}
		})
	}
}

func TestMatches(t *testing.T) {
	for _, tt := range []struct {
		allowed, bucket string
		ok              bool
	}{
		{"", "bucket", false}, {"bucket", "bucket", true}, {"bucket", "bucket2", false}, {"buck", "bucket", false},
		{"buck*", "bucket", true}, {"*", "bucket", true}, {"bucket*", "bucket", true}, {"x*", "bucket", false},
	} {
		if got := matches([]string{"first", tt.allowed}, tt.bucket); got != tt.ok {
			t.Errorf("%q %q: %v", tt.allowed, tt.bucket, got)
		}
	}
	if matches(nil, "bucket") {
		t.Error("the default is none")
	}
}

// transfer is a body of unknown size.
type transfer struct {
	io.Reader
	closed bool
}

func (u *transfer) Close() error { u.closed = true; return nil }

func TestOpenKeyTransfer(t *testing.T) {
	for _, tt := range []struct {
		name    string
		read    func(ctx context.Context, p []byte) (int, error)
		timeout time.Duration
		want    want
	}{
		{"endless", func(_ context.Context, p []byte) (int, error) { return len(p), nil }, 0, tooLarge},
		{"breaks off", func(context.Context, []byte) (int, error) { return 0, io.ErrUnexpectedEOF }, 0, noDownload},
		{"too slow", untilCancelled, 10 * time.Millisecond, tooLate},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var body *transfer
			r := newResolver(t, &store{buckets: []string{"*"}, body: func(ctx context.Context) io.ReadCloser {
				body = &transfer{Reader: reader(func(p []byte) (int, error) { return tt.read(ctx, p) })}
				return body
			}})
			r.Timeout = tt.timeout
			d, err := r.Open(t.Context(), org, Parse("s3://bucket/k", scheme), 1000)
			if err != nil {
				t.Fatal(err)
			}
			b, err := io.ReadAll(d.Body)
			tt.want.check(t, err)
			if len(b) > 1000 {
				t.Errorf("%d bytes got past the limit", len(b))
			}
			if d.Body.Close(); !body.closed {
				t.Error("the body stays open")
			}
		})
	}
}

func TestOpenKeyEndsWithItsCaller(t *testing.T) {
	r := newResolver(t, &store{buckets: []string{"*"}, body: func(ctx context.Context) io.ReadCloser {
		return &transfer{Reader: reader(func(p []byte) (int, error) { return untilCancelled(ctx, p) })}
	}})
	ctx, cancel := context.WithCancel(t.Context())
	d, err := r.Open(ctx, org, Parse("s3://bucket/k", scheme), 1000)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Body.Close()
	cancel()
	if _, err := io.ReadAll(d.Body); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

type reader func([]byte) (int, error)

func (r reader) Read(p []byte) (int, error) { return r(p) }

// untilCancelled waits like a connection on which nothing arrives.
func untilCancelled(ctx context.Context, _ []byte) (int, error) {
	<-ctx.Done()
	return 0, errors.New("use of closed network connection")
}
