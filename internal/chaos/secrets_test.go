package chaos

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
	"github.com/octavo-dev/octavo/internal/infer/infertest"
)

// What no outlet may show, by the sort of thing it is.
var secrets = map[string][]string{
	"key":            {"oct-file-key-Apfelmus", "oct-wrong-key-Birnenmus", "sk-model-key-Pflaumenmus"},
	"password":       {"Zugzwang-4711", "Wanderlust-0815"},
	"document text":  {"Streuselkuchen", "Marmorkuchen", "Butterkuchen", "Kirschkuchen", "Zwetschgenkuchen"},
	"URL query":      {"query-Brombeere", "query-Himbeere", "query-Stachelbeere", "query-Heidelbeere", "query-Johannisbeere"},
	"webhook secret": {base64.StdEncoding.EncodeToString([]byte(hookKey))},
}

// outlets are what leaves an installation for the eyes of others, by its name.
type outlets struct {
	t      testing.TB
	mu     sync.Mutex
	shown  map[string]*bytes.Buffer
	secret map[string][]string
}

func (o *outlets) add(name string, text []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.shown[name] == nil {
		o.shown[name] = &bytes.Buffer{}
	}
	o.shown[name].Write(append(text, '\n'))
}

// balance wants every outlet to have shown something that is known of it, and nothing that is secret.
func (o *outlets) balance(known map[string][]string) {
	o.t.Helper()
	o.mu.Lock()
	defer o.mu.Unlock()
	for name, words := range known {
		for _, word := range words {
			if o.shown[name] == nil || !strings.Contains(o.shown[name].String(), word) {
				o.t.Errorf("%s do not speak of %q", name, word)
			}
		}
	}
	for name, text := range o.shown {
		for sort, list := range o.secret {
			for _, secret := range list {
				if i := strings.Index(text.String(), secret); i >= 0 || secret == "" {
					o.t.Errorf("%s hold a %s, %q: …%q…", name, sort, secret, text.Bytes()[max(0, i-300):min(text.Len(), i+100)])
				}
			}
		}
	}
}

// collector takes traces.
func (o *outlets) collector() (url string) {
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if body, err := io.ReadAll(r.Body); err == nil {
			o.add("traces", body)
		}
		w.Header().Set("Content-Type", "application/x-protobuf")
	}))
	o.t.Cleanup(web.Close)
	return web.URL
}

// A process that serves and one that works see keys, passwords, documents, the queries of URLs and the secrets of webhooks,
// in work that succeeds and in work that fails. None of it stands in their logs, metrics and traces, or in what callers are
// told of failures.
func TestSecretsStayInside(t *testing.T) {
	t.Parallel()
	out := &outlets{t: t, shown: map[string]*bytes.Buffer{}, secret: map[string][]string{}}
	for sort, list := range secrets {
		out.secret[sort] = append([]string(nil), list...)
	}
	in, from, hook := install(t, ""), newOrigin(t), newReceiver(t)
	model := infertest.Start(t, func(a infertest.Ask) infertest.Step {
		return infertest.Status(500, "cannot read "+a.Text+" with "+a.Key, 0)
	})
	keys := filepath.Join(in.dir, "keys")
	if err := os.WriteFile(keys, []byte(secrets["key"][0]+" acme all\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	engines, err := filepath.Abs("../../.cache/engines")
	if err != nil {
		t.Fatal(err)
	}
	in.settings["auth"] = "{key_file: " + keys + "}"
	in.settings["inference"] = "{models: [{name: m, provider: openai, endpoint: '" + model.URL + "/v1', roles: [language], api_key_env: MODEL_KEY}]}"
	in.env = append(in.env, "MODEL_KEY="+secrets["key"][2], "OCTAVO_ENGINES_DIR="+engines,
		"OTEL_EXPORTER_OTLP_ENDPOINT="+out.collector(), "OTEL_BSP_SCHEDULE_DELAY=100")
	c := caller{in, out, secrets["key"][0]}
	front, worker := in.front(), in.worker()
	done, failed := c.work(from, hook, true)
	c.refused()
	c.hooks()
	c.settle(append(done, failed...))
	worker.leave()
	front.leave()
	out.add("logs of serve", front.logged())
	out.add("logs of work", worker.logged())
	// Once more in one process, whose metrics tell of both.
	both := in.serve()
	again, wrong := c.work(from, hook, false)
	c.settle(append(again, wrong...))
	c.attempts()
	out.add("metrics", in.client.want(http.StatusOK, "GET", "/metrics", nil).body)
	both.leave()
	out.add("logs of serve", both.logged())
	out.balance(map[string][]string{
		"logs of serve": {`"msg":"request"`, `"status":401`, `"status":502`, "webhook attempt"},
		"logs of work":  {`"msg":"a task failed"`, "DOCUMENT_CORRUPT", "DOCUMENT_PASSWORD_PROTECTED", "LLM_PROVIDER_ERROR", failed[0]},
		"metrics":       {"octavo_http_requests_total", `octavo_jobs_total{outcome="Failed",type="Parse"}`, "octavo_webhook_attempts_total{", `octavo_model_calls_total{model="m",outcome="failed"}`},
		"traces":        {"Parse ", "Extract ", "octavo.job_id", done[0], failed[0], "LLM_PROVIDER_ERROR"},
		"errors":        {"AUTH_ERROR", "URL_NOT_ALLOWED", "DOCUMENT_CORRUPT", "DOCUMENT_PASSWORD_PROTECTED", "LLM_PROVIDER_ERROR", "INVALID_CONFIG", "webhook: "},
	})
}

// caller calls with a key and keeps what it is told of failures.
type caller struct {
	in  *installation
	out *outlets
	key string
}

func (c caller) call(method, path string, body any, ok bool, header ...string) answer {
	c.in.t.Helper()
	a, err := c.in.client.try(time.Minute, method, path, body, append([]string{"Authorization", "Bearer " + c.key}, header...)...)
	if err != nil {
		c.in.t.Fatalf("%s %s: %v", method, path, err)
	}
	if ok != (a.status < 300) {
		c.in.t.Errorf("%s %s: %v", method, path, a)
	}
	if a.status >= 400 {
		c.out.add("errors", a.body)
		c.out.add("errors", []byte(fmt.Sprint(a.header)))
	}
	return a
}

func (c caller) upload(name, content string) string {
	body, contentType := form(name, content)
	return c.call("POST", "/upload", body, true, "Content-Type", contentType).text("file_id")
}

// attempts keeps what the owner of webhooks is told of those that failed.
func (c caller) attempts() {
	c.in.t.Helper()
	var page struct {
		Deliveries []struct{ Attempts []struct{ Error *string } }
	}
	if err := json.Unmarshal(c.call("GET", "/webhooks/deliveries", nil, true).body, &page); err != nil {
		c.in.t.Fatal(err)
	}
	for _, d := range page.Deliveries {
		for _, a := range d.Attempts {
			if a.Error != nil {
				c.out.add("errors", []byte("webhook: "+*a.Error))
			}
		}
	}
}

// settle waits until jobs have ended and everybody was told.
func (c caller) settle(jobs []string) {
	c.in.t.Helper()
	for _, id := range jobs {
		c.ended(id)
	}
	await(c.in.t, 30*time.Second, "every webhook is sent", func() error {
		if n := c.in.number("SELECT COUNT(*) FROM deliveries WHERE tries = 0") + c.in.number("SELECT COUNT(*) FROM messages WHERE NOT expanded"); n > 0 {
			return fmt.Errorf("%d are pending", n)
		}
		return nil
	})
}

// ended waits for the end of a job and keeps what it failed of.
func (c caller) ended(id string) {
	c.in.t.Helper()
	await(c.in.t, time.Minute, "a job ends", func() error {
		a := c.call("GET", "/job/"+id+"?timeout=5", nil, true)
		if status := a.text("status"); status != "Completed" && status != "Failed" {
			return fmt.Errorf("it is %s", status)
		}
		c.out.add("errors", []byte(fmt.Sprint(a.field("error"), a.field("reason"))))
		return nil
	})
}

// work has documents read asynchronously and, where both is set, synchronously too. It returns the jobs that end well and
// those that do not.
func (c caller) work(from *origin, hook *receiver, both bool) (done, failed []string) {
	words, queries := secrets["document text"], secrets["URL query"]
	locked := &pdfgen.File{Lock: &pdfgen.Lock{User: secrets["password"][0], Owner: "owner"}}
	locked.AddPage(pdfgen.Page{Content: "BT /F1 12 Tf 72 700 Td " + pdfgen.Text(words[1]) + " Tj ET"})
	paper := c.upload("locked.pdf", string(locked.Bytes()))
	plain := c.upload("a.txt", words[0])
	password := func(p string) map[string]any {
		return map[string]any{"input": paper, "settings": map[string]any{"document_password": p}}
	}
	schema := map[string]any{"schema": map[string]any{"type": "object", "properties": map[string]any{"cake": map[string]any{"type": "string"}}}}
	for _, order := range []struct {
		operation string
		body      map[string]any
		ok        bool
	}{
		{"/parse", map[string]any{"input": plain, "settings": map[string]any{"force_url_result": true}}, true},
		{"/parse", password(secrets["password"][0]), true},
		{"/parse", map[string]any{"input": from.url + "/free/" + "outside?token=" + queries[0]}, true},
		{"/parse", map[string]any{"input": c.upload("broken.pdf", "%PDF-1.7\n"+words[2])}, false},
		{"/parse", password(secrets["password"][1]), false},
		{"/parse", map[string]any{"input": "http://127.0.0.1:1/x?token=" + queries[1]}, false},
		{"/parse", map[string]any{"input": "https://nothing.invalid/x?token=" + queries[2]}, false},
		{"/parse", map[string]any{"input": c.upload("program", "\x7fELF\x02\x01\x01"+strings.Repeat("\x00", 64)+words[3])}, false},
		{"/parse", map[string]any{"input": words[3]}, false},
		{"/extract", map[string]any{"input": c.upload("b.txt", "cake: "+words[4]), "instructions": schema}, false},
	} {
		hooked := maps.Clone(order.body)
		hooked["async"] = map[string]any{"webhook": map[string]any{"mode": "direct", "url": hook.url + "?token=" + queries[3]}}
		id := c.call("POST", order.operation+"_async", hooked, true).text("job_id")
		if order.ok {
			done = append(done, id)
		} else {
			failed = append(failed, id)
		}
		if !both {
			continue
		}
		a := c.call("POST", order.operation, order.body, order.ok)
		if link := a.text("result", "url"); link != "" {
			_, signature, _ := strings.Cut(link, "signature=")
			c.out.secret["URL query"] = append(c.out.secret["URL query"], signature)
			c.call("GET", link, nil, true)
			c.call("GET", link+"0", nil, false)
		}
	}
	return done, failed
}

// refused is what does not become a job.
func (c caller) refused() {
	wrong := c
	wrong.key = secrets["key"][1]
	wrong.call("GET", "/jobs?key="+c.key, nil, false)
	wrong.call("POST", "/parse", map[string]any{"input": "x"}, false)
	c.call("POST", "/parse", map[string]any{"input": "http://10.0.0.1/x?token=" + secrets["URL query"][1]}, false)
	c.call("GET", "/job/x?token="+secrets["URL query"][0], nil, false)
	c.call("GET", "/nowhere?token="+secrets["URL query"][0], nil, false)
}

// hooks has webhooks fail, and looks at what the portal is opened with.
func (c caller) hooks() {
	made := c.call("POST", "/webhooks/endpoints", map[string]any{"url": "http://127.0.0.1:1/hook?token=" + secrets["URL query"][4]}, true)
	_, token, _ := strings.Cut(strings.Trim(string(c.call("POST", "/configure_webhook", nil, true).body), "\"\n"), "#token=")
	c.out.secret["webhook secret"] = append(c.out.secret["webhook secret"], made.text("secret"), token)
	c.call("POST", "/webhooks/endpoints/"+made.text("id")+"/test", nil, true)
	holder := c
	holder.key = token
	holder.call("GET", "/webhooks/endpoints", nil, true)
	holder.call("GET", "/jobs", nil, false)
}
