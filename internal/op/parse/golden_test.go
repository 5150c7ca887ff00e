package parse_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"maps"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/ooxml/ooxmltest"
)

var update = flag.Bool("update", false, "rewrite the wanted outputs under testdata")

// TestUpdateIsOff keeps a run that rewrites what it compares with from passing as a test.
func TestUpdateIsOff(t *testing.T) {
	if *update {
		t.Error("wanted outputs were rewritten; look at the difference and run again without -update")
	}
}

// example is what case.json says: what is asked of which document, and where that comes from.
type example struct {
	Input   string         `json:"input"` // the input of another example, where it is not its own
	Request map[string]any `json:"request"`
	Origin  string         `json:"origin"`
}

// TestGolden parses every document under testdata as its case.json asks, and compares the whole response, and the text
// of its chunks, with what is wanted.
func TestGolden(t *testing.T) {
	cases, err := filepath.Glob("testdata/*/*/case.json")
	if err != nil || len(cases) == 0 {
		t.Fatalf("no documents: %v", err)
	}
	for _, path := range cases {
		dir := filepath.Dir(path)
		t.Run(filepath.ToSlash(strings.TrimPrefix(dir, "testdata/")), func(t *testing.T) {
			var c example
			b, err := os.ReadFile(path)
			if err == nil {
				err = json.Unmarshal(b, &c)
			}
			if err != nil {
				t.Fatal(err)
			}
			input := document(t, dir, c.Input)
			bench := newBench(t)
			bench.Files["svc://"+filepath.Base(input)] = content(t, input)
			_, raw, err := bench.run(c.asking("svc://" + filepath.Base(input)))
			if err != nil {
				t.Fatal(err)
			}
			sameAsMarshalled(t, raw)
			same(t, filepath.Join(dir, "want.md"), text(t, raw))
			same(t, filepath.Join(dir, "want.parse.json"), readable(t, raw))
		})
	}
}

// document is the path of the file that an example is about.
func document(t *testing.T, dir, named string) string {
	t.Helper()
	if named != "" {
		return filepath.Join(dir, named)
	}
	found, err := filepath.Glob(filepath.Join(dir, "input.*"))
	if err != nil || len(found) != 1 {
		t.Fatalf("documents of %s: %v, %v", dir, found, err)
	}
	return found[0]
}

// content is that of a file, or of the package whose parts lie in a folder, where their differences can be read.
func content(t *testing.T, path string) string {
	t.Helper()
	parts := ooxmltest.Parts{}
	err := filepath.WalkDir(path, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(name)
		part, _ := filepath.Rel(path, name)
		parts[filepath.ToSlash(part)] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if whole, ok := parts["."]; ok {
		return whole
	}
	return parts.Zip(t)
}

// asking is the body of the request about an input.
func (c example) asking(input string) string {
	body := map[string]any{"input": input}
	maps.Copy(body, c.Request)
	raw, _ := json.Marshal(body)
	return string(raw)
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
