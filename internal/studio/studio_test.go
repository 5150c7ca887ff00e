package studio_test

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/octavo-dev/octavo/internal/studio"
)

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := fs.ReadFile(studio.Files, name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestNothingInlineOrFromOutside holds the pages to the policy they are served with.
func TestNothingInlineOrFromOutside(t *testing.T) {
	own := map[string][]string{
		"index.html":              {"{{base}}/"},
		"dist/portal/portal.html": {"portal/portal.js", "portal/portal.css", "data:,"},
	}
	for page, allowed := range own {
		doc, err := html.Parse(strings.NewReader(read(t, page)))
		if err != nil {
			t.Fatal(err)
		}
		for n := range doc.Descendants() {
			if n.Type != html.ElementNode {
				continue
			}
			if n.Data == "style" || n.Data == "script" && n.FirstChild != nil {
				t.Errorf("%s: inline %s", page, n.Data)
			}
			for _, a := range n.Attr {
				if a.Key == "style" || strings.HasPrefix(a.Key, "on") {
					t.Errorf("%s: <%s %s> is inline", page, n.Data, a.Key)
				}
				known := slices.ContainsFunc(append(allowed, "#main"), func(start string) bool { return strings.HasPrefix(a.Val, start) })
				if (a.Key == "src" || a.Key == "href") && !known {
					t.Errorf("%s: <%s> asks for %s", page, n.Data, a.Val)
				}
			}
		}
	}
}

var (
	outside = regexp.MustCompile(`(?i)@import|url\(|https?://`)
	risky   = regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|document\.cookie`)
	// What the portal keeps must not outlive the tab; Studio remembers the theme.
	lasting = regexp.MustCompile(`localStorage`)
)

func TestScriptsAndStyleSheets(t *testing.T) {
	seen := 0
	err := fs.WalkDir(studio.Files, "dist", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		forbidden := map[string]*regexp.Regexp{".css": outside, ".js": risky}[path.Ext(name)]
		if forbidden == nil {
			return nil
		}
		seen++
		if found := forbidden.FindString(read(t, name)); found != "" {
			t.Errorf("%s uses %s", name, found)
		}
		if path.Base(name) == "portal.js" && lasting.MatchString(read(t, name)) {
			t.Errorf("%s keeps something", name)
		}
		return nil
	})
	if err != nil || seen < 5 {
		t.Errorf("%d files, %v", seen, err)
	}
}
