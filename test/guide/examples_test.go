package guide

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	standard "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/octavo-dev/octavo/internal/testenv"
)

// program is an example: how it is run, and what it prints.
type program struct {
	runtime string // must be on this machine
	args    []string
	prints  string
}

const (
	asMarkdown = "| TI-100 | Tide gauge, brass | 2 | 480.00 | 960.00 |"
	asValues   = "due_date = 2026-05-18\n  page 1 at 0.74, 0.16: \"18 May 2026\" (high)"
	asJob      = "Completed: 3 pages, "
	asJSON     = `"content":"Tidewater Instruments"`
)

var programs = []program{
	{"go", []string{"run", "./examples/go/parse", "examples/invoice.pdf"}, asMarkdown},
	{"go", []string{"run", "./examples/go/extract", "examples/invoice.pdf"}, asValues},
	{"go", []string{"run", "./examples/go/async", "examples/report.pdf"}, asJob},
	{"node", []string{"examples/node/parse.mjs", "examples/invoice.pdf"}, asMarkdown},
	{"node", []string{"examples/node/extract.mjs", "examples/invoice.pdf"}, asValues},
	{"node", []string{"examples/node/async.mjs", "examples/report.pdf"}, asJob},
	{"python3", []string{"examples/python/parse.py", "examples/invoice.pdf"}, asMarkdown},
	{"python3", []string{"examples/python/extract.py", "examples/invoice.pdf"}, asValues},
	{"python3", []string{"examples/python/async_job.py", "examples/report.pdf"}, asJob},
	{"bash", []string{"examples/curl/parse.sh", "examples/invoice.pdf"}, asJSON},
	{"bash", []string{"examples/curl/extract.sh", "examples/invoice.pdf", "examples/invoice.schema.json"}, `"due_date":{"value":"2026-05-18","citations":[{`},
	{"bash", []string{"examples/curl/async.sh", "examples/report.pdf"}, `{"status":"Completed","result":{"response_type":"parse"`},
}

var receivers = []program{
	{"go", []string{"run", "./examples/go/webhook"}, ""},
	{"node", []string{"examples/node/webhook.mjs"}, ""},
	{"python3", []string{"examples/python/webhook.py"}, ""},
}

// TestExamples runs the programs of examples against a service that wants a key. Python is the one language that set-up does
// not install: where it is missing the others are run.
func TestExamples(t *testing.T) {
	keys := filepath.Join(t.TempDir(), "keys")
	if err := os.WriteFile(keys, []byte("a-key-of-this-test\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := testenv.Serve(t, map[string]string{"auth": "{key_file: " + keys + "}", "fetch": `{allow: ["127.0.0.1"]}`})
	env := append(os.Environ(), "OCTAVO_URL="+s.URL, "OCTAVO_KEY=a-key-of-this-test", "PYTHONDONTWRITEBYTECODE=1")
	for _, p := range programs {
		t.Run(p.name(), func(t *testing.T) {
			if !p.here(t) {
				return
			}
			if out, err := p.command(t, env).Output(); err != nil || !strings.Contains(string(out), p.prints) {
				t.Errorf("%v\n%s", why(err), out)
			}
		})
	}
	for _, p := range receivers {
		t.Run(p.name(), func(t *testing.T) {
			if p.here(t) {
				p.receives(t, env, s.URL)
			}
		})
	}
}

func (p program) name() string { return p.runtime + " " + strings.Join(p.args, " ") }

func (p program) here(t *testing.T) bool {
	t.Helper()
	_, err := exec.LookPath(p.runtime)
	if err != nil && p.runtime != "python3" {
		t.Error(err)
	}
	return err == nil
}

func (p program) command(t *testing.T, env []string) *exec.Cmd {
	cmd := exec.CommandContext(t.Context(), p.runtime, p.args...)
	cmd.Dir, cmd.Env = root, env
	return cmd
}

// why adds what a program said to its error.
func why(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return fmt.Errorf("%w: %s", err, exit.Stderr)
	}
	return err
}

// patience is longer than building everything anew and starting it takes on a busy machine.
const patience = 10 * time.Minute

// receives has a receiver turn away what is not signed, take a real notice, and end.
func (p program) receives(t *testing.T, env []string, service string) {
	port := freePort(t)
	url := "http://127.0.0.1:" + port
	caller := keyed{t, service}
	endpoint := caller.post("/webhooks/endpoints", `{"url": "`+url+`"}`)
	secret := "whsec_" + between(endpoint, `"secret":"whsec_`, `"`)
	cmd := p.command(t, append(env, "PORT="+port, "OCTAVO_WEBHOOK_SECRET="+secret))
	var out, complaints bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaints
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	forged(t, url)
	job := between(caller.post("/parse_async", `{"input": "https://docs.invalid/a.pdf", "async": {"webhook": {"mode": "svix"}}}`), `"job_id":"`, `"`)
	select {
	case err := <-ended:
		if want := "verified: " + job + " is Failed\n"; err != nil || out.String() != want {
			t.Errorf("%v, printed %q, want %q: %s", err, out.String(), want, complaints.String())
		}
	case <-time.After(patience):
		t.Error("no notice was taken")
		cmd.Process.Kill()
		<-ended
	}
	caller.send("DELETE", "/webhooks/endpoints/"+between(endpoint, `"id":"`, `"`), "")
}

// forged sends a notice that nobody signed, as soon as the receiver listens.
func forged(t *testing.T, url string) {
	t.Helper()
	for deadline := time.Now().Add(patience); ; {
		req, err := http.NewRequest("POST", url, strings.NewReader(`{"status":"Completed","job_id":"forged"}`))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("webhook-id", "msg_1")
		req.Header.Set("webhook-timestamp", fmt.Sprint(time.Now().Unix()))
		req.Header.Set("webhook-signature", "v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
		res, err := http.DefaultClient.Do(req)
		if err == nil {
			res.Body.Close()
			if res.StatusCode != http.StatusUnauthorized {
				t.Errorf("a forged notice was answered with %d", res.StatusCode)
			}
			return
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
		select {
		case <-t.Context().Done():
			t.Fatal("the test was ended")
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// keyed calls the service with the key of the test.
type keyed struct {
	t    *testing.T
	base string
}

func (k keyed) post(path, body string) string { return k.send("POST", path, body) }

func (k keyed) send(method, path, body string) string {
	k.t.Helper()
	req, err := http.NewRequest(method, k.base+path, strings.NewReader(body))
	if err != nil {
		k.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer a-key-of-this-test")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		k.t.Fatal(err)
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		k.t.Fatalf("%s %s: %d %s %v", method, path, res.StatusCode, answer, err)
	}
	return string(answer)
}

// between is what stands after one text and before another.
func between(s, before, after string) string {
	_, s, _ = strings.Cut(s, before)
	s, _, _ = strings.Cut(s, after)
	return s
}

// TestVerifyScript: the shell script agrees with what the service sends; here it is given what the published rule makes.
func TestVerifyScript(t *testing.T) {
	const secret = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="
	body := `{"status":"Completed","job_id":"j","metadata":null}`
	now := time.Now()
	for _, c := range []struct {
		name, body string
		at         time.Time
		want       bool
	}{
		{"good", body, now, true}, {"other body", body + " ", now, false}, {"old", body, now.Add(-10 * time.Minute), false},
	} {
		signed := sign(t, secret, "msg_1", c.at, body)
		cmd := exec.CommandContext(t.Context(), "bash", "examples/curl/verify.sh", "msg_1", fmt.Sprint(c.at.Unix()), "v1,bm90IHRoaXM= "+signed)
		cmd.Dir, cmd.Env, cmd.Stdin = root, append(os.Environ(), "OCTAVO_WEBHOOK_SECRET="+secret), strings.NewReader(c.body)
		if out, err := cmd.CombinedOutput(); (err == nil) != c.want {
			t.Errorf("%s: %v %s", c.name, err, out)
		}
	}
}

func sign(t *testing.T, secret, id string, at time.Time, body string) string {
	t.Helper()
	lib, err := standard.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	signature, err := lib.Sign(id, at, []byte(body))
	if err != nil {
		t.Fatal(err)
	}
	return signature
}
