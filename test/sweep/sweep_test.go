package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/client"
	"github.com/octavo-dev/octavo/internal/testenv"
)

func TestMain(m *testing.M) { testenv.Main(m) }

// Files of many kinds go through the real service, and each ends as it should.
func TestSweep(t *testing.T) {
	service := testenv.Serve(t, nil)
	report, err := os.ReadFile("../../examples/report.pdf")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"plain.txt":  "read",
		"report.pdf": "read",
		"empty.pdf":  "DOCUMENT_EMPTY",
		"noise.pdf":  "DOCUMENT_CORRUPT",
		"program":    "DOCUMENT_UNSUPPORTED",
	}
	dir := t.TempDir()
	for name, content := range map[string][]byte{
		"plain.txt": []byte("Some words."), "report.pdf": report, "empty.pdf": nil,
		"noise.pdf": []byte("%PDF-1.7\n" + strings.Repeat("noise ", 200)),
		"program":   append([]byte("\x7fELF\x02\x01\x01"), make([]byte, 200)...),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c, err := client.New(service.URL)
	if err != nil {
		t.Fatal(err)
	}
	files, err := find(dir)
	if err != nil {
		t.Fatal(err)
	}
	fates := sweep(context.Background(), c, files, 2, 5*time.Minute)
	for _, f := range fates {
		if name := filepath.Base(f.file); f.outcome != want[name] {
			t.Errorf("%s: %s (%s), want %s", name, f.outcome, f.why, want[name])
		}
	}
	if len(fates) != len(want) {
		t.Errorf("%d files were sent, want %d", len(fates), len(want))
	}
	if _, err := gauge(context.Background(), service.URL); err != nil {
		t.Errorf("after it: %v", err)
	}
}

// A service that fails is not taken for one that refuses.
func TestFailureIsTold(t *testing.T) {
	broken := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusInternalServerError)
		io.WriteString(w, `{"error":{"code":500,"name":"INTERNAL_ERROR","message":"it broke"}}`)
	}))
	defer broken.Close()
	c, err := client.New(broken.URL, client.WithRetries(0))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(file, []byte("a"), 0o600); err != nil {
		t.Fatal(err)
	}
	f := send(context.Background(), c, file, time.Minute)
	var out bytes.Buffer
	if report(&out, []fate{f}, nil, nil) {
		t.Errorf("a failure of the service holds: %+v", f)
	}
	if !strings.Contains(out.String(), "INTERNAL_ERROR") {
		t.Errorf("the report does not name the failure:\n%s", out.String())
	}
}

func TestPromised(t *testing.T) {
	for outcome, want := range map[string]bool{
		"read": true, "DOCUMENT_CORRUPT": true, "IMAGE_TOO_LARGE": true, "TIMEOUT": true,
		"INTERNAL_ERROR": false, "SUBPROCESS_CRASHED": false, "SERVICE_UNAVAILABLE": false, "stuck": false, "no answer": false,
	} {
		if promised(outcome) != want {
			t.Errorf("%s: promised is %v", outcome, !want)
		}
	}
}
