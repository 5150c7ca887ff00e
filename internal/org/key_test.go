package org

import (
	"slices"
	"strings"
	"testing"
)

func TestNewSecret(t *testing.T) {
	seen := map[string]bool{}
	counts := map[rune]int{}
	for range 2000 {
		s := newSecret()
		if !generated(s) || len(s) != 47 || seen[s] {
			t.Fatalf("%d characters, seen before: %v", len(s), seen[s])
		}
		seen[s] = true
		for _, r := range s[len(secretPrefix):] {
			counts[r]++
		}
	}
	// 86,000 characters, 1387 of each on average, with a standard deviation of 37.
	for _, r := range alphabet {
		if n := counts[r]; n < 1150 || n > 1630 {
			t.Errorf("%c comes %d times of 86,000", r, n)
		}
	}
	good := newSecret()
	for _, bad := range []string{"", "oct_", good[1:], good + "a", "OCT_" + good[4:], good[:46] + "-", strings.Replace(good, "_", "-", 1)} {
		if generated(bad) {
			t.Errorf("a key of %d characters looks generated", len(bad))
		}
	}
}

func TestBearer(t *testing.T) {
	for header, want := range map[string]string{
		"Bearer secret-key":          "secret-key",
		"bearer secret-key":          "secret-key",
		"BEARER secret-key":          "secret-key",
		" \tBearer \t secret-key \t": "secret-key",
		"Bearer\tsecret-key":         "secret-key",
		"Bearer k":                   "k",
		"":                           "",
		"Bearer":                     "",
		"Bearer ":                    "",
		"secret-key":                 "",
		"Basic secret-key":           "",
		"Bearersecret-key":           "",
		"Bearer secret key":          "",
		"Bearer, secret-key":         "",
		"Bearer sécret-key":          "",
		"Bearer secret\x00key":       "",
		"Bearer secret\u00a0key":     "",
	} {
		got, ok := bearer(header)
		if got != want || ok != (want != "") {
			t.Errorf("%q: %q, %v", header, got, ok)
		}
	}
}

func TestReadKeys(t *testing.T) {
	long := strings.Repeat("x", 512)
	content := "\ufeff# keys of the office\r\n" +
		"\n" +
		"alpha-key-1\r\n" +
		"  beta#key-2\tacme   # trailing remark\n" +
		"gamma-key-3 acme submit,read\n" +
		"short\n" +
		long + " big\n" +
		long + "x\n" +
		"delta-key-4 a/b\n" +
		"delta-key-4 acme everything\n" +
		"delta key four is long\n" +
		"alpha-key-1 other\n" +
		"ümlaut-key-5\n" +
		"omega-key-6 acme all,admin"
	keys, problems := readKeys([]byte(content))
	want := map[string]Caller{
		"alpha-key-1": {Org: Default, KeyID: "file:3", Scopes: All},
		"beta#key-2":  {Org: "acme", KeyID: "file:4", Scopes: All},
		"gamma-key-3": {Org: "acme", KeyID: "file:5", Scopes: NewScopes(Submit, Read)},
		long:          {Org: "big", KeyID: "file:7", Scopes: All},
		"omega-key-6": {Org: "acme", KeyID: "file:14", Scopes: Every},
	}
	if len(keys) != len(want) {
		t.Errorf("%d keys, want %d", len(keys), len(want))
	}
	for secret, caller := range want {
		if got := keys[sum(secret)]; got.caller != caller || got.digest != sum(secret) {
			t.Errorf("line of %s: %+v", caller.KeyID, got.caller)
		}
	}
	var lines []int
	for _, p := range problems {
		lines = append(lines, p.line)
		for _, word := range []string{"short", "delta", "everything", "a/b", "alpha", "mlaut", "xxxx"} {
			if strings.Contains(p.what, word) {
				t.Errorf("the problem of line %d repeats the line: %s", p.line, p.what)
			}
		}
	}
	if bad := []int{6, 8, 9, 10, 11, 12, 13}; !slices.Equal(lines, bad) {
		t.Errorf("problems in lines %v, want %v", lines, bad)
	}
}

func TestLoopbackHost(t *testing.T) {
	for host, want := range map[string]bool{
		"localhost": true, "LOCALHOST": true, "localhost.": true, "app.localhost": true, "localhost:8080": true,
		"127.0.0.1": true, "127.9.8.7:80": true, "::1": true, "[::1]": true, "[::1]:8080": true, "::ffff:127.0.0.1": true,
		"": false, "example.com": false, "localhost.example.com": false, "notlocalhost": false, "0.0.0.0": false,
		"10.0.0.1": false, "[::]": false, "127.0.0.1.example.com": false,
	} {
		if got := LoopbackHost(host); got != want {
			t.Errorf("%q: %v, want %v", host, got, want)
		}
	}
}
