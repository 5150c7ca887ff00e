package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/config"
	"github.com/octavo-dev/octavo/internal/fault"
)

func TestPagesAreCurrent(t *testing.T) {
	for name, page := range pages {
		have, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		if string(have) != page() {
			t.Errorf("%s is stale; run make generate", name)
		}
	}
}

func TestPagesAreComplete(t *testing.T) {
	settings := configPage()
	for _, k := range config.Keys() {
		if !k.Section && !strings.Contains(settings, "`"+k.Name+"`") {
			t.Errorf("%s is not on the page", k.Name)
		}
	}
	interfaces := apiPage()
	for _, o := range api.Operations() {
		if !strings.Contains(interfaces, "### `"+o.Method+" "+o.Path+"`\n") {
			t.Errorf("%s %s is not on the page", o.Method, o.Path)
		}
	}
	errors := errorsPage()
	for _, e := range fault.All {
		if !strings.Contains(errors, "`"+string(e.Name)+"`") {
			t.Errorf("%s is not on the page", e.Name)
		}
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	for name := range pages {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := write(dir); err != nil {
		t.Fatal(err)
	}
	for name, page := range pages {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(text) != page() {
			t.Errorf("%s: %v", name, err)
		}
	}
	if write(filepath.Join(dir, "none")) == nil {
		t.Error("writing into a missing folder succeeded")
	}
}
