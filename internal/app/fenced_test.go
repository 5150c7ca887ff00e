package app

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/sandbox"
)

func TestFencesAroundEveryChild(t *testing.T) {
	closed := errors.New("let x be read: no such file")
	for _, c := range []struct {
		name     string
		stand    map[string]error
		required bool
		want     Finding
	}{
		{"Up", map[string]error{"engine": nil, "soffice": nil}, true, Finding{OK: true, Detail: "landlock is up around engine soffice: no files but those it needs"}},
		{"DownForOne", map[string]error{"engine": nil, "soffice": closed}, false,
			Finding{Detail: "landlock is not up around soffice: let x be read: no such file"}},
		{"DownForAll", map[string]error{"engine": closed, "soffice": closed}, true,
			Finding{Detail: "landlock is not up around engine soffice: let x be read: no such file; sandbox.require keeps the service from starting"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.want.What, c.want.Remedy, c.want.Children = "fence", about[sandbox.Landlock].needs, map[string]bool{}
			var all fencing
			for _, name := range []string{"engine", "soffice"} {
				all = append(all, fenced{name, map[sandbox.Fence]error{sandbox.Landlock: c.stand[name]}})
				c.want.Children[name] = c.stand[name] == nil
			}
			if diff := cmp.Diff(c.want, all.finding(sandbox.Landlock, c.required)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestEveryFenceHasARemedy(t *testing.T) {
	for _, f := range sandbox.All() {
		if about[f].keeps == "" || about[f].needs == "" {
			t.Errorf("nothing is said about %s", f)
		}
	}
}

func TestExamineFonts(t *testing.T) {
	dir := t.TempDir()
	for _, p := range fontPackages {
		f := examineFonts(dir)
		if f.OK || !strings.Contains(f.Detail, p.folder+" is missing ("+p.without) || !strings.Contains(f.Remedy, p.pkg) {
			t.Errorf("%+v", f)
		}
		if err := os.Mkdir(filepath.Join(dir, p.folder), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, p.folder, "a.ttf"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if f := examineFonts(dir); !f.OK || f.Detail != "liberation, dejavu, droid" {
		t.Errorf("%+v", f)
	}
}
