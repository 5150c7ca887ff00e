package object_test

import (
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/object"
)

// below returns the path of one of our URLs below public_url, as a server sees it, and the query.
func below(t *testing.T, rawURL string) (escapedPath string, query url.Values) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, rawURL, nil)
	if err != nil {
		t.Fatal(err)
	}
	base, _ := url.Parse(publicURL)
	path, ok := strings.CutPrefix(req.URL.EscapedPath(), base.Path)
	if !ok {
		t.Fatalf("%s is not below %s", rawURL, publicURL)
	}
	return path, req.URL.Query()
}

func TestSignedURL(t *testing.T) {
	e := newEnv(t, "sqlite", false)
	for _, name := range []string{"a.pdf", "a b+c.pdf", "100%.pdf", "%41.pdf", "ü ö/x.pdf", "a;b=c&d?e#f.pdf", `"quote".pdf`, "名前.pdf", "~x.pdf", "a\nb.pdf", "..", "\u202e.exe"} {
		t.Run(name, func(t *testing.T) {
			o := e.add(t, object.Artifact{JobID: "job", Kind: object.PDF, Filename: name, ContentType: "application/pdf"}, "pdf")
			raw, err := e.URL(t.Context(), o)
			if err != nil || !strings.HasPrefix(raw, publicURL+"/objects/"+o.ID+"/") {
				t.Fatalf("%s, %v", raw, err)
			}
			if !e.Owns(raw) {
				t.Error("not taken for one of our own")
			}
			path, q := below(t, raw)
			for _, method := range []string{"GET", "HEAD"} {
				if id, err := e.VerifyPath(method, path, q.Get("expires"), q.Get("signature")); err != nil || id != o.ID {
					t.Errorf("%s: %q, %v", method, id, err)
				}
				if id, err := e.VerifyURL(method, raw); err != nil || id != o.ID {
					t.Errorf("%s: %q, %v", method, id, err)
				}
			}
			// Another spelling of the same name is the same name.
			decoded, err := url.PathUnescape(path)
			if err != nil {
				t.Fatal(err)
			}
			other := strings.TrimSuffix(decoded, "/"+o.Filename) + "/" + everyByteEscaped(o.Filename)
			if id, err := e.VerifyPath("GET", other, q.Get("expires"), q.Get("signature")); err != nil || id != o.ID {
				t.Errorf("spelled %s: %q, %v", other, id, err)
			}
		})
	}
}

func everyByteEscaped(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		b.WriteString("%" + strconv.FormatUint(uint64(c)>>4, 16) + strconv.FormatUint(uint64(c)&15, 16))
	}
	return b.String()
}

func TestSignatureIsNeeded(t *testing.T) {
	e := newEnv(t, "sqlite", false)
	o := e.add(t, object.Artifact{JobID: "job", Kind: object.PDF, Filename: "a.pdf"}, "pdf")
	raw, err := e.URL(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	path, q := below(t, raw)
	expires, sig := q.Get("expires"), q.Get("signature")
	for _, tt := range []struct{ name, method, path, expires, signature string }{
		{"another method", "PUT", path, expires, sig},
		{"DELETE", "DELETE", path, expires, sig},
		{"another object", "GET", strings.Replace(path, o.ID, "00000000-0000-4000-8000-000000000000", 1), expires, sig},
		{"another name", "GET", strings.Replace(path, "a.pdf", "b.pdf", 1), expires, sig},
		{"another time", "GET", path, expires + "0", sig},
		{"a time spelled otherwise", "GET", path, "+" + expires + " ", sig},
		{"no time", "GET", path, "", sig},
		{"no signature", "GET", path, expires, ""},
		{"a short signature", "GET", path, expires, sig[:32]},
		{"not hex", "GET", path, expires, "zz" + sig[2:]},
		{"no name", "GET", "/objects/" + o.ID, expires, sig},
		{"a folder below", "GET", path + "/x", expires, sig},
		{"another root", "GET", "/object/" + o.ID + "/a.pdf", expires, sig},
		{"a broken escape", "GET", "/objects/" + o.ID + "/a%zz", expires, sig},
		{"nothing", "", "", "", ""},
	} {
		id, err := e.VerifyPath(tt.method, tt.path, tt.expires, tt.signature)
		if id != "" {
			t.Errorf("%s gave %s", tt.name, id)
		}
		wantFault(t, tt.name, err, fault.URLNotAllowed, "permission_error")
		if fault.Of(err).Code != http.StatusForbidden {
			t.Errorf("%s: status %d", tt.name, fault.Of(err).Code)
		}
	}

	e.clock.Add(e.opt.TTL - time.Second)
	if _, err := e.VerifyPath("GET", path, expires, sig); err != nil {
		t.Errorf("a second before its end: %v", err)
	}
	e.clock.Add(time.Second)
	_, err = e.VerifyPath("GET", path, expires, sig)
	wantFault(t, "at its end", err, fault.URLNotAllowed, "permission_error")
}

func TestKeyRotation(t *testing.T) {
	e := newEnv(t, "sqlite", false)
	o := e.add(t, object.Artifact{JobID: "job", Kind: object.PDF, Filename: "a.pdf"}, "pdf")
	raw, err := e.URL(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		keys  string
		valid bool
	}{{"first key", true}, {"new key,first key", true}, {"new key", false}, {"second key", false}} {
		e.opt.Keys = nil
		for _, k := range strings.Split(tt.keys, ",") {
			e.opt.Keys = append(e.opt.Keys, []byte(k))
		}
		if _, err := object.New(e.db, e.blobs, e.opt).VerifyURL("GET", raw); (err == nil) != tt.valid {
			t.Errorf("keys %q: %v", tt.keys, err)
		}
	}
}

func TestUploadURL(t *testing.T) {
	e := newEnv(t, "sqlite", false)
	o, raw, err := e.Reserve(t.Context(), org, "pdf")
	if err != nil {
		t.Fatal(err)
	}
	if id, err := e.VerifyURL("PUT", raw); err != nil || id != o.ID {
		t.Errorf("%q, %v", id, err)
	}
	path, q := below(t, raw)
	for _, method := range []string{"GET", "HEAD"} {
		_, err := e.VerifyURL(method, raw)
		wantFault(t, method, err, fault.InvalidConfig, "invalid_url_format")
		_, err = e.VerifyPath(method, path, q.Get("expires"), q.Get("signature"))
		wantFault(t, method, err, fault.URLNotAllowed, "permission_error")
	}
	e.clock.Add(2 * time.Hour)
	_, err = e.VerifyURL("PUT", raw)
	wantFault(t, "expired", err, fault.URLNotAllowed, "permission_error")
	_, err = e.VerifyURL("GET", raw)
	wantFault(t, "expired", err, fault.InvalidConfig, "invalid_url_format")
}

func TestOwns(t *testing.T) {
	e := newEnv(t, "sqlite", false)
	for raw, want := range map[string]bool{
		publicURL + "/objects/x/y?expires=1":          true,
		"HTTPS://Docs.Example/octavo/objects/x/y":     true,
		publicURL + "/objects":                        false,
		publicURL + "/object/x/y":                     false,
		"http://docs.example/octavo/objects/x/y":      false,
		"https://docs.example/objects/x/y":            false,
		"https://docs.example:444/octavo/objects/x/y": false,
		"https://docs.example.evil/octavo/objects/x":  false,
		"https://u:p@docs.example/octavo/objects/x/y": false,
		"svc://x": false,
		"":        false,
		"https://docs.example/octavo/objects/%zz": false,
	} {
		if got := e.Owns(raw); got != want {
			t.Errorf("%q: %v", raw, got)
		}
		_, err := e.VerifyURL("GET", raw)
		wantFault(t, raw, err, fault.URLNotAllowed, "permission_error")
	}
}

// The store's own URL gives the bytes with name and type; a result with placeholders comes through us.
func TestPresignedURL(t *testing.T) {
	e := newEnv(t, "sqlite", true)
	o := e.add(t, object.Artifact{JobID: "job", Kind: object.PDF, Filename: "Übersicht 1.pdf", ContentType: "application/pdf"}, "pdf")
	raw, err := e.URL(t.Context(), o)
	if err != nil || !strings.HasPrefix(raw, e.proxy.URL) {
		t.Fatalf("%s, %v", raw, err)
	}
	if e.Owns(raw) {
		t.Error("taken for one of our own")
	}
	resp, err := http.Get(raw)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || string(body) != "pdf" || resp.Header.Get("Content-Type") != "application/pdf" {
		t.Errorf("%q, %v, %v", body, err, resp.Header)
	}
	marked := e.add(t, object.Artifact{JobID: "job", Kind: object.Result, Filename: "result.json", Mark: object.NewMark()}, "{}")
	if raw, err := e.URL(t.Context(), marked); err != nil || !e.Owns(raw) {
		t.Errorf("%s, %v", raw, err)
	}
}

func TestCleanName(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.OneOf(rapid.String(), rapid.StringMatching(`[./\\ a\x00é]{0,300}`)).Draw(t, "name")
		got := object.CleanName(name, "fallback")
		if got == "" || got == "." || got == ".." || len(got) > 200 || !utf8.ValidString(got) || strings.ContainsAny(got, "/\\\n\r\x00") {
			t.Fatalf("%q became %q", name, got)
		}
		if again := object.CleanName(got, "fallback"); again != got {
			t.Fatalf("%q became %q and then %q", name, got, again)
		}
	})
	long := strings.Repeat("é", 200) + ".pdf"
	if got := object.CleanName(long, ""); !strings.HasSuffix(got, "é.pdf") || len(got) > 200 {
		t.Errorf("got %q", got)
	}
}
