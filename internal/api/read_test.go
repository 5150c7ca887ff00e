package api

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestQuery(t *testing.T) {
	states := `"'Idle', 'Pending', 'InProgress', 'Completing', 'Completed', 'Failed' or 'Cancelled'"`
	for _, tt := range []struct {
		operation, query, want string
		errs                   []string
	}{
		{"get_job", "", `{"timeout":0}`, nil},
		{"get_job", "timeout=12.5", `{"timeout":12.5}`, nil},
		{"get_job", "timeout=301", `{"timeout":300}`, nil},
		{"get_job", "timeout=-1", "", []string{`["query","timeout"] greater_than_equal "-1" {"ge":0}`}},
		{"get_job", "timeout=nan", "", []string{`["query","timeout"] float_parsing "nan"`}},
		{"get_job", "timeout=1e999999", "", []string{`["query","timeout"] float_parsing "1e999999"`}},
		{"get_job", "timeout=", "", []string{`["query","timeout"] float_parsing ""`}},
		{"delete_job", "", `{"include_persisted":false}`, nil},
		{"delete_job", "include_persisted=Yes", `{"include_persisted":true}`, nil},
		{"delete_job", "include_persisted=maybe", "", []string{`["query","include_persisted"] bool_parsing "maybe"`}},
		{"list_jobs", "", `{"exclude_configs":false,"cursor":null,"limit":100}`, nil},
		{"list_jobs", "limit=1&unknown=x&cursor=", `{"exclude_configs":false,"cursor":null,"limit":1}`, nil},
		{"list_jobs", "limit=9&limit=500&exclude_configs=1&cursor=abc", `{"exclude_configs":true,"cursor":"abc","limit":500}`, nil},
		{"list_jobs", "limit=0", "", []string{`["query","limit"] greater_than_equal "0" {"ge":1}`}},
		{"list_jobs", "limit=501", "", []string{`["query","limit"] less_than_equal "501" {"le":500}`}},
		{"list_jobs", "limit=ten&exclude_configs=", "", []string{
			`["query","exclude_configs"] bool_parsing ""`, `["query","limit"] int_parsing "ten"`}},
		{"list_jobs", "type=Parse&status=Failed&state=Cancelled&from=2026-01-02T03:04:05%2B01:00&to=2026-02-01",
			`{"exclude_configs":false,"cursor":null,"limit":100,"type":"Parse","status":"Failed","state":"Cancelled",` +
				`"from":"2026-01-02T02:04:05.000000Z","to":"2026-02-01T00:00:00.000000Z"}`, nil},
		{"list_jobs", "type=&state=&from=", `{"exclude_configs":false,"cursor":null,"limit":100}`, nil},
		{"list_jobs", "state=Gone&to=tomorrow", "", []string{
			`["query","state"] literal_error "Gone" {"expected":` + states + `}`,
			`["query","to"] value_error "tomorrow" {"error":"should be an RFC 3339 time or a date"}`}},
		{"list_jobs", "cursor=%00", "", []string{`["query","cursor"] value_error null {"error":"should be UTF-8 text without NUL"}`}},
		{"list_jobs", "cursor=%ff", "", []string{`["query","cursor"] value_error null {"error":"should be UTF-8 text without NUL"}`}},
		{"upload", "", `{}`, nil},
		{"upload", "extension=", `{}`, nil},
		{"upload", "extension=.PDF", `{"extension":"pdf"}`, nil},
		{"upload", "extension=xlsx", `{"extension":"xlsx"}`, nil},
		{"upload", "extension=a/b", "", []string{`["query","extension"] string_pattern_mismatch "a/b" {"pattern":"^\\.?[A-Za-z0-9]{1,16}$"}`}},
		{"upload", "extension=..pdf", "", []string{`["query","extension"] string_pattern_mismatch "..pdf" {"pattern":"^\\.?[A-Za-z0-9]{1,16}$"}`}},
		{"list_deliveries", "endpoint_id=e&job_id=j&status=failed", `{"endpoint_id":"e","job_id":"j","status":"failed","cursor":null,"limit":100}`, nil},
		{"list_deliveries", "status=lost", "", []string{`["query","status"] literal_error "lost" {"expected":"'pending', 'succeeded' or 'failed'"}`}},
		{"get_usage", "", `{"by":"day"}`, nil},
		{"get_usage", "from=2026-01-31&to=2026-02-30&by=week", "", []string{
			`["query","to"] value_error "2026-02-30" {"error":"should be a date such as 2026-01-31"}`,
			`["query","by"] literal_error "week" {"expected":"'day'"}`}},
		{"get_page_image", "", `{"dpi":100,"view":"before"}`, nil},
		{"get_page_image", "dpi=301", "", []string{`["query","dpi"] less_than_equal "301" {"le":300}`}},
		{"get_page_image", "dpi=35", "", []string{`["query","dpi"] greater_than_equal "35" {"ge":36}`}},
		{"get_object", "", "", []string{`["query","expires"] missing null`, `["query","signature"] missing null`}},
	} {
		t.Run(tt.operation+"?"+tt.query, func(t *testing.T) {
			values, err := url.ParseQuery(tt.query)
			if err != nil {
				t.Fatal(err)
			}
			out, errs := ValidateQuery(tt.operation, values)
			if diff := cmp.Diff(tt.errs, lines(t, errs)); diff != "" || string(out) != tt.want {
				t.Errorf("%s, want %s: %s", out, tt.want, diff)
			}
		})
	}
}

func TestReadQuery(t *testing.T) {
	q, errs := ReadQuery[JobsQuery]("list_jobs", url.Values{"from": {"2026-01-02"}, "limit": {"7"}})
	if errs != nil || q.Limit != 7 || q.Cursor != "" || q.From == nil || q.From.Unix() != 1767312000 || q.To != nil {
		t.Errorf("%+v %v", q, errs)
	}
	for name, read := range map[string]func() Errors{
		"get_job":         func() Errors { _, e := ReadQuery[JobQuery]("get_job", nil); return e },
		"delete_job":      func() Errors { _, e := ReadQuery[DeleteJobQuery]("delete_job", nil); return e },
		"upload":          func() Errors { _, e := ReadQuery[UploadQuery]("upload", nil); return e },
		"list_deliveries": func() Errors { _, e := ReadQuery[DeliveriesQuery]("list_deliveries", nil); return e },
		"get_usage":       func() Errors { _, e := ReadQuery[UsageQuery]("get_usage", nil); return e },
		"get_page_image":  func() Errors { _, e := ReadQuery[PageImageQuery]("get_page_image", nil); return e },
	} {
		if errs := read(); errs != nil {
			t.Errorf("%s: %v", name, errs)
		}
	}
}

func TestPath(t *testing.T) {
	for _, tt := range []struct{ operation, name, value, want string }{
		{"put_pipeline", "id", "in_voices-1", ""},
		{"put_pipeline", "id", "a b", `["path","id"] string_pattern_mismatch "a b" {"pattern":"^[A-Za-z0-9_-]{1,64}$"}`},
		{"put_pipeline", "id", "\x00", `["path","id"] value_error null {"error":"should be UTF-8 text without NUL"}`},
		{"get_page_image", "n", "3", ""},
		{"get_page_image", "n", "0", `["path","n"] greater_than_equal "0" {"ge":1}`},
		{"get_page_image", "n", "x", `["path","n"] int_parsing "x"`},
	} {
		got := strings.Join(lines(t, ValidatePath(tt.operation, tt.name, tt.value)), "\n")
		if got != tt.want {
			t.Errorf("%s %s: %s, want %s", tt.operation, tt.value, got, tt.want)
		}
	}
}

func TestHeader(t *testing.T) {
	key := func(v string) http.Header { return http.Header{"Idempotency-Key": {v}} }
	bad := func(shown string) string {
		return `["header","idempotency-key"] string_pattern_mismatch ` + shown + ` {"pattern":"^[!-~]{1,255}$"}`
	}
	long := strings.Repeat("k", 256)
	for _, tt := range []struct {
		header http.Header
		want   string
	}{
		{http.Header{}, ""},
		{key("order-17"), ""},
		{key(long[:255]), ""},
		{key(long), bad(`"` + long + `"`)},
		{key(""), bad(`""`)},
		{key("a b"), bad(`"a b"`)},
		{key("\xff"), bad(`"` + "\ufffd" + `"`)},
		{http.Header{"User-Id": {strings.Repeat("ä", 256)}}, ""},
		{http.Header{"User-Id": {long + "k"}}, `["header","user-id"] string_too_long "` + long + `k" {"max_length":256}`},
	} {
		if got := strings.Join(lines(t, ValidateHeader(tt.header)), "\n"); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.header, got, tt.want)
		}
	}
}

func TestContentType(t *testing.T) {
	for _, ok := range []string{"", "application/json", "Application/JSON; charset=utf-8", "text/plain", "application/merge-patch+json"} {
		if errs := CheckContentType(ok); errs != nil {
			t.Errorf("%q: %v", ok, errs)
		}
	}
	for _, bad := range []string{"application/xml", "multipart/form-data; boundary=x", "text/html", "json", "application/json/x", "image/svg+json"} {
		got := strings.Join(lines(t, CheckContentType(bad)), "\n")
		if want := `["body"] model_attributes_type null`; got != want {
			t.Errorf("%q: %s, want %s", bad, got, want)
		}
	}
}

func TestUnknownNamesPanic(t *testing.T) {
	for name, call := range map[string]func(){
		"schema":    func() { Validate("Nothing", nil) },
		"operation": func() { ValidateQuery("nothing", nil) },
		"path":      func() { ValidatePath("get_job", "nothing", "") },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("an unknown %s is accepted", name)
				}
			}()
			call()
		}()
	}
}
