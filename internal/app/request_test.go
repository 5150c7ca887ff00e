package app_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/org"
	"github.com/octavo-dev/octavo/internal/server"
)

// TestBodiesThatCannotBeRead sends bodies that are broken, deep, of the wrong types or without end to every operation,
// synchronous and asynchronous. They are refused in the words of a validation error or for their size, cost no memory and
// leave no row. Fault 31.
func TestBodiesThatCannotBeRead(t *testing.T) {
	for _, dialect := range []string{"sqlite", "postgres"} {
		t.Run(dialect, func(t *testing.T) {
			s := start(t, dialect, "limits: {upload_bytes: 8000000}")
			s.want(200, "GET", "/jobs", nil)
			forgetPeak(t)
			before := s.idle(os.TempDir())
			for _, r := range s.Server.Routes() {
				if r.Body == server.JSONBody && r.Scope == org.Submit {
					t.Run(r.Path, func(t *testing.T) { s.refusesBodies(t, r.Path) })
				}
			}
			t.Run("/upload", func(t *testing.T) { s.refusesUploads(t) })
			for _, path := range []string{"/parse", "/parse_async", "/upload"} {
				for _, declared := range []bool{true, false} {
					if status := s.flood(t, path, declared); status != 413 {
						t.Errorf("a gigabyte to %s, declared %v: %d", path, declared, status)
					}
				}
			}
			for _, table := range []string{"jobs", "tasks", "objects", "idempotency"} {
				if n := s.count(table); n != 0 {
					t.Errorf("%d rows in %s", n, table)
				}
			}
			modest(t, before)
		})
	}
}

// refusesBodies sends what is wrong for every operation. The depth is that of the contract, which allows a hundred levels.
func (s *service) refusesBodies(t *testing.T, path string) {
	t.Helper()
	deep := func(levels int, open, end string) string {
		return `{"input":"x","z":` + strings.Repeat(open, levels) + strings.Repeat(end, levels) + `}`
	}
	for name, c := range map[string]struct{ body, problem string }{
		"nothing":             {"", "missing"},
		"cut":                 {`{"input":`, "json_invalid"},
		"two values":          {`{"input":"x"} {}`, "json_invalid"},
		"no JSON":             {"input=x", "json_invalid"},
		"list":                {`[]`, "model_attributes_type"},
		"number":              {`7`, "model_attributes_type"},
		"deep lists":          {deep(10_001, "[", "]"), "json_invalid"},
		"deep objects":        {`{"input":"x","z":` + strings.Repeat(`{"a":`, 10_001) + `1` + strings.Repeat(`}`, 10_002), "json_invalid"},
		"deep and cut":        {`{"z":` + strings.Repeat("[", 10_001), "json_invalid"},
		"NUL":                 {"{\"input\":\"a\x00b\"}", "json_invalid"},
		"NUL as an escape":    {`{"input":"a\u0000b"}`, "json_invalid"},
		"NUL in a name":       {`{"a\u0000b":1}`, "json_invalid"},
		"NUL in what is kept": {`{"input":"x","unknown":{"deep":["a\u0000"]}}`, "json_invalid"},
		"no UTF-8":            {"{\"input\":\"\xff\xfe\"}", "json_invalid"},
		"half a character":    {`{"input":"\ud800"}`, "json_invalid"},
		"number without end":  {`{"input":"x","z":1e999999}`, "json_invalid"},
	} {
		s.invalid(t, name, "POST", path, c.body, c.problem)
	}
	operation := strings.TrimSuffix(path, "_async")
	for _, field := range append(wrongTypes[operation], `"input":7`, `"input":{"a":1}`, `"input":null`, `"input":[7]`) {
		s.invalid(t, field, "POST", path, "{"+field+"}", "")
	}
	for _, field := range unknownWords[operation] {
		s.invalid(t, field, "POST", path, `{"input":"x",`+field+"}", "literal_error")
	}
}

// wrongTypes are fields of operations with values of other types than theirs, and unknownWords fields with words that are
// not among those they take.
var (
	wrongTypes = map[string][]string{
		"/parse":    {`"input":"x","settings":7`, `"input":"x","retrieval":[]`, `"input":"x","enhance":{"agentic":{}}`, `"input":"x","formatting":{"merge_tables":"perhaps"}`},
		"/extract":  {`"input":"x","instructions":7`, `"input":"x","settings":{"deep_extract":{}}`, `"input":"x","parsing":"all"`},
		"/split":    {`"input":"x","split_description":"all"`, `"input":"x","split_description":[7]`},
		"/classify": {`"input":"x","classification_schema":{}`, `"input":"x","priority":"perhaps"`},
		"/edit":     {`"document_url":7,"edit_instructions":"a"`, `"document_url":"x","edit_instructions":7`, `"document_url":["x"],"edit_instructions":"a"`},
		"/pipeline": {`"input":"x","pipeline_id":7`, `"input":"x","pipeline_id":"p","settings":[]`},
		"/cite":     {`"source":7,"queries":[{"text":"a"}]`, `"source":"jobid://x","queries":"a"`, `"source":"jobid://x","queries":[{"text":7}]`},
	}
	unknownWords = map[string][]string{
		"/parse":    {`"formatting":{"table_output_format":"pdf"}`, `"retrieval":{"chunking":{"chunk_mode":"half"}}`, `"formatting":{"include":["nothing"]}`},
		"/extract":  {`"settings":{"citations":{"parent_block":"half"}}`, `"parsing":{"retrieval":{"chunking":{"chunk_mode":"half"}}}`},
		"/split":    {`"split_description":[{"name":"a","description":"b"}],"settings":{"table_cutoff":"half"}`},
		"/classify": {`"model":"best"`},
		"/edit":     {`"document_url":"x","edit_instructions":"a","edit_options":{"llm_provider_preference":"nobody"}`},
	}
)

// invalid sends a body that is refused as a whole and wants to be told where and why; problem is the type of the first
// complaint, empty for any.
func (s *service) invalid(t *testing.T, name, method, path, body, problem string) {
	t.Helper()
	got := s.do(method, path, body)
	if got.Status != 422 {
		t.Errorf("%s: %d %.300s", name, got.Status, got.Body)
		return
	}
	details, _ := got.object(t)["detail"].([]any)
	if len(details) == 0 {
		t.Errorf("%s: nothing is said: %.300s", name, got.Body)
	}
	for _, d := range details {
		loc, _ := at(d, "loc").([]any)
		if len(loc) == 0 || loc[0] != "body" || at(d, "msg") == "" || at(d, "type") == "" {
			t.Errorf("%s: %v", name, d)
		}
	}
	if first := at(got.object(t), "detail", 0, "type"); problem != "" && first != problem {
		t.Errorf("%s: %v, want %s", name, first, problem)
	}
}

func (s *service) refusesUploads(t *testing.T) {
	t.Helper()
	part := func(name string) string {
		return "--b\r\nContent-Disposition: form-data; name=\"" + name + "\"; filename=\"a.txt\"\r\n\r\nwords\r\n"
	}
	const kind = "multipart/form-data; boundary=b"
	for name, c := range map[string]struct{ body, kind string }{
		"1,001 parts":              {strings.Repeat(part("x"), 1001) + "--b--\r\n", kind},
		"a file and 1,000 parts":   {part("file") + strings.Repeat(part("x"), 1000) + "--b--\r\n", kind},
		"cut off behind the file":  {part("file") + "--b\r\nContent-Dis", kind},
		"cut off within the file":  {part("file")[:75], kind},
		"no boundary":              {part("file"), "multipart/form-data"},
		"another boundary":         {part("file") + "--b--\r\n", "multipart/form-data; boundary=c"},
		"broken JSON":              {`{"file":`, "application/json"},
		"a file that is a number":  {`{"file":7}`, "application/json"},
		"an encoding that is none": {`{"file":"x","encoding":"rot13"}`, "application/json"},
		"NUL":                      {`{"file":"a\u0000b"}`, "application/json"},
	} {
		if got := s.do("POST", "/upload", c.body, "Content-Type", c.kind); got.Status != 422 || at(got.object(t), "detail", 0, "type") == nil {
			t.Errorf("%s: %d %s", name, got.Status, got.Body)
		}
	}
	full := s.want(200, "POST", "/upload", part("file")+strings.Repeat(part("x"), 999)+"--b--\r\n", "Content-Type", kind)
	s.want(200, "DELETE", "/upload/"+strings.TrimPrefix(full["file_id"].(string), "svc://"), nil)
}

// flood sends a gigabyte, or as much of it as is taken, and returns the status of the answer. A client of the library
// would give up on an answer that comes while it still sends.
func (s *service) flood(t *testing.T, path string, declared bool) int {
	t.Helper()
	const size = 1 << 30
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(2 * time.Minute))
	kind, begin := "application/json", `{"input":"`
	if path == "/upload" {
		kind, begin = "multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n"
	}
	fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: %s\r\n", path, strings.TrimPrefix(s.url, "http://"), kind)
	send := io.Writer(conn)
	if declared {
		fmt.Fprintf(conn, "Content-Length: %d\r\n\r\n", size)
	} else {
		fmt.Fprint(conn, "Transfer-Encoding: chunked\r\n\r\n")
		send = chunked{conn}
	}
	go func() {
		piece := []byte(begin)
		for sent := 0; sent < size; sent += len(piece) {
			if _, err := send.Write(piece); err != nil {
				return // it was refused
			}
			piece = []byte(strings.Repeat("x", 1<<16))
		}
	}()
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	defer res.Body.Close()
	body, _ := io.ReadAll(res.Body) // the connection ends with it
	if !strings.Contains(string(body), "DOCUMENT_TOO_LARGE") {
		t.Errorf("%s: %s", path, body)
	}
	return res.StatusCode
}

// chunked sends pieces of a body whose length is not known.
type chunked struct{ w io.Writer }

func (c chunked) Write(p []byte) (int, error) { return fmt.Fprintf(c.w, "%x\r\n%s\r\n", len(p), p) }
