package sandbox

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
)

func open(t *testing.T) *Box {
	t.Helper()
	b, err := New(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func tool(args ...string) Program {
	return Program{Path: "/proc/self/exe", Args: append([]string{"tool"}, args...)}
}

func TestNewSaysWhatIsUp(t *testing.T) {
	var log bytes.Buffer
	b, err := New(t.Context(), Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(log.String(), "\n"); n != 1 {
		t.Errorf("%d lines in the log:\n%s", n, &log)
	}
	fences := b.Fences()
	if len(fences) != len(All()) {
		t.Errorf("%d fences in the report, there are %d", len(fences), len(All()))
	}
	for f, err := range fences {
		t.Log(f, err)
		if !strings.Contains(log.String(), string(f)) {
			t.Errorf("the log does not name %s:\n%s", f, &log)
		}
		if errors.Is(err, errUntried) {
			t.Errorf("%s was not tried", f)
		}
		_, required := New(t.Context(), Options{Require: []Fence{f}})
		if (required != nil) != (err != nil) {
			t.Errorf("%s is required and %v in the report, New says %v", f, err, required)
		} else if required != nil && !strings.Contains(required.Error(), string(f)) {
			t.Errorf("the refusal does not name %s: %v", f, required)
		}
	}
	if fences[Rlimits] != nil {
		t.Errorf("every Linux has rlimits: %v", fences[Rlimits])
	}
	if _, err := New(t.Context(), Options{Require: []Fence{"moat"}}); err == nil {
		t.Error("an unknown fence can be required")
	}
}

func TestRun(t *testing.T) {
	b := open(t)
	var out bytes.Buffer
	if err := b.Run(context.Background(), tool("echo"), strings.NewReader("hello"), &out); err != nil || out.String() != "hello" {
		t.Errorf("said %q, %v", &out, err)
	}
}
