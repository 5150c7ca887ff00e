package client

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
)

// received reads the file of an upload as a service does.
func received(t *testing.T, r *http.Request, body string) (name, content string) {
	t.Helper()
	copied := r.Clone(t.Context())
	copied.Body = io.NopCloser(strings.NewReader(body))
	file, header, err := copied.FormFile("file")
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(file)
	if err != nil {
		t.Fatal(err)
	}
	return header.Filename, string(raw)
}

func TestUpload(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &answers{give: list(nil, answer(200, `{"file_id":"svc://1.txt","presigned_url":null}`))}
		r := strings.NewReader("skipped hello")
		r.Seek(8, io.SeekStart)
		id, err := a.client(t).Upload(t.Context(), "folder/a.txt", r)
		if err != nil || id != "svc://1.txt" {
			t.Fatalf("%s, %v", id, err)
		}
		for i := range a.seen {
			if name, content := received(t, a.seen[i], a.sent[i]); name != "a.txt" || content != "hello" {
				t.Errorf("request %d holds %q: %q", i, name, content)
			}
			if int(a.seen[i].ContentLength) != len(a.sent[i]) {
				t.Errorf("length %d, sent %d", a.seen[i].ContentLength, len(a.sent[i]))
			}
		}
	})
}

func TestUploadOfAStreamIsSentOnce(t *testing.T) {
	a := &answers{give: list(nil, answer(200, `{"file_id":"svc://1"}`))}
	if _, err := a.client(t).Upload(t.Context(), "a.txt", io.MultiReader(strings.NewReader("hello"))); err == nil || len(a.seen) != 1 {
		t.Errorf("%v after %d requests", err, len(a.seen))
	}
	pr, pw, err := os.Pipe() // an *os.File that cannot seek
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(pw, "piped")
	pw.Close()
	a = &answers{give: list(answer(200, `{"file_id":"svc://1"}`))}
	if _, err := a.client(t).Upload(t.Context(), "", pr); err != nil {
		t.Fatal(err)
	}
	if name, content := received(t, a.seen[0], a.sent[0]); name != "document" || content != "piped" || a.seen[0].ContentLength != -1 {
		t.Errorf("%q: %q, length %d", name, content, a.seen[0].ContentLength)
	}
}

// Files that the service does not take itself go to the URL that it names: large ones at once, others when it says so.
func TestUploadToAURL(t *testing.T) {
	put := 0
	serve := http.NewServeMux()
	serve.HandleFunc("POST /upload", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Content-Type") != "" {
			answer(413, `{"error":{"code":413,"name":"DOCUMENT_TOO_LARGE","message":"too large"}}`)(w, r)
			return
		}
		fmt.Fprintf(w, `{"file_id":"svc://1.%s","presigned_url":"http://%s/objects/1?signature=s"}`, r.URL.Query().Get("extension"), r.Host)
	})
	serve.HandleFunc("PUT /objects/1", func(w http.ResponseWriter, r *http.Request) {
		n, err := io.Copy(io.Discard, r.Body)
		if err != nil || n != r.ContentLength {
			t.Errorf("%d bytes of %d: %v", n, r.ContentLength, err)
		}
		if put++; put == 1 {
			answer(503, "", "retry-after-ms", "1")(w, r)
		}
	})
	s := httptest.NewServer(serve)
	defer s.Close()
	c, err := New(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	large, err := os.Create(filepath.Join(t.TempDir(), "large.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	defer large.Close()
	if err := large.Truncate(directBytes + 1); err != nil {
		t.Fatal(err)
	}
	if id, err := c.Upload(t.Context(), large.Name(), large); err != nil || id != "svc://1.pdf" || put != 2 {
		t.Errorf("%s, %v, sent %d times", id, err, put)
	}
	if id, err := c.Upload(t.Context(), "small.x~y", bytes.NewReader([]byte("small"))); err != nil || id != "svc://1." || put != 3 {
		t.Errorf("%s, %v, sent %d times", id, err, put)
	}
}

// A transport that goes on sending after its request was answered gets nothing more to read.
func TestFilesAreTakenBack(t *testing.T) {
	f := newFile(strings.NewReader("hello"))
	first, err := f.open()
	if err != nil {
		t.Fatal(err)
	}
	first.Close()
	second, err := f.open()
	if err != nil {
		t.Fatal(err)
	}
	if n, err := first.Read(make([]byte, 5)); n != 0 || err == nil {
		t.Errorf("read %d, %v", n, err)
	}
	if raw, err := io.ReadAll(second); err != nil || string(raw) != "hello" {
		t.Errorf("%q, %v", raw, err)
	}
}

func TestDeleteUpload(t *testing.T) {
	a := &answers{give: list(answer(200, `{"file_id":"svc://1.pdf"}`))}
	if err := a.client(t).DeleteUpload(t.Context(), "svc://1.pdf"); err != nil {
		t.Fatal(err)
	}
	if got := a.seen[0].URL.EscapedPath(); got != "/api/upload/svc:%2F%2F1.pdf" {
		t.Errorf("asked %s", got)
	}
}
