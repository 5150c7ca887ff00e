package source

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

const id = "3f2b8c1e-0d4a-4b6f-9e7a-5c1d2e3f4a5b"

var scheme = Scheme{IDScheme: "corp", PublicURL: "https://docs.example/octavo/"}

func TestParse(t *testing.T) {
	for _, tt := range []struct {
		raw  string
		want Input
	}{
		{"https://example.com/a.pdf", Input{Form: URL, Name: "https://example.com/a.pdf"}},
		{"HTTP://Example.com/a.pdf?sig=s#f", Input{Form: URL, Name: "HTTP://Example.com/a.pdf"}},
		{"https://user:pw@example.com/a@b.pdf?x", Input{Form: URL, Name: "https://example.com/a@b.pdf"}},
		{"https://user:pw@example.com", Input{Form: URL, Name: "https://example.com"}},
		{"http://user:p@w@[::1", Input{Form: URL, Name: "http://[::1"}},
		{"http://", Input{Form: URL, Name: "http://"}},

		{"https://docs.example/octavo/objects/x/a.pdf?expires=1&signature=s", Input{Form: Object, Name: "https://docs.example/octavo/objects/x/a.pdf"}},
		{"https://docs.example/octavo/other", Input{Form: URL, Name: "https://docs.example/octavo/other"}},
		{"https://docs.example.evil/octavo/objects/x", Input{Form: URL, Name: "https://docs.example.evil/octavo/objects/x"}},

		{"s3://bucket/folder/a b?.pdf", Input{Form: S3, Bucket: "bucket", Key: "folder/a b?.pdf", Name: "s3://bucket/folder/a b?.pdf"}},
		{"s3://abc//k", Input{Form: S3, Bucket: "abc", Key: "/k", Name: "s3://abc//k"}},
		{"s3://a.b-c/k", Input{Form: S3, Bucket: "a.b-c", Key: "k", Name: "s3://a.b-c/k"}},
		{"s3://abc/..a/b..", Input{Form: S3, Bucket: "abc", Key: "..a/b..", Name: "s3://abc/..a/b.."}},
		{"s3://", Input{Form: S3, Name: "s3://"}},
		{"s3:///k", Input{Form: S3, Name: "s3:///k"}},
		{"s3://b", Input{Form: S3, Name: "s3://b"}},
		{"s3://ab/k", Input{Form: S3, Name: "s3://ab/k"}},
		{"s3://bucket/", Input{Form: S3, Name: "s3://bucket/"}},
		{"s3://Bucket/k", Input{Form: S3, Name: "s3://Bucket/k"}},
		{"s3://-bucket/k", Input{Form: S3, Name: "s3://-bucket/k"}},
		{"S3://bucket/k", Input{Form: S3, Name: "S3://bucket/k"}},
		{"s3://bucket/../other/k", Input{Form: S3, Name: "s3://bucket/../other/k"}},
		{"s3://bucket/a/./k", Input{Form: S3, Name: "s3://bucket/a/./k"}},

		{"svc://" + id, Input{Form: File, ID: id, Name: "svc://" + id}},
		{"svc://" + id + ".pdf", Input{Form: File, ID: id, Name: "svc://" + id + ".pdf"}},
		{"svc://" + strings.ToUpper(id) + ".PDF", Input{Form: File, ID: id, Name: "svc://" + strings.ToUpper(id) + ".PDF"}},
		{"SVC://" + id, Input{Form: File, ID: id, Name: "SVC://" + id}},
		{"corp://" + id + ".docx", Input{Form: File, ID: id, Name: "corp://" + id + ".docx"}},
		{"svc://" + id + "x", Input{Form: File, Name: "svc://" + id + "x"}},
		{"svc://" + id + "./../x", Input{Form: File, Name: "svc://" + id + "./../x"}},
		{"svc://nonsense", Input{Form: File, Name: "svc://nonsense"}},
		{"svc://", Input{Form: File, Name: "svc://"}},

		{"jobid://" + id, Input{Form: Job, ID: id, Name: "jobid://" + id}},
		{"jobid://" + id + "x", Input{Form: Job, Name: "jobid://" + id + "x"}},
		{"jobid://{" + id + "}", Input{Form: Job, Name: "jobid://{" + id + "}"}},
		{"jobid://", Input{Form: Job, Name: "jobid://"}},

		{"", Input{}},
		{"string", Input{Name: "string"}},
		{"file:///etc/passwd", Input{Name: "file:///etc/passwd"}},
		{"ftp://user:pw@host/x?y", Input{Name: "ftp://host/x"}},
		{"http:/example.com", Input{Name: "http:/example.com"}},
		{"other://" + id, Input{Name: "other://" + id}},
		{"data:application/pdf;base64,SECRET", Input{Name: "data:application/pdf;base64"}},
		{"data:text/plain,http://x", Input{Name: "data:text/plain"}},
		{strings.Repeat("é", 200), Input{Name: strings.Repeat("é", maxVague-1) + "…"}},
	} {
		tt.want.Raw = tt.raw
		if diff := cmp.Diff(tt.want, Parse(tt.raw, scheme)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.raw, diff)
		}
	}
	if in := Parse("https://example.com/objects/x", Scheme{}); in.Form != URL {
		t.Errorf("without a public URL nothing is ours, got %v", in.Form)
	}
}

// Whatever comes in, a name stays short and shows no query string of a URL.
func TestParseNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		prefix := rapid.SampledFrom([]string{"", "http://", "https://h/", "s3://bucket/", "svc://", "jobid://", "x://"}).Draw(t, "prefix")
		in := Parse(prefix+rapid.String().Draw(t, "rest")+rapid.SampledFrom([]string{"", strings.Repeat("ö", 3000)}).Draw(t, "tail"), scheme)
		if n := utf8.RuneCountInString(in.Name); n > maxName {
			t.Fatalf("a name of %d characters", n)
		}
		if (in.Form == URL || in.Form == Unknown) && strings.ContainsAny(in.Name, "?#") {
			t.Fatalf("name %q", in.Name)
		}
	})
}

func TestFileID(t *testing.T) {
	for raw, want := range map[string]string{
		id:                      id,
		id + ".pdf":             id,
		strings.ToUpper(id):     id,
		"svc://" + id:           id,
		"svc://" + id + ".pdf":  id,
		"svc:/" + id + ".pdf":   id,
		"corp://" + id + ".pdf": id,
		"corp:/" + id:           id,
		"svc:" + id:             "",
		"svc:///" + id:          "",
		"other://" + id:         "",
		"http://" + id:          "",
		id + "x":                "",
		id + "/x":               "",
		id + ".a/b":             "",
		id[:35]:                 "",
		"":                      "",
	} {
		if got, ok := FileID(raw, scheme); got != want || ok != (want != "") {
			t.Errorf("%q: got %q, %v", raw, got, ok)
		}
	}
}

func TestDescribe(t *testing.T) {
	var inputs []Input
	for _, raw := range []string{"https://a.example/<x>&.pdf?sig=1", "s3://bucket/k", "svc://" + id + ".pdf", "jobid://" + id, "string",
		"https://docs.example/octavo/objects/x/a.pdf?signature=s"} {
		inputs = append(inputs, Parse(raw, scheme))
	}
	got := Describe(inputs)
	want := `{"inputs":[{"kind":"url","name":"https://a.example/<x>&.pdf"},{"kind":"s3","name":"s3://bucket/k"},` +
		`{"kind":"file","name":"svc://` + id + `.pdf"},{"kind":"job","name":"jobid://` + id + `"},{"kind":"url","name":"string"},` +
		`{"kind":"url","name":"https://docs.example/octavo/objects/x/a.pdf"}]}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := Describe(nil); got != `{"inputs":[]}` {
		t.Errorf("no inputs: %s", got)
	}
}

func TestExtensionOf(t *testing.T) {
	for media, want := range map[string]string{
		"application/pdf": "pdf", "Image/JPEG": "jpg", "application/octet-stream": "", "": "",
		"application/vnd.ms-excel.sheet.macroEnabled.12": "xlsm",
	} {
		if got := ExtensionOf(media); got != want {
			t.Errorf("%q: got %q", media, got)
		}
	}
	for media, ext := range extensions {
		if media != strings.ToLower(media) || strings.ContainsAny(ext, ".") {
			t.Errorf("the row %q %q is never found", media, ext)
		}
	}
}
