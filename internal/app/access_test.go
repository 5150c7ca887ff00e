package app_test

import (
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/org"
)

// TestKeys calls with every sort of missing and wrong key. By the contract the word Bearer may be spelled in any case, the
// key may not, and nowhere but in its header is it a key. Whatever was sent, it is in no line of the log. Fault 32.
func TestKeys(t *testing.T) {
	log := watchLog(t)
	s := start(t, "sqlite", "rate: {failed_auth: {key: {rate: 0, burst: 0}}}")
	admin := s.as(newKey(t, s, "acme", org.NewScopes(org.Admin)))
	key := newKey(t, s, "acme", org.All)
	made := admin.want(200, "POST", "/admin/keys", map[string]any{"name": "short-lived"})
	revoked := made["key"].(string)
	s.as(revoked).want(200, "GET", "/jobs", nil)
	admin.want(200, "DELETE", "/admin/keys/"+made["id"].(string), nil)
	s.until("the key is revoked", func() bool { return s.as(revoked).do("GET", "/jobs", nil).Status == 401 })
	flip := func(text string) string {
		if upper := strings.ToUpper(text); upper != text {
			return upper
		}
		return strings.ToLower(text)
	}
	const missing, unknown = `Bearer realm="octavo"`, `Bearer realm="octavo", error="invalid_token"`
	for name, c := range map[string]struct {
		path   string
		header []string
		says   string // WWW-Authenticate; empty for a call that is let in
	}{
		"no header":          {"/jobs", nil, missing},
		"empty header":       {"/jobs", []string{"Authorization", " "}, missing},
		"no key":             {"/jobs", []string{"Authorization", "Bearer "}, missing},
		"key alone":          {"/jobs", []string{"Authorization", key}, missing},
		"another scheme":     {"/jobs", []string{"Authorization", "Basic " + key}, missing},
		"garbage":            {"/jobs", []string{"Authorization", "Bearer oct_garbage-" + strings.Repeat("z", 32)}, unknown},
		"much garbage":       {"/jobs", []string{"Authorization", "Bearer " + strings.Repeat("garbage-", 4000)}, unknown},
		"other characters":   {"/jobs", []string{"Authorization", "Bearer garbage-\xff\xfe\t'\"%00"}, missing},
		"half of it":         {"/jobs", []string{"Authorization", "Bearer " + key[:len(key)/2]}, unknown},
		"more than it":       {"/jobs", []string{"Authorization", "Bearer " + key + "0"}, unknown},
		"key in other cases": {"/jobs", []string{"Authorization", "Bearer " + flip(key)}, unknown},
		"revoked":            {"/jobs", []string{"Authorization", "Bearer " + revoked}, unknown},
		"revoked, poll":      {"/job/x", []string{"Authorization", "Bearer " + revoked}, unknown},
		"in the query":       {"/jobs?api_key=" + key + "&key=" + key + "&access_token=" + key + "&Authorization=Bearer%20" + key, nil, missing},
		"in the user part":   {strings.Replace(s.url, "://", "://user:"+key+"@", 1) + "/jobs", nil, missing},
		"in another header":  {"/jobs", []string{"X-Api-Key", key, "Cookie", "key=" + key, "Proxy-Authorization", "Bearer " + key}, missing},
		"right":              {"/jobs", []string{"Authorization", "Bearer " + key}, ""},
		"right, small":       {"/jobs", []string{"Authorization", "bearer " + key}, ""},
		"right, large":       {"/jobs", []string{"Authorization", "BEARER  " + key + " "}, ""},
		"version":            {"/version", nil, ""},
		"version, garbage":   {"/version", []string{"Authorization", "Bearer oct_garbage-" + strings.Repeat("z", 32)}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := s.do("GET", c.path, nil, c.header...)
			if c.says == "" {
				if got.Status != 200 {
					t.Errorf("%d %s", got.Status, got.Body)
				}
				return
			}
			if got.Status != 401 || at(got.object(t), "error", "name") != "AUTH_ERROR" || got.Header.Get("WWW-Authenticate") != c.says {
				t.Errorf("%d %q %s", got.Status, got.Header.Get("WWW-Authenticate"), got.Body)
			}
			if said := string(got.Body); strings.Contains(said, key) || strings.Contains(said, revoked) || strings.Contains(said, "garbage") {
				t.Errorf("the answer repeats what was sent: %s", said)
			}
		})
	}
	for _, method := range []string{"POST /parse", "POST /parse_async", "POST /upload", "DELETE /job/x"} {
		verb, path, _ := strings.Cut(method, " ")
		if got := s.as(revoked).do(verb, path, `{"input":"x"}`); got.Status != 401 {
			t.Errorf("%s with a revoked key: %d", method, got.Status)
		}
	}
	for _, table := range []string{"jobs", "objects"} {
		if n := s.count(table); n != 0 {
			t.Errorf("%d rows in %s", n, table)
		}
	}
	log.lacks(t, key, revoked, admin.key, flip(key), key[:len(key)/2], "garbage-")
}
