package app_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// raw hands a connection to serve, behind the request, and counts those that are open.
func raw(open *atomic.Int32, serve func(net.Conn)) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		open.Add(1)
		defer func() { conn.Close(); open.Add(-1) }()
		serve(conn)
	}
}

// drip writes a text again and again until the other side hangs up.
func drip(conn net.Conn, text string, every time.Duration) {
	for {
		if _, err := io.WriteString(conn, text); err != nil {
			return
		}
		time.Sleep(every)
	}
}

// Fault 7: servers of documents that are slow in every way there is cost the time of a download, with its tries, and hold
// neither a worker nor a connection afterwards.
func TestSlowDownloads(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	var open atomic.Int32
	const ok = "HTTP/1.1 200 OK\r\n"
	paths := map[string]func(net.Conn){
		"/drips": func(c net.Conn) {
			_, _ = io.WriteString(c, ok+"Content-Length: 100000\r\n\r\n")
			drip(c, "x", time.Second)
		},
		"/header": func(c net.Conn) {
			_, _ = io.WriteString(c, ok)
			drip(c, "X: y\r\n", 100*time.Millisecond)
		},
		"/stalls": func(c net.Conn) {
			_, _ = io.WriteString(c, ok+"Content-Length: 100000\r\n\r\n"+strings.Repeat("x", 50_000))
			_, _ = io.Copy(io.Discard, c)
		},
	}
	url, setting := web(t, func(w http.ResponseWriter, r *http.Request) {
		if serve := paths[r.URL.Path]; serve != nil {
			raw(&open, serve)(w, r)
			return
		}
		fmt.Fprint(w, "a document that comes at once")
	})
	s := start(t, "sqlite", strings.Replace(setting, "60s", "1s", 1), "workers: {cpu: 1, io: 3}")
	s.finishes(t, "/parse", map[string]any{"input": url + "/sound.txt"}, 200, "")
	before := s.idle(temporary)
	began := time.Now()
	var all sync.WaitGroup
	for path := range paths {
		all.Go(func() {
			body := s.finishes(t, "/parse", map[string]any{"input": url + path}, 504, "TIMEOUT")
			if message := fmt.Sprint(at(body, "error", "message")); !strings.HasPrefix(message, "download did not finish") {
				t.Errorf("%s: %q", path, message)
			}
		})
	}
	all.Wait()
	// Three documents, twice, three tries of a second each, three at a time. Without the budget each try would wait for the
	// half minute in which a transfer has to make progress.
	if took := time.Since(began); took > 60*time.Second {
		t.Errorf("it took %v", took)
	}
	s.until("every connection is closed", func() bool { return open.Load() == 0 })
	s.finishes(t, "/parse", map[string]any{"input": url + "/sound.txt"}, 200, "")
	restored(t, temporary, before)
}

// onDisk is how many bytes a service holds in its folders and in files without a name, its database left aside.
func onDisk(t testing.TB, folders ...string) int64 {
	t.Helper()
	var total int64
	for _, dir := range folders {
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && !strings.Contains(filepath.Base(path), ".db") {
				if info, err := d.Info(); err == nil {
					total += info.Size()
				}
			}
			return nil // what is gone meanwhile takes no space
		})
	}
	for _, file := range hold(t, os.TempDir()).unnamed {
		total += file
	}
	return total
}

// mostOnDisk watches how much that is, and tells the most of it when the returned function is called.
func mostOnDisk(t testing.TB, folders ...string) func() int64 {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	most := make(chan int64)
	go func() {
		var n int64
		for ; ctx.Err() == nil; time.Sleep(20 * time.Millisecond) {
			n = max(n, onDisk(t, folders...))
		}
		most <- n
	}()
	return func() int64 { cancel(); return <-most }
}

// Fault 8: bodies that do not end, or are not as long as was said. What is stored stays within the limit while it comes,
// and nothing of it stays.
func TestLengthsThatLie(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	const limit, piece = 4 << 20, 64 << 10
	var open atomic.Int32
	var most atomic.Int64
	var s *service
	answer := func(status, header, body string) func(net.Conn) {
		return func(c net.Conn) { _, _ = io.WriteString(c, "HTTP/1.1 "+status+"\r\n"+header+"\r\n"+body) }
	}
	paths := map[string]func(net.Conn){
		"/endless": func(c net.Conn) {
			answer("200 OK", "", "")(c)
			for b := bytes.Repeat([]byte("x"), piece); ; {
				if _, err := c.Write(b); err != nil {
					return
				}
				most.Store(max(most.Load(), onDisk(t, s.Config.DataDir, temporary)))
			}
		},
		"/smaller": answer("200 OK", "Content-Length: 5\r\n", "hello world"),
		"/larger":  answer("200 OK", "Content-Length: 50\r\n", "hello world"),
		"/partial": answer("206 Partial Content", "Content-Range: bytes 0-10/50\r\nContent-Length: 11\r\n", "hello world"),
	}
	url, setting := web(t, func(w http.ResponseWriter, r *http.Request) { raw(&open, paths[r.URL.Path])(w, r) })
	s = start(t, "sqlite", setting, fmt.Sprintf("limits: {document_bytes: %d, upload_bytes: %d}", limit, limit), "workers: {cpu: 1, io: 1}")
	before := onDisk(t, s.Config.DataDir, temporary)
	for path := range paths {
		status, name, kind := 400, "INVALID_CONFIG", "file_download_failure"
		if path == "/endless" {
			status, name, kind = 413, "DOCUMENT_TOO_LARGE", "document_too_large"
		}
		if body := s.finishes(t, "/parse", map[string]any{"input": url + path}, status, name); at(body, "error", "type") != kind {
			t.Errorf("%s: %v", path, body["error"])
		}
	}
	// One download at a time; a store writes in pieces of its own.
	if got := most.Load() - before; got < limit/2 || got > limit+1<<20 {
		t.Errorf("%d bytes were on disk at one time, the limit is %d", got, limit)
	}
	s.until("nothing of them is stored", func() bool { return len(s.own()) == 0 && onDisk(t, s.Config.DataDir, temporary) <= before })
}

// Fault 9: a body that unfolds is counted as it unfolds.
func TestUnfoldingBody(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	for b := make([]byte, 1<<20); bomb.Len() < 204_000; {
		if _, err := z.Write(b); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	url, setting := web(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(bomb.Bytes())
	})
	s := start(t, "sqlite", setting, "limits: {document_bytes: 100MiB}")
	forgetPeak(t)
	before := s.idle(os.TempDir())
	s.finishes(t, "/parse", map[string]any{"input": url + "/x.pdf"}, 413, "DOCUMENT_TOO_LARGE")
	modest(t, before)
	restored(t, os.TempDir(), before)
}
