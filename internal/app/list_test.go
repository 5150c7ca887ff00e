package app_test

import (
	"net/url"
	"testing"

	"github.com/octavo-dev/octavo/internal/org"
)

// TestListParameters asks for pages that cannot be: of no or too many jobs, and behind cursors that are damaged, of another
// organization or of another query. Fault 34.
func TestListParameters(t *testing.T) {
	s := start(t, "sqlite", unlimited)
	a, b := s.as(newKey(t, s, "a", org.All)), s.as(newKey(t, s, "b", org.All))
	for _, o := range []*service{a, b} {
		file := o.upload("a.txt", "x")
		for range 3 {
			o.ended(o.submit(file))
		}
	}
	next := func(o *service, query string) string {
		cursor, _ := o.want(200, "GET", "/jobs?limit=1"+query, nil)["next_cursor"].(string)
		if cursor == "" {
			t.Fatalf("no cursor for %q", query)
		}
		return cursor
	}
	own, foreign, filtered := next(a, ""), next(b, ""), next(a, "&type=Parse")
	a.want(200, "GET", "/jobs?cursor="+own, nil)
	a.want(200, "GET", "/jobs?limit=500&cursor=", nil)
	a.want(200, "GET", "/jobs?type=Parse&cursor="+filtered, nil)
	const damaged = "value_error query.cursor"
	cases := []scenario{
		{name: "limit 0", path: "limit=0", detail: "greater_than_equal query.limit"},
		{name: "limit -1", path: "limit=-1", detail: "greater_than_equal query.limit"},
		{name: "limit 501", path: "limit=501", detail: "less_than_equal query.limit"},
		{name: "limit abc", path: "limit=abc", detail: "int_parsing query.limit"},
		{name: "limit 10^30", path: "limit=1000000000000000000000000000000"},
		{name: "cursor of B", path: "cursor=" + foreign, detail: damaged},
		{name: "cursor of a filtered list", path: "cursor=" + filtered, detail: damaged},
		{name: "cursor for a filtered list", path: "type=Parse&cursor=" + own, detail: damaged},
		{name: "cursor for another filter", path: "type=Extract&cursor=" + filtered, detail: damaged},
		{name: "cursor for another state", path: "type=Parse&state=Failed&cursor=" + filtered, detail: damaged},
		{name: "words", path: "cursor=" + url.QueryEscape("' OR 1=1 --"), detail: damaged},
		{name: "twice", path: "cursor=" + own + own, detail: damaged},
	}
	for i := range len(own) { // cut at every place, and one character of it changed
		if i > 0 {
			cases = append(cases, scenario{name: "cut " + own[:i], path: "cursor=" + own[:i], detail: damaged})
		}
		other := "A"
		if own[i] == 'A' {
			other = "B"
		}
		cases = append(cases, scenario{name: "changed", path: "cursor=" + own[:i] + other + own[i+1:], detail: damaged})
	}
	for _, list := range []string{"/jobs", "/webhooks/deliveries"} {
		for _, sc := range cases {
			sc.method, sc.path, sc.status = "GET", list+"?"+sc.path, 422
			t.Run(list+" "+sc.name, func(t *testing.T) { sc.run(t, a) })
		}
	}
}
