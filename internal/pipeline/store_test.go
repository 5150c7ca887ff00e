package pipeline_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/pipeline"
	"github.com/octavo-dev/octavo/internal/testenv"
)

func TestMain(m *testing.M) { testenv.Main(m) }

func read(t *testing.T, text string) *api.PipelineDefinition {
	t.Helper()
	d, err := pipeline.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func ids(t *testing.T, s *pipeline.Store, org string) string {
	t.Helper()
	list, err := s.List(t.Context(), org)
	if err != nil {
		t.Fatal(err)
	}
	out := make([]string, len(list))
	for i, p := range list {
		out[i] = p.ID
	}
	return strings.Join(out, " ")
}

func TestStore(t *testing.T) {
	folder := pipeline.Folder{"b": {ID: "b", Name: "of the house", Version: 1}, "z": {ID: "z", Name: "last", Version: 1}}
	testenv.EachDatabase(t, func(t *testing.T, db *database.DB) {
		s := pipeline.NewStore(db, folder)
		const first, second = `{"name":"one","parse":{"settings":{"timeout":5}}}`, `{"id":"x","version":99,"name":"two","extract":{"instructions":{"schema":{"type":"object","properties":{"ß":{"type":"string"}}}}}}`
		for version, text := range []string{first, second, second} {
			got, err := s.Put(t.Context(), "acme", "a", read(t, text))
			if err != nil || got.ID != "a" || got.Version != version+1 || got.UpdatedAt == nil {
				t.Fatalf("%+v, %v", got, err)
			}
		}
		got, err := s.Get(t.Context(), "acme", "a")
		if err != nil || got.Name != "two" || got.Version != 3 || got.Parse != nil || !strings.Contains(string(got.Extract.Instructions.Schema), "ß") {
			t.Errorf("%+v, %v", got, err)
		}
		if _, err := s.Put(t.Context(), "other", "b", read(t, first)); err != nil {
			t.Fatal(err)
		}
		if a, b, n := ids(t, s, "acme"), ids(t, s, "other"), ids(t, s, ""); a != "a b z" || b != "b z" || n != "b z" {
			t.Errorf("lists %q, %q, %q", a, b, n)
		}
		for org, want := range map[string]string{"acme": "of the house", "other": "one"} {
			if got, err := s.Get(t.Context(), org, "b"); err != nil || got.Name != want {
				t.Errorf("%s: %+v, %v", org, got, err)
			}
		}
		for _, c := range [][2]string{{"other", "a"}, {"acme", "nothing"}, {"", "a"}} {
			_, err := s.Get(t.Context(), c[0], c[1])
			if gone := s.Delete(t.Context(), c[0], c[1]); !fault.Is(err, fault.NotFound) || !fault.Is(gone, fault.NotFound) || err.Error() != gone.Error() {
				t.Errorf("%v: %v, %v", c, err, gone)
			}
		}
		if err := s.Delete(t.Context(), "acme", "z"); !fault.Is(err, fault.NotFound) {
			t.Errorf("a file was deleted: %v", err)
		}
		if err := s.Delete(t.Context(), "other", "b"); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Get(t.Context(), "other", "b"); err != nil || got.Name != "of the house" {
			t.Errorf("behind what was deleted: %+v, %v", got, err)
		}
		if again, err := s.Put(t.Context(), "other", "b", read(t, first)); err != nil || again.Version != 1 {
			t.Errorf("after a deletion: %+v, %v", again, err)
		}
	})
}

// Changes at the same time get versions of their own.
func TestPutsAtOnce(t *testing.T) {
	testenv.EachDatabase(t, func(t *testing.T, db *database.DB) {
		s := pipeline.NewStore(db, nil)
		d := read(t, `{"name":"n","parse":{}}`)
		var group sync.WaitGroup
		var mu sync.Mutex
		seen := map[int]bool{}
		for range 8 {
			group.Go(func() {
				got, err := s.Put(t.Context(), "acme", "a", d)
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				defer mu.Unlock()
				seen[got.Version] = true
			})
		}
		group.Wait()
		if len(seen) != 8 || !seen[8] {
			t.Errorf("versions %v", seen)
		}
	})
}

func TestRead(t *testing.T) {
	const bad = `{"type":"object","properties":{"a":{"type":"banana"}}}`
	for _, c := range []struct {
		name, text string
		invalid    bool // an error of its form, not of a schema
	}{
		{"NoStep", `{"name":"n"}`, true},
		{"Unknown", `{"name":"n","parse":{},"classify":{}}`, true},
		{"EditAndOthers", `{"name":"n","parse":{},"edit":{"document_url":"a"}}`, true},
		{"SectionsTwice", `{"name":"n","split":{"split_description":[{"name":"a","description":""},{"name":" a","description":""}]}}`, true},
		{"NoSections", `{"name":"n","split":{"split_description":[]}}`, true},
		{"Schema", `{"name":"n","extract":{"instructions":{"schema":` + bad + `}}}`, false},
		{"SchemaOfASection", `{"name":"n","split":{"split_description":[{"name":"a","description":""}]},"extract":{"per_split":{"a":{"instructions":{"schema":` + bad + `}}}}}`, false},
		{"NoJSON", `{`, true},
	} {
		_, err := pipeline.Read([]byte(c.text))
		var errs api.Errors
		if errors.As(err, &errs) != c.invalid || fault.Is(err, fault.InvalidSchema) == c.invalid {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestFolder(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("in_voices-1.json", `{"name":"Invoices","parse":{}}`)
	write("README.md", "about these")
	if err := os.Mkdir(filepath.Join(dir, "old.json"), 0o700); err != nil {
		t.Fatal(err)
	}
	f, err := pipeline.ReadFolder(dir)
	if d := f["in_voices-1"]; err != nil || len(f) != 1 || d.ID != "in_voices-1" || d.Version != 1 || d.UpdatedAt != nil {
		t.Fatalf("%v, %v", f, err)
	}
	for name, text := range map[string]string{"bad.json": `{"name":"n"}`, "a b.json": `{"name":"n","parse":{}}`, strings.Repeat("x", 65) + ".json": `{"name":"n","parse":{}}`} {
		write(name, text)
		if _, err := pipeline.ReadFolder(dir); err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), "pipelines.dir") {
			t.Errorf("%s: %v", name, err)
		}
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := pipeline.ReadFolder(filepath.Join(dir, "nowhere")); err == nil {
		t.Error("a folder that is not there")
	}
	if f, err := pipeline.ReadFolder(""); err != nil || len(f) != 0 {
		t.Errorf("no folder: %v, %v", f, err)
	}
}
