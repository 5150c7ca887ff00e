package api

import (
	"encoding/json"
	"io/fs"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
)

func TestMarshal(t *testing.T) {
	for _, tt := range []struct {
		value any
		want  string
	}{
		{"<a href=\"x\">é & ü</a>", `"<a href=\"x\">é & ü</a>"`},
		{"line\u2028para\u2029bad\xff", "\"line\u2028para\u2029bad\ufffd\""},
		{`\u2028`, `"\\u2028"`},
		{"a\x00\n\x1f", `"a\u0000\n\u001f"`},
		{At(time.Date(2026, 1, 2, 3, 4, 5, 6000, time.FixedZone("", 3600))), `"2026-01-02T02:04:05.000006Z"`},
		{AtPtr(nil), `null`},
		{Took(1234567 * time.Microsecond), `1.235`},
		{Took(-time.Second), `0.000`},
		{TookPtr(nil), `null`},
		{ParseUsage{NumPages: 1}, `{"num_pages":1,"page_billing_breakdown":null,"non_empty_cell_count":null,"usage_breakdown":null}`},
		{ExtractUsage{Credits: Null[float64]()}, `{"num_pages":0,"num_fields":0,"credits":null,"extract_mode":null,"usage_breakdown":null}`},
		{ExtractUsage{Credits: Some(2.5)}, `{"num_pages":0,"num_fields":0,"credits":2.5,"extract_mode":null,"usage_breakdown":null}`},
		{ParseBlock{Type: "Text"}, `{"type":"Text","bbox":{"left":0,"top":0,"width":0,"height":0,"page":0},"content":"",` +
			`"image_url":null,"chart_data":null,"confidence":"","granular_confidence":null,"merged_tables":null,"extra":null}`},
		{SingleJob{}, `{"job_id":"","status":"","state":"","type":"","created_at":"0001-01-01T00:00:00.000000Z",` +
			`"source":null,"num_pages":null,"total_pages":null,"duration":null,"bucket":null}`},
		{Input{Values: []string{"a"}}, `"a"`},
		{Input{List: true, Values: []string{"a"}}, `["a"]`},
		{Input{}, `[]`},
		{json.RawMessage(`{"a":"<"}`), `{"a":"<"}`},
	} {
		got, err := Marshal(tt.value)
		if err != nil || string(got) != tt.want {
			t.Errorf("%v: %s %v, want %s", tt.value, got, err, tt.want)
		}
	}
}

func TestDetail(t *testing.T) {
	f := fault.New(fault.InvalidSchema, "bad").Typed("schema_validation_error").At("#/properties/a")
	got, err := Marshal(ErrorBody{Detail(f)})
	want := `{"error":{"code":422,"name":"INVALID_SCHEMA","message":"bad","job_id":null,"type":"schema_validation_error","retriable":false,"pointer":"#/properties/a"}}`
	if err != nil || string(got) != want {
		t.Errorf("%s %v", got, err)
	}
	f = fault.New(fault.NotFound, "gone")
	f.JobID = "j"
	got, err = Marshal(Detail(f))
	want = `{"code":404,"name":"NOT_FOUND","message":"gone","job_id":"j","type":"not_found","retriable":false}`
	if err != nil || string(got) != want {
		t.Errorf("%s %v", got, err)
	}
}

func TestRequestTypes(t *testing.T) {
	r, errs := Read[ParseRequest]("ParseRequest", []byte(`{"input":{"file_id":"svc://f"},"async":{},
		"settings":{"page_range":[2,5],"timeout":5,"document_password":"p","hybrid_vpc":{"environment":"eu"},
		"tenant_throttling":{"tenant_id":"t"}},"spreadsheet":{"split_large_tables":{"size":{"row":9}}},
		"enhance":{"agentic":[{"scope":"text"}]}}`))
	if errs != nil {
		t.Fatal(errs)
	}
	if r.Input.List || r.Input.Values[0] != "svc://f" || r.Async == nil || r.Async.Priority || r.Async.Webhook != nil {
		t.Errorf("%+v", r)
	}
	if p := r.Settings.PageRange; len(p.Ranges) != 2 || *p.Ranges[1].Start != 5 || *p.Ranges[1].End != 5 || p.Sheets != nil {
		t.Errorf("%+v", p)
	}
	if size := r.Spreadsheet.SplitLargeTables.Size; size.Row != 9 || size.Column != 0 {
		t.Errorf("%+v", size)
	}
	if r.Enhance.Scoped(ScopeText) == nil || r.Enhance.Scoped(ScopeTable) != nil {
		t.Errorf("%+v", r.Enhance)
	}
	job := r.Settings.Job()
	if job.Timeout != 5 || job.DocumentPassword != "p" || job.Environment != "eu" || job.TenantThrottling.MaxShare != 0.5 || job.PersistResults {
		t.Errorf("%+v", job)
	}
	for body, want := range map[string]string{
		`{"input":["a"],"settings":{"page_range":["S"]}}`:         `["S"]`,
		`{"input":["a"],"settings":{"page_range":{"end":3}}}`:     `[{"start":null,"end":3}]`,
		`{"input":["a"],"settings":{"page_range":[{"start":2}]}}`: `[{"start":2,"end":null}]`,
		`{"input":["a"],"settings":{"page_range":[]}}`:            `null`,
	} {
		r, errs := Read[ParseRequest]("ParseRequest", []byte(body))
		got, err := Marshal(r.Settings.PageRange)
		if errs != nil || err != nil || string(got) != want || !r.Input.List || r.Async != nil {
			t.Errorf("%s: %s %v", body, got, errs)
		}
	}
}

func TestUploadBytes(t *testing.T) {
	for _, tt := range []struct{ body, want, errs string }{
		{`{"file":"QQ=="}`, "A", ""},
		{`{"file":"QQ"}`, "QQ", ""},
		{`{"file":"QR=="}`, "QR==", ""},
		{`{"file":"Hello"}`, "Hello", ""},
		{`{"file":""}`, "", ""},
		{`{"file":"QQ==","encoding":"utf8"}`, "QQ==", ""},
		{`{"file":"Hello!","encoding":"base64"}`, "", `["body","file"] value_error "Hello!" {"error":"should be base64"}`},
		{`{"file":"data:text/plain;base64,SGk="}`, "Hi", ""},
		{`{"file":"DATA:,a%20b"}`, "a b", ""},
		{`{"file":"data:text/plain;base64,!"}`, "data:text/plain;base64,!", ""},
		{`{"file":"data: no comma"}`, "data: no comma", ""},
	} {
		u, errs := Read[UploadBody]("UploadBody", []byte(tt.body))
		if errs != nil {
			t.Fatal(errs)
		}
		got, errs := u.Bytes()
		if string(got) != tt.want || strings.Join(lines(t, errs), "\n") != tt.errs {
			t.Errorf("%s: %q %v", tt.body, got, errs)
		}
	}
}

// TestPageStandsAlone looks for what a strict content security policy would refuse or another host would serve.
func TestPageStandsAlone(t *testing.T) {
	outside := regexp.MustCompile(`https?://|//[a-z]+\.|@import|\burl\(`)
	inline := regexp.MustCompile(`<script[^>]*>\s*[^<\s]|<style|\son[a-z]+=|style=|innerHTML|eval\(|document\.write`)
	for _, name := range []string{"docs.html", "docs.js", "docs.css"} {
		raw, err := fs.ReadFile(DocsFiles, name)
		if err != nil {
			t.Fatal(err)
		}
		if m := outside.FindString(string(raw)); m != "" {
			t.Errorf("%s reaches outside: %s", name, m)
		}
		if m := inline.FindString(string(raw)); m != "" {
			t.Errorf("%s has %s", name, m)
		}
	}
	page, err := fs.ReadFile(DocsFiles, "docs.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, link := range []string{`href="docs/docs.css"`, `src="docs/docs.js"`} {
		if !strings.Contains(string(page), link) {
			t.Errorf("the page lacks %s", link)
		}
	}
}
