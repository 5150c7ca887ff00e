package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

// asProgram makes the test binary run as the program does.
const asProgram = "RUN_AS_OCTAVO"

// host is a program that has started `octavo mcp` and talks to it.
type host struct {
	*sdk.ClientSession
	t *testing.T
}

// startMCP starts `octavo mcp` in a process of its own.
func startMCP(t *testing.T, args ...string) *host {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...) // it ends with its input
	cmd.Env = append(os.Environ(), asProgram+"=1")
	var log bytes.Buffer
	cmd.Stderr = &log
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &sdk.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, log.String())
	}
	t.Cleanup(func() {
		if err := session.Close(); err != nil {
			t.Errorf("it did not end by itself: %v\n%s", err, log.String())
		}
	})
	return &host{session, t}
}

// call calls a tool and returns its text and data; failed says which outcome is expected.
func (h *host) call(tool string, failed bool, arguments map[string]any) (string, map[string]any) {
	h.t.Helper()
	r, err := h.CallTool(h.t.Context(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		h.t.Fatalf("%s: %v", tool, err)
	}
	text := r.Content[0].(*sdk.TextContent).Text
	if r.IsError != failed {
		h.t.Fatalf("%s: %s", tool, text)
	}
	return text, r.StructuredContent.(map[string]any)
}

// offer is a file of two pages.
func offer(t *testing.T) string {
	t.Helper()
	f := &pdfgen.File{}
	f.AddPage(pdfgen.Page{Content: "BT /F1 12 Tf 72 700 Td (Offer number: Q-7) Tj 0 -20 Td (Total: 42.00) Tj ET"})
	f.AddPage(pdfgen.Page{Content: "BT /F1 12 Tf 72 700 Td (Terms of delivery) Tj ET"})
	return written(t, "offer.pdf", string(f.Bytes()))[0]
}

func TestMCP(t *testing.T) {
	h := startMCP(t, "--config", settings(t), "mcp")
	list, err := h.ListTools(t.Context(), nil)
	if err != nil || len(list.Tools) != 9 {
		t.Fatalf("%v, %v", list, err)
	}
	path := offer(t)
	_, stored := h.call("upload", false, map[string]any{"path": path})
	input := stored["input"]
	text, parsed := h.call("parse", false, map[string]any{"input": input, "pages": "1"})
	if !strings.Contains(text, "Q-7") || strings.Contains(text, "Terms") {
		t.Errorf("parse: %s", text)
	}
	schema := map[string]any{"type": "object", "properties": map[string]any{"total": map[string]any{"type": "number"}}}
	if text, _ := h.call("extract", false, map[string]any{"input": parsed["job_id"], "schema": schema}); !strings.Contains(text, "total: 42") {
		t.Errorf("extract: %s", text)
	}
	sections := []any{map[string]any{"name": "offer", "description": "offer with a total"}, map[string]any{"name": "terms", "description": "terms of delivery"}}
	if text, _ := h.call("split", false, map[string]any{"input": input, "sections": sections}); !strings.Contains(text, "terms: pages 2") {
		t.Errorf("split: %s", text)
	}
	categories := []any{map[string]any{"name": "offer", "criteria": []any{"has an offer number"}}, map[string]any{"name": "letter", "criteria": []any{"has a salutation"}}}
	if text, _ := h.call("classify", false, map[string]any{"input": input, "categories": categories}); !strings.Contains(text, "category: offer") {
		t.Errorf("classify: %s", text)
	}
	made := filepath.Join(filepath.Dir(path), "made.pdf")
	text, edited := h.call("edit", false, map[string]any{"input": input, "instructions": `Replace "Q-7" with "Q-8"`, "save_to": made})
	if raw, err := os.ReadFile(made); err != nil || !bytes.HasPrefix(raw, []byte("%PDF-")) || !strings.Contains(text, made) {
		t.Errorf("edit: %v %s", err, text)
	}
	if edited["document_url"] != nil {
		t.Errorf("nobody answers at %s", edited["document_url"])
	}
	h.call("get_job", true, map[string]any{"job_id": edited["job_id"], "save_to": made}) // it exists
	later := filepath.Join(filepath.Dir(path), "later.pdf")
	if _, err := os.Stat(later); err == nil {
		t.Fatal("it is there already")
	}
	h.call("get_job", false, map[string]any{"job_id": edited["job_id"], "save_to": later})
	if _, err := os.Stat(later); err != nil {
		t.Error(err)
	}
	if text, _ := h.call("list_jobs", false, nil); !strings.HasPrefix(text, "5 jobs") {
		t.Errorf("list_jobs: %s", text)
	}
	if text, _ := h.call("documentation", false, map[string]any{"topic": "overview"}); !strings.Contains(text, "# Overview") {
		t.Errorf("documentation: %s", text)
	}
	for _, arguments := range []map[string]any{{"path": filepath.Dir(path)}, {"path": path + ".not"}, {"path": path, "url": "https://example.com/"}} {
		h.call("upload", true, arguments)
	}
	if text, _ := h.call("parse", true, map[string]any{"input": path}); !strings.Contains(text, "call upload with its path") {
		t.Errorf("a path as input: %s", text)
	}
}

// The same tools, with the work done by a service elsewhere that asks for a key.
func TestMCPOfAService(t *testing.T) {
	s := start(t)
	h := startMCP(t, "mcp", "--server", s.url, "--key", s.key)
	path := offer(t)
	_, stored := h.call("upload", false, map[string]any{"path": path})
	if text, _ := h.call("parse", false, map[string]any{"input": stored["input"]}); !strings.Contains(text, "<!-- page 2 -->") {
		t.Errorf("parse: %s", text)
	}
	if text, _ := startMCP(t, "mcp", "--server", s.url, "--key", "oct_wrong").call("list_jobs", true, nil); !strings.HasPrefix(text, "AUTH_ERROR: ") {
		t.Errorf("a wrong key: %s", text)
	}
	if text, _ := startMCP(t, "mcp", "--server", "http://127.0.0.1:1").call("list_jobs", true, nil); !strings.HasPrefix(text, "SERVICE_UNREACHABLE: ") {
		t.Errorf("no service: %s", text)
	}
}
