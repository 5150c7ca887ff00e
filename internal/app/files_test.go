package app_test

import (
	"bytes"
	"encoding/base64"
	"net/url"
	"strings"
	"testing"
)

func TestUploadForms(t *testing.T) {
	s := start(t, "sqlite")
	binary := string([]byte{0, 1, 2, 0xff})
	for _, tt := range []struct {
		name, path string
		body       any
		kind       string
		wantExt    string
		want       string
	}{
		{"json text", "/upload", `{"file":"hello there"}`, "application/json", "", "hello there"},
		{"json base64", "/upload", `{"file":"` + base64.StdEncoding.EncodeToString([]byte(binary)) + `"}`, "application/json", "", binary},
		{"json base64 forced to text", "/upload", `{"file":"aGVsbG8=","encoding":"utf8"}`, "application/json", "", "aGVsbG8="},
		{"json data url", "/upload", `{"file":"data:text/csv;base64,YSxiCg=="}`, "application/json", "", "a,b\n"},
		{"extension with dot", "/upload?extension=.MD", `{"file":"# x"}`, "application/json", ".md", "# x"},
		{"extension without dot", "/upload?extension=md", `{"file":"# x"}`, "", ".md", "# x"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := s.want(200, "POST", tt.path, tt.body, "Content-Type", tt.kind)
			id := got["file_id"].(string)
			if !strings.HasPrefix(id, "svc://") || !strings.HasSuffix(id, tt.wantExt) || got["presigned_url"] != nil {
				t.Errorf("got %v", got)
			}
			if have := s.content(id); have != tt.want {
				t.Errorf("stored %q, want %q", have, tt.want)
			}
		})
	}
	if got := s.do("POST", "/upload", `{"file":"not base64!","encoding":"base64"}`); got.Status != 422 {
		t.Errorf("forced base64 that does not decode: %d", got.Status)
	}
}

// content reads an upload back past the interface.
func (s *service) content(id string) string {
	s.t.Helper()
	o, err := s.Objects.FindUpload(s.t.Context(), "default", id)
	if err != nil {
		s.t.Fatal(err)
	}
	signed, err := s.Objects.URL(s.t.Context(), o)
	if err != nil {
		s.t.Fatal(err)
	}
	got := s.do("GET", signed, nil)
	if got.Status != 200 {
		s.t.Fatalf("read back: %d %s", got.Status, got.Body)
	}
	return string(got.Body)
}

func TestPresignedUpload(t *testing.T) {
	s := start(t, "sqlite")
	got := s.want(200, "POST", "/upload?extension=txt", nil)
	id, put := got["file_id"].(string), got["presigned_url"].(string)
	if got := s.do("POST", "/parse", map[string]any{"input": id}); got.Status != 404 {
		t.Errorf("a reservation without content was parsed: %d %s", got.Status, got.Body)
	}
	res := s.do("PUT", put, "first")
	if res.Status != 200 || res.Header.Get("ETag") == "" || len(res.Body) != 0 {
		t.Fatalf("put: %d %v %s", res.Status, res.Header, res.Body)
	}
	if res := s.do("PUT", put, "second"); res.Status != 200 {
		t.Fatalf("second put: %d %s", res.Status, res.Body)
	}
	if have := s.content(id); have != "second" {
		t.Errorf("content %q", have)
	}
	if res := s.do("GET", put, nil); res.Status != 403 {
		t.Errorf("an upload URL reads: %d", res.Status)
	}
	if res := s.do("PUT", strings.Replace(put, "signature=", "signature=0", 1), "x"); res.Status != 403 || at(res.object(t), "error", "type") != "permission_error" {
		t.Errorf("a changed signature writes: %d %s", res.Status, res.Body)
	}
	if res := s.do("POST", "/parse", map[string]any{"input": put}); res.Status != 400 || at(res.object(t), "error", "type") != "invalid_url_format" {
		t.Errorf("an upload URL as input: %d %s", res.Status, res.Body)
	}
}

func TestDeleteUploadPathForms(t *testing.T) {
	s := start(t, "sqlite")
	for _, form := range []func(id string) string{
		url.QueryEscape,
		func(id string) string { return strings.TrimPrefix(id, "svc://") },
		func(id string) string { return strings.TrimSuffix(strings.TrimPrefix(id, "svc://"), ".txt") },
		func(id string) string { return id },
		func(id string) string { return strings.Replace(id, "//", "/", 1) },
	} {
		id := s.upload("a.txt", "x")
		path := "/upload/" + form(id)
		if got := s.want(200, "DELETE", path, nil); got["file_id"] != id {
			t.Errorf("%s: %v", path, got)
		}
		got := s.do("DELETE", path, nil)
		if got.Status != 404 || at(got.object(t), "error", "type") != "file_access_error" {
			t.Errorf("%s again: %d %s", path, got.Status, got.Body)
		}
	}
}

func TestObjectRangesAndHeaders(t *testing.T) {
	s := start(t, "sqlite")
	id := s.upload("data.bin", "0123456789")
	o, err := s.Objects.FindUpload(t.Context(), "default", id)
	if err != nil {
		t.Fatal(err)
	}
	link, err := s.Objects.URL(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		rangeHeader string
		status      int
		body        string
	}{
		{"", 200, "0123456789"},
		{"bytes=2-4", 206, "234"},
		{"bytes=7-", 206, "789"},
		{"bytes=-3", 206, "789"},
		{"bytes=20-", 416, ""},
		{"bytes=0-1,4-5", 200, "0123456789"},
		{"lines=1-2", 200, "0123456789"},
	} {
		got := s.do("GET", link, nil, "Range", tt.rangeHeader)
		if got.Status != tt.status || string(got.Body) != tt.body {
			t.Errorf("%q: %d %q", tt.rangeHeader, got.Status, got.Body)
		}
	}
	head := s.do("HEAD", link, nil)
	if head.Status != 200 || head.Header.Get("Content-Length") != "10" || !strings.Contains(head.Header.Get("Content-Disposition"), "data.bin") ||
		head.Header.Get("X-Content-Type-Options") != "nosniff" || head.Header.Get("Content-Security-Policy") != "sandbox" {
		t.Errorf("%d %v", head.Status, head.Header)
	}
	if got := s.do("GET", link, nil, "If-None-Match", head.Header.Get("ETag")); got.Status != 304 {
		t.Errorf("etag: %d", got.Status)
	}
}

func TestMultipartEdges(t *testing.T) {
	s := start(t, "sqlite", "limits: {upload_bytes: 1000}")
	body, kind := multipartFile(t, "big.txt", strings.Repeat("x", 2000))
	if got := s.do("POST", "/upload", body, "Content-Type", kind); got.Status != 413 {
		t.Errorf("over the limit: %d %s", got.Status, got.Body)
	}
	cut := bytes.Clone(body[:500])
	if got := s.do("POST", "/upload", cut, "Content-Type", kind); got.Status != 422 {
		t.Errorf("cut off: %d %s", got.Status, got.Body)
	}
	got := s.want(200, "POST", "/upload", "--b--\r\n", "Content-Type", "multipart/form-data; boundary=b")
	if got["presigned_url"] == nil {
		t.Errorf("an empty multipart body is a reservation: %v", got)
	}
	many := strings.Repeat("--b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\n\r\n", 1001) + "--b--\r\n"
	if got := s.do("POST", "/upload", many, "Content-Type", "multipart/form-data; boundary=b"); got.Status != 422 && got.Status != 413 {
		t.Errorf("1001 parts: %d", got.Status)
	}
}

// TestURLsExpire uses URLs past their time: they are refused, also as inputs, while the object is there and a fresh URL
// reads it.
func TestURLsExpire(t *testing.T) {
	s := start(t, "sqlite", "urls: {ttl: 2s, upload_ttl: 2s}")
	reserved := s.want(200, "POST", "/upload", nil)["presigned_url"].(string)
	done := s.want(200, "POST", "/parse", map[string]any{"input": s.upload("a.txt", "words"), "settings": map[string]any{"force_url_result": true}})
	link := at(done, "result", "url").(string)
	if got := s.do("GET", link, nil); got.Status != 200 {
		t.Errorf("in its time: %d %s", got.Status, got.Body)
	}
	s.until("the URL is past its time", func() bool { return s.do("GET", link, nil).Status != 200 })
	s.until("the upload URL is past its time", func() bool { return s.do("PUT", reserved, "late").Status != 200 })
	for method, old := range map[string]string{"GET": link, "HEAD": link, "PUT": reserved} {
		got := s.do(method, old, nil)
		if got.Status != 403 || method != "HEAD" && at(got.object(t), "error", "type") != "permission_error" {
			t.Errorf("%s: %d %s", method, got.Status, got.Body)
		}
	}
	if got := s.do("POST", "/parse", map[string]any{"input": link}); got.Status != 403 || at(got.object(t), "error", "name") != "URL_NOT_ALLOWED" {
		t.Errorf("as input: %d %s", got.Status, got.Body)
	}
	fresh := at(s.want(200, "GET", "/job/"+done["job_id"].(string), nil), "result", "result", "url").(string)
	if got := s.do("GET", fresh, nil); got.Status != 200 || fresh == link {
		t.Errorf("a fresh URL: %d %s", got.Status, got.Body)
	}
}
