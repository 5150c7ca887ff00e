package infer

import (
	"testing"
	"testing/fstest"
)

func TestPrompts(t *testing.T) {
	folders := fstest.MapFS{
		"v9/a.txt": {Data: []byte("nine")}, "v10/a.txt": {Data: []byte(" ten {{.}}\n")},
	}
	for version, want := range map[string]string{"": "ten x", "v9": "nine"} {
		p, err := LoadPrompts(folders, version)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := p.Text("a", "x"); got != want || err != nil {
			t.Errorf("%q: %q, %v", version, got, err)
		}
		if _, err := p.Text("b", nil); err == nil {
			t.Error("a prompt that is not there")
		}
	}
	if _, err := LoadPrompts(folders, "v1"); err == nil {
		t.Error("a version that is not there")
	}
}
