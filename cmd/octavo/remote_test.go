package main

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/client"
	"github.com/octavo-dev/octavo/internal/app"
	"github.com/octavo-dev/octavo/internal/config"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
	"github.com/octavo-dev/octavo/internal/org"
)

// running is a service with a key.
type running struct {
	*app.App
	settings, url, key string
}

func start(t *testing.T, lines ...string) running {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	path := settings(t, append(lines, "listen: "+listener.Addr().String())...)
	cfg, err := config.Load(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	a, err := app.Open(context.Background(), cfg, version)
	if err != nil {
		t.Fatal(err)
	}
	a.Start(context.Background())
	web := &httptest.Server{Listener: listener, Config: &http.Server{Handler: a.Server}}
	web.Start()
	t.Cleanup(func() {
		web.CloseClientConnections()
		web.Close()
		if err := a.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	_, key, err := a.Orgs.CreateKey(t.Context(), org.NewKey{Org: "acme", Name: "laptop", Scopes: org.All})
	if err != nil {
		t.Fatal(err)
	}
	return running{a, path, web.URL, key}
}

// octavo runs a command against the service.
func (r running) octavo(args ...string) (string, int) {
	return octavo(r.settings, append(args, "--server", r.url, "--key", r.key)...)
}

// A service gives the same outputs as this process.
func TestServer(t *testing.T) {
	s := start(t, "limits: {inline_bytes: 600}") // so that results are kept behind URLs
	f := &pdfgen.File{}
	f.AddPage(pdfgen.Page{Content: "BT /F1 12 Tf 72 700 Td (Dear Anna,) Tj ET"})
	files := written(t, "order.txt", "Order number: A-1017\n\nTotal amount: 119.55\n", "letter.pdf", string(f.Bytes()),
		"schema.json", `{"type":"object","properties":{"order_number":{"type":"string"},"total_amount":{"type":"number"}}}`)
	order, letter, schema := files[0], files[1], files[2]
	for _, args := range [][]string{
		{"parse", order}, {"parse", letter, "-f", "json"}, {"parse", letter, "-f", "html"}, {"parse", order, letter, "--together"},
		{"extract", order, "--schema", schema}, {"extract", order, letter, "--schema", schema, "-f", "csv"}, {"extract", order, "--schema", schema, "--citations", "-f", "table"},
		{"split", order, letter, "--together", "--section", "Orders=Orders for goods", "--section", "Letters=Letters between people", "-f", "table"},
		{"classify", order, "--category", "order=Has an order number", "--category", "letter=Has a salutation"},
	} {
		want, code := octavo(s.settings, args...)
		got, served := s.octavo(args...)
		if code != 0 || served != 0 || got != want {
			t.Errorf("%v: exits %d and at the service %d\n%s\n%s", args, code, served, want, got)
		}
	}
	out, code := s.octavo("classify", order, "--category", "order=Has an order number", "--category", "letter", "-f", "table")
	if code != 0 || !strings.HasPrefix(out, "* order  1.00\nletter   0.00\n") {
		t.Errorf("%d %s", code, out)
	}
	to := filepath.Join(t.TempDir(), "letter.pdf")
	if out, code := s.octavo("edit", letter, `Replace "Anna" with "Bea".`, "-o", to); code != 0 || out != to+"\n" {
		t.Fatalf("%d %s", code, out)
	}
	if out, _ := octavo(s.settings, "parse", to); !strings.Contains(out, "Bea") {
		t.Errorf("%s", out)
	}
}

func TestServerFolder(t *testing.T) {
	s, in, to := start(t), papers(t), t.TempDir()
	if _, code := s.octavo("parse", in, "-o", to); code != exitFailed {
		t.Errorf("exits %d, and one document is empty", code)
	}
	if made := outputs(t, to); made["a.md.md"] != "# Letter\n" || len(made) != 4 {
		t.Errorf("%v", made)
	}
	out, code := s.octavo("jobs", "list", "--status", "Failed", "-f", "json")
	var found []client.Job
	if err := json.Unmarshal([]byte(out), &found); err != nil || code != 0 || len(found) != 1 || found[0].Type != client.TypeParse {
		t.Errorf("%d %v %s", code, err, out)
	}
}

func TestServerRefuses(t *testing.T) {
	s := start(t)
	file := written(t, "a.txt", "A")[0]
	_, reader, err := s.Orgs.CreateKey(t.Context(), org.NewKey{Org: "acme", Name: "reads", Scopes: org.NewScopes(org.Read)})
	if err != nil {
		t.Fatal(err)
	}
	gone := httptest.NewServer(nil)
	gone.Close()
	for _, c := range []struct {
		name string
		args []string
		code int
	}{
		{"Unreachable", []string{"parse", file, "--server", gone.URL}, exitService},
		{"WrongKey", []string{"parse", file, "--server", s.url, "--key", "oct_wrong"}, exitService},
		{"NoScope", []string{"parse", file, "--server", s.url, "--key", reader}, exitService},
		{"JobsUnreachable", []string{"jobs", "list", "--server", gone.URL}, exitService},
		{"UnknownJob", []string{"jobs", "get", "0197c5e2-8d6f-7c3a-9e56-0d1f2a3b4c5d", "--server", s.url, "--key", s.key}, exitFailed},
		{"BrokenDocument", []string{"parse", written(t, "empty.txt", "")[0], "--server", s.url, "--key", s.key}, exitFailed},
		{"BlockedAddress", []string{"parse", "http://127.0.0.1:9/a.txt", "--server", s.url, "--key", s.key}, exitFailed},
	} {
		t.Run(c.name, func(t *testing.T) {
			if out, code := octavo(s.settings, c.args...); code != c.code || out != "" {
				t.Errorf("exits %d: %s", code, out)
			}
		})
	}
}

func TestJobs(t *testing.T) {
	s := start(t)
	t.Setenv("OCTAVO_API_KEY", s.key) // the service is that of the settings
	c, err := client.New(s.url, client.WithKey(s.key))
	if err != nil {
		t.Fatal(err)
	}
	id, err := c.Upload(t.Context(), "notes.txt", strings.NewReader("Notes"))
	if err != nil {
		t.Fatal(err)
	}
	good, err := c.ParseAsync(t.Context(), client.ParseRequest{Input: client.Document(id)})
	if err != nil {
		t.Fatal(err)
	}
	if out, code := octavo(s.settings, "jobs", "wait", good); code != 0 || out != good+" Completed\n" {
		t.Errorf("%d %s", code, out)
	}
	out, code := octavo(s.settings, "jobs", "list", "--type", "Parse", "--state", "Completed", "--from", "2020-01-01", "--limit", "5")
	if code != 0 || !strings.HasPrefix(out, "ID ") || !strings.Contains(out, good+"  Parse  Completed  1 ") || !strings.Contains(out, "notes.txt") {
		t.Errorf("%d %s", code, out)
	}
	if out, code := octavo(s.settings, "jobs", "list", "--to", "2020-01-01"); code != 0 || strings.Count(out, "\n") != 1 {
		t.Errorf("%d %s", code, out)
	}
	if out, code := octavo(s.settings, "jobs", "get", good); code != 0 || !strings.Contains(out, `"content": "Notes"`) {
		t.Errorf("%d %s", code, out)
	}
	if out, code := octavo(s.settings, "jobs", "cancel", good); code != 0 || out != good+" Completed\n" {
		t.Errorf("%d %s", code, out)
	}
	empty, err := c.Upload(t.Context(), "empty.txt", strings.NewReader(" "))
	if err != nil {
		t.Fatal(err)
	}
	bad, err := c.ParseAsync(t.Context(), client.ParseRequest{Input: client.Document(empty)})
	if err != nil {
		t.Fatal(err)
	}
	if out, code := octavo(s.settings, "jobs", "wait", "--quiet", bad, good); code != exitFailed || !strings.Contains(out, bad+" DOCUMENT_EMPTY") || !strings.Contains(out, good+" Completed") {
		t.Errorf("%d %s", code, out)
	}
	if out, code := octavo(s.settings, "jobs", "delete", good, bad); code != 0 || strings.Count(out, "deleted") != 2 {
		t.Errorf("%d %s", code, out)
	}
	if out, code := octavo(s.settings, "jobs", "get", good); code != exitFailed {
		t.Errorf("%d %s", code, out)
	}
}
