package app_test

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/infer/infertest"
)

// What stands in the prompts and in the words of the provider, and in no error.
const (
	promptWords   = "Blaubeerkuchen"
	providerWords = "Quarkstrudel"
)

// TestModelsThatFail has the model server fail in every way while values are asked for, synchronously and asynchronously.
// Every way has its name and status, is tried a bounded number of times, and neither the prompt nor the words of the
// provider stand in the error. Fault 38.
func TestModelsThatFail(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	const half = `{"invoice_number":{"value":"A-1017","block":`
	faults := map[string]struct {
		step   infertest.Step
		status int
		error  string
		asked  int // of one job, at most
	}{
		"broken":   {infertest.Status(500, providerWords, 0), 502, "LLM_PROVIDER_ERROR/llm_service_error", 9},
		"busy":     {infertest.Status(429, providerWords, 0), 502, "LLM_PROVIDER_ERROR/llm_service_error", 9},
		"hangs":    {infertest.Hang(), 504, "TIMEOUT/llm_timeout_error", 3},
		"reset":    {infertest.Reset(false), 502, "LLM_PROVIDER_ERROR/llm_service_error", 9},
		"cut off":  {infertest.Reset(true), 502, "LLM_PROVIDER_ERROR/llm_service_error", 9},
		"half":     {infertest.Answer(half), 400, "LLM_OUTPUT_PARSE_FAILED/json_decoding_error", 3},
		"prose":    {infertest.Answer("The " + providerWords + " costs a lot."), 400, "LLM_OUTPUT_PARSE_FAILED/json_decoding_error", 3},
		"flood":    {infertest.Flood(200 << 20), 400, "LLM_OUTPUT_PARSE_FAILED/json_decoding_error", 1},
		"overflow": {infertest.Overflow(), 422, "CONTEXT_WINDOW_EXCEEDED/context_window_exceeded", 1},
		"limit":    {infertest.Limit(half), 422, "OUTPUT_LIMIT_EXCEEDED/output_limit_exceeded", 1},
	}
	var mu sync.Mutex
	asked := map[string]int{}
	model := infertest.Start(t, func(a infertest.Ask) infertest.Step {
		for name, f := range faults {
			if strings.Contains(a.Text, "fault: "+name+".") {
				mu.Lock()
				defer mu.Unlock()
				asked[name]++
				return f.step
			}
		}
		t.Errorf("asked for something else: %.300s", a.Text)
		return infertest.Status(400, "", 0)
	})
	s := start(t, "sqlite", "inference: {timeout: 3s, models: [{name: m, provider: openai, endpoint: '"+model.URL+"/v1', roles: [language]}]}", "workers: {cpu: 2, io: 20}")
	warm := s.upload("warm.txt", "warm")
	s.want(200, "POST", "/parse", map[string]any{"input": warm})
	forgetPeak(t)
	before := s.idle(os.TempDir())
	var wg sync.WaitGroup
	for name, f := range faults {
		file := s.upload(name+".txt", strings.Join(append(bill, "The "+promptWords+" of the fault: "+name+"."), "\n\n"))
		body := asking(file, map[string]any{"instructions": map[string]any{"schema": billSchema, "system_prompt": "Look for " + promptWords + "."}})
		wg.Go(func() {
			id := s.want(200, "POST", "/extract_async", body)["job_id"].(string)
			got := s.do("POST", "/extract", body)
			j := s.endedWithin(id, 2*time.Minute)
			for form, e := range map[string]any{"sync": at(got.object(t), "error"), "async": j["error"]} {
				if said := fmt.Sprintf("%v/%v", at(e, "name"), at(e, "type")); said != f.error || at(e, "code") != float64(f.status) {
					t.Errorf("%s, %s: %v, want %d %s", name, form, e, f.status, f.error)
				}
				for _, secret := range []string{promptWords, providerWords, "A-1017", model.URL} {
					if strings.Contains(fmt.Sprint(e), secret) {
						t.Errorf("%s, %s: the error holds %q: %v", name, form, secret, e)
					}
				}
			}
			if got.Status != f.status || j["reason"] != at(j, "error", "message") {
				t.Errorf("%s: %d, reason %v", name, got.Status, j["reason"])
			}
		})
	}
	wg.Wait()
	for name, f := range faults {
		if n := asked[name]; n > 2*f.asked || n < 2 {
			t.Errorf("%s: asked %d times by two jobs, want at most %d each", name, n, f.asked)
		}
	}
	if counted := s.metric("octavo_model_calls_total"); !strings.Contains(counted, `model="m",outcome="failed"} `) || !strings.Contains(counted, `outcome="succeeded"} `) {
		t.Errorf("counted %s", counted)
	}
	if sent := model.Sent(); sent > 128<<20 {
		t.Errorf("%d bytes of two answers of 200 MB were taken", sent)
	}
	modest(t, before)
}

// TestUnknownVersion pins versions that do not exist: the refusal lists those that do. Fault 38.
func TestUnknownVersion(t *testing.T) {
	s := start(t, "sqlite")
	file := s.upload("a.txt", "x")
	versions := func(kind string) (all []string) {
		list, _ := at(s.want(200, "GET", "/models", nil), "models").([]any)
		for _, m := range list {
			if at(m, "kind") == kind {
				all = append(all, at(m, "version").(string))
			}
		}
		return all
	}
	for _, c := range []struct {
		path, kind string
		settings   map[string]any
	}{
		{"/parse", "layout_model", map[string]any{"alpha": map[string]any{"layout_model": "v999"}}},
		{"/extract", "extract_model", map[string]any{"alpha": map[string]any{"extract_model": "v999"}, "citations": map[string]any{"enabled": true}}},
	} {
		for _, path := range []string{c.path, c.path + "_async"} {
			got := s.do("POST", path, map[string]any{"input": file, "settings": c.settings})
			message, _ := at(got.object(t), "error", "message").(string)
			if got.Status != 400 || at(got.object(t), "error", "name") != "INVALID_CONFIG" || at(got.object(t), "error", "type") != "unknown_model_version" {
				t.Errorf("%s: %d %s", path, got.Status, got.Body)
			}
			for _, v := range versions(c.kind) {
				if !strings.Contains(message, v) {
					t.Errorf("%s: the message does not name %s: %s", path, v, message)
				}
			}
			if len(versions(c.kind)) == 0 {
				t.Errorf("no versions of %s", c.kind)
			}
		}
	}
	if n := s.count("jobs"); n != 0 {
		t.Errorf("%d rows", n)
	}
}
