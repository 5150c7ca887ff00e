package guide

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#{1,6} (.+)$`)
	fence   = regexp.MustCompile("(?ms)^```.*?\n```$")
	noWord  = regexp.MustCompile(`[^\p{L}\p{N}\- _]`)
)

// TestLinks: every relative link of every page leads to a file, and to a heading where it names one.
func TestLinks(t *testing.T) {
	found := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() && (name == ".git" || name == ".cache" || name == "node_modules" || name == "testdata" || name == "octavo-data") {
			return filepath.SkipDir
		}
		if filepath.Ext(path) != ".md" {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, m := range link.FindAllStringSubmatch(fence.ReplaceAllString(string(text), ""), -1) {
			if strings.Contains(m[1], "://") || strings.HasPrefix(m[1], "mailto:") {
				continue
			}
			found++
			if problem := dead(path, m[1]); problem != "" {
				t.Errorf("%s: %s %s", path, m[1], problem)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found < 20 {
		t.Errorf("only %d links were found", found)
	}
}

// dead says what is wrong with a link on a page.
func dead(page, target string) string {
	file, place, named := strings.Cut(target, "#")
	if file == "" {
		file = page
	} else {
		file = filepath.Join(filepath.Dir(page), filepath.FromSlash(file))
	}
	text, err := os.ReadFile(file)
	if info, gone := os.Stat(file); gone != nil {
		return "leads nowhere"
	} else if info.IsDir() {
		return ""
	}
	if err != nil {
		return err.Error()
	}
	if !named {
		return ""
	}
	for _, m := range heading.FindAllStringSubmatch(fence.ReplaceAllString(string(text), ""), -1) {
		if anchor(m[1]) == place {
			return ""
		}
	}
	return "names a heading that is not there"
}

// anchor is the name that a heading is linked by.
func anchor(heading string) string {
	return strings.ReplaceAll(noWord.ReplaceAllString(strings.ToLower(strings.TrimSpace(heading)), ""), " ", "-")
}

func TestDeadLinksAreFound(t *testing.T) {
	dir := t.TempDir()
	page := filepath.Join(dir, "a.md")
	if err := os.WriteFile(page, []byte("# One `two` (3)\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for target, alive := range map[string]bool{"a.md": true, "#one-two-3": true, "a.md#one-two-3": true, "b.md": false, "#two": false, ".": true} {
		if got := dead(page, target) == ""; got != alive {
			t.Errorf("%s: alive %v, want %v", target, got, alive)
		}
	}
}
