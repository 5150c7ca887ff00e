package guard

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestFilename(t *testing.T) {
	for _, tt := range []struct{ disposition, path, want string }{
		{`attachment; filename="report.pdf"`, "/x", "report.pdf"},
		{`attachment; filename*=UTF-8''%e2%82%ac%20rates.pdf`, "/x", "€ rates.pdf"},
		{`inline; filename="../../etc/passwd"`, "/x", "passwd"},
		{`inline; filename="C:\\docs\\a.docx"`, "/x", "a.docx"},
		{`attachment; filename=".."`, "/fallback.pdf", "fallback.pdf"},
		{`attachment`, "/a/b.pdf", "b.pdf"},
		{`;;; nonsense`, "/a/b.pdf", "b.pdf"},
		{"", "/a%20b.pdf", "a b.pdf"},
		{"", "/a%2F..%2Fb.pdf", "b.pdf"},
		{"", "/bad%ff%00name.pdf", "badname.pdf"},
		{"", "/", ""},
		{"", "", ""},
		{"", "/a/..", ""},
	} {
		u, err := url.Parse("http://example.com" + tt.path)
		if err != nil {
			t.Fatal(err)
		}
		resp := &http.Response{Header: http.Header{"Content-Disposition": {tt.disposition}}, Request: &http.Request{URL: u}}
		if got := filename(resp); got != tt.want {
			t.Errorf("%q %q: got %q, want %q", tt.disposition, tt.path, got, tt.want)
		}
	}
	if got := plainName(strings.Repeat("ü", 400) + ".pdf"); len(got) > maxName || !strings.HasSuffix(got, ".pdf") || !utf8.ValidString(got) {
		t.Errorf("a long name becomes %q", got)
	}
}
