package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// largest keeps the samples out of everybody's way.
const largest = 150_000

func TestSamplesAreCurrent(t *testing.T) {
	for name, content := range documents {
		have, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(have, content()) {
			t.Errorf("examples/%s is not what this program writes; run make generate", name)
		}
		if len(have) > largest {
			t.Errorf("examples/%s has %d bytes", name, len(have))
		}
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	if err := write(dir); err != nil {
		t.Fatal(err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != len(documents) {
		t.Errorf("%d files, %v", len(entries), err)
	}
	if write(filepath.Join(dir, "none")) == nil {
		t.Error("writing into a missing folder succeeded")
	}
}
