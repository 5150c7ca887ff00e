package guide

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/config"
)

// block is commands of a page, and what the page says that they print.
type block struct {
	line   int // of its first command
	script string
	prints string // empty where the page does not say
}

// blocks takes the fenced blocks marked sh out of a page. One marked json or text that follows directly is their output.
// Blocks with other marks are to be read only.
func blocks(page string) []block {
	var out []block
	lines := strings.Split(page, "\n")
	fresh := false // nothing but blank lines since a block of commands
	for i := 0; i < len(lines); i++ {
		mark, ok := strings.CutPrefix(lines[i], "```")
		if !ok {
			fresh = fresh && strings.TrimSpace(lines[i]) == ""
			continue
		}
		first := i + 1
		for i++; i < len(lines) && lines[i] != "```"; i++ {
		}
		body := strings.Join(lines[first:min(i, len(lines))], "\n")
		switch {
		case mark == "sh":
			out = append(out, block{line: first + 1, script: body})
		case fresh && (mark == "json" || mark == "text"):
			out[len(out)-1].prints = body
		}
		fresh = mark == "sh"
	}
	return out
}

// agrees reports whether an output is what a page shows. Blanks do not count, since pages break long lines, and … stands
// for anything that was left out.
func agrees(shown, printed string) bool {
	bare := func(s string) string { return strings.Join(strings.Fields(s), "") }
	parts := strings.Split(bare(shown), "…")
	for i, p := range parts {
		parts[i] = regexp.QuoteMeta(p)
	}
	return regexp.MustCompile("^(?s:" + strings.Join(parts, ".*") + ")$").MatchString(bare(printed))
}

// TestSettingsOnPages: what pages show as YAML is settings that this version takes.
func TestSettingsOnPages(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, path := range files {
		page, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range shownSettings.FindAllStringSubmatch(string(page), -1) {
			found++
			file := filepath.Join(t.TempDir(), "octavo.yaml")
			if err := os.WriteFile(file, []byte(m[1]), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := config.Load(file, nil); err != nil {
				t.Errorf("%s: %v in\n%s", path, err, m[1])
			}
		}
	}
	if found < 4 {
		t.Errorf("only %d were found", found)
	}
}

var shownSettings = regexp.MustCompile("(?ms)^```yaml(\n.*?\n)```$")

func TestBlocks(t *testing.T) {
	page := "# A\n```sh\none\ntwo\n```\n\n```json\n{\"a\": …}\n```\ntext\n```json\n{}\n```\n```yaml\nno: 1\n```\n```sh\nthree\n```\nSo:\n```text\nno output\n```\n"
	want := []block{{3, "one\ntwo", `{"a": …}`}, {18, "three", ""}}
	if got := blocks(page); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	for _, c := range []struct {
		shown, printed string
		want           bool
	}{
		{"{\"a\": …}", "{\"a\":\n 12}\n", true}, {"a … z", "a b\nc z", true}, {"a", "a b", false}, {"a.c", "abc", false}, {"…", "", true}, {"a …", "b", false},
	} {
		if got := agrees(c.shown, c.printed); got != c.want {
			t.Errorf("agrees(%q, %q) = %v", c.shown, c.printed, got)
		}
	}
}
