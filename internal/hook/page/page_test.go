package page_test

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/octavo-dev/octavo/internal/hook/page"
)

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := fs.ReadFile(page.Files, name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// attributes returns all values of an attribute in the page.
func attributes(t *testing.T, key string) []string {
	t.Helper()
	var values []string
	doc, err := html.Parse(strings.NewReader(read(t, "portal.html")))
	if err != nil {
		t.Fatal(err)
	}
	for n := range doc.Descendants() {
		for _, a := range n.Attr {
			if a.Key == key {
				values = append(values, a.Val)
			}
		}
	}
	return values
}

func TestNothingInlineOrFromOutside(t *testing.T) {
	doc, err := html.Parse(strings.NewReader(read(t, "portal.html")))
	if err != nil {
		t.Fatal(err)
	}
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if n.Data == "style" || n.Data == "script" && n.FirstChild != nil {
			t.Errorf("inline %s", n.Data)
		}
		for _, a := range n.Attr {
			if a.Key == "style" || strings.HasPrefix(a.Key, "on") {
				t.Errorf("<%s %s> is inline", n.Data, a.Key)
			}
			if (a.Key == "src" || a.Key == "href") && !slices.Contains([]string{"portal/portal.js", "portal/portal.css", "#main", "data:,"}, a.Val) {
				t.Errorf("<%s> asks for %s", n.Data, a.Val)
			}
		}
	}
	if outside := regexp.MustCompile(`(?i)@import|url\(|https?://`).FindString(read(t, "portal.css")); outside != "" {
		t.Errorf("the style sheet reaches outside: %s", outside)
	}
	if risky := regexp.MustCompile(`innerHTML|outerHTML|insertAdjacent|document\.write|eval\(|new Function|localStorage|document\.cookie`).FindString(read(t, "portal.js")); risky != "" {
		t.Errorf("the script uses %s", risky)
	}
}

func TestScriptAndPageAgree(t *testing.T) {
	ids := attributes(t, "id")
	slices.Sort(ids)
	if twice := slices.Compact(slices.Clone(ids)); len(twice) != len(ids) {
		t.Error("an id stands twice")
	}
	script := read(t, "portal.js")
	used := regexp.MustCompile(`\$\("([a-z-]+)"\)`).FindAllStringSubmatch(script, -1)
	if len(used) < 20 {
		t.Fatalf("only %d ids found in the script", len(used))
	}
	for _, m := range used {
		if !slices.Contains(ids, m[1]) {
			t.Errorf("the script looks for #%s, which the page does not have", m[1])
		}
	}
	for _, key := range []string{"for", "aria-labelledby", "aria-describedby"} {
		for _, value := range attributes(t, key) {
			for id := range strings.FieldsSeq(value) {
				if !slices.Contains(ids, id) {
					t.Errorf("%s names #%s, which the page does not have", key, id)
				}
			}
		}
	}
	for _, do := range attributes(t, "data-do") {
		if do != "redeliver" && !strings.Contains(script, "\n  "+do+": (") {
			t.Errorf("nothing is done on %s", do)
		}
	}
}
