package parse_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/api"
)

var update = flag.Bool("update", false, "rewrite the wanted outputs under testdata")

// TestUpdateIsOff keeps a run that rewrites what it compares with from passing as a test.
func TestUpdateIsOff(t *testing.T) {
	if *update {
		t.Error("wanted outputs were rewritten; look at the difference and run again without -update")
	}
}

// TestGolden parses every document under testdata as its case.json asks, and compares the whole response, and the text
// of its chunks, with what is wanted.
func TestGolden(t *testing.T) {
	inputs, err := filepath.Glob("testdata/*/*/input.*")
	if err != nil || len(inputs) == 0 {
		t.Fatalf("no documents: %v", err)
	}
	for _, input := range inputs {
		dir := filepath.Dir(input)
		t.Run(filepath.ToSlash(strings.TrimPrefix(dir, "testdata/")), func(t *testing.T) {
			content, err := os.ReadFile(input)
			if err != nil {
				t.Fatal(err)
			}
			b := newBench(t)
			b.files["svc://"+filepath.Base(input)] = string(content)
			_, raw, err := b.run(request(t, dir, "svc://"+filepath.Base(input)))
			if err != nil {
				t.Fatal(err)
			}
			sameAsMarshalled(t, raw)
			same(t, filepath.Join(dir, "want.md"), text(t, raw))
			same(t, filepath.Join(dir, "want.parse.json"), readable(t, raw))
		})
	}
}

// sameAsMarshalled checks that the result, which is written piece by piece, is what its type would be written as.
func sameAsMarshalled(t *testing.T, raw []byte) {
	t.Helper()
	var r struct{ Result json.RawMessage }
	var full api.FullResult
	if err := json.Unmarshal(raw, &r); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(r.Result, &full); err != nil {
		t.Fatal(err)
	}
	want, err := api.Marshal(full)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(r.Result)); diff != "" {
		t.Errorf("written result (-marshalled +written):\n%s", diff)
	}
}

// request is the body in case.json, if there is one, with the input put in.
func request(t *testing.T, dir, input string) string {
	t.Helper()
	var c struct {
		Request map[string]any `json:"request"`
	}
	b, err := os.ReadFile(filepath.Join(dir, "case.json"))
	if err == nil {
		err = json.Unmarshal(b, &c)
	}
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	if c.Request == nil {
		c.Request = map[string]any{}
	}
	c.Request["input"] = input
	body, err := json.Marshal(c.Request)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// text is the content of all chunks with a rule between them.
func text(t *testing.T, raw []byte) []byte {
	t.Helper()
	var r struct {
		Result struct{ Chunks []api.ParseChunk }
	}
	if err := json.Unmarshal(raw, &r); err != nil {
		t.Fatal(err)
	}
	var parts []string
	for _, c := range r.Result.Chunks {
		parts = append(parts, c.Content)
	}
	return []byte(strings.Join(parts, "\n\n-----\n\n") + "\n")
}

// readable is JSON with sorted keys and few decimals.
func readable(t *testing.T, raw []byte) []byte {
	t.Helper()
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(rounded(v)); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func rounded(v any) any {
	switch v := v.(type) {
	case float64:
		return math.Round(v*100) / 100
	case []any:
		for i := range v {
			v[i] = rounded(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = rounded(v[k])
		}
	}
	return v
}

func same(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}
