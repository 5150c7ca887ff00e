package optest

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Golden compares a whole answer, byte for byte but for its indents, with what is wanted, or rewrites what is wanted.
func Golden(t testing.TB, path string, answer []byte, update bool) {
	t.Helper()
	var got bytes.Buffer
	if err := json.Indent(&got, answer, "", " "); err != nil {
		t.Fatal(err)
	}
	got.WriteByte('\n')
	if update {
		if err := os.WriteFile(path, got.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Error(diff)
	}
}
