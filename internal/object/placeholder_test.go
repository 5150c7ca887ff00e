package object_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/object"
)

func TestExpand(t *testing.T) {
	each(t, func(t *testing.T, e *env) {
		mark := object.NewMark()
		image := e.add(t, object.Artifact{JobID: "job", Kind: object.Image, Filename: `fig "1" & <2>.png`, ContentType: "image/png"}, "png")
		foreign := e.add(t, object.Artifact{JobID: "other job", Kind: object.Image, Filename: "x.png"}, "png")
		p := object.Placeholder(mark, image)
		expand := func(body string) string {
			t.Helper()
			out, err := e.Expand(t.Context(), []byte(body), mark, "job")
			if err != nil {
				t.Fatal(err)
			}
			return string(out)
		}
		link := strings.TrimSuffix(strings.TrimPrefix(expand(`["`+p+`"]`), `["`), `"]`)
		if strings.Contains(link, "octavo-"+mark) || strings.ContainsAny(link, `"\<> `) {
			t.Fatalf("got %s", link)
		}
		if e.proxy == nil {
			if id, err := e.VerifyURL("GET", link); err != nil || id != image.ID {
				t.Errorf("%s: %q, %v", link, id, err)
			}
		}
		for _, tt := range []struct{ name, body, want string }{
			{"several", `{"a":"` + p + `","b":["` + p + `","` + p + `"]}`, `{"a":"` + link + `","b":["` + link + `","` + link + `"]}`},
			{"spaces stay", "{ \"a\" :\t\"" + p + "\" }\n", "{ \"a\" :\t\"" + link + "\" }\n"},
			{"whole body", `"` + p + `"`, `"` + link + `"`},
			{"inside text", `"see ` + p + `"`, `"see ` + p + `"`},
			{"with more behind", `"` + p + `/x"`, `"` + p + `/x"`},
			{"quoted in text", `"he said \"` + p + `\" twice"`, `"he said \"` + p + `\" twice"`},
			{"cut", `["` + p[:len(p)-1] + `"]`, `["` + p[:len(p)-1] + `"]`},
			{"at the very end", `"` + p, `"` + p},
			{"another mark", `"` + object.Placeholder(object.NewMark(), image) + `"`, ""},
			{"an object of another job", `["` + object.Placeholder(mark, foreign) + `"]`, `[null]`},
			{"an object that never was", `["octavo-` + mark + `:00000000-0000-4000-8000-000000000000"]`, `[null]`},
			{"after an escaped backslash", `["\\","` + p + `"]`, `["\\","` + link + `"]`},
			{"nothing", `{"a":1}`, `{"a":1}`},
			{"empty", ``, ``},
		} {
			want := tt.want
			if want == "" {
				want = tt.body
			}
			if got := expand(tt.body); normal(got) != normal(want) {
				t.Errorf("%s:\n got %s\nwant %s", tt.name, got, want)
			}
		}
		if out, err := e.Expand(t.Context(), []byte(`"`+p+`"`), "", "job"); err != nil || string(out) != `"`+p+`"` {
			t.Errorf("without a mark: %s, %v", out, err)
		}

		later := e.clock
		before := expand(`"` + p + `"`)
		later.Add(time.Minute)
		if e.proxy == nil && expand(`"`+p+`"`) == before {
			t.Error("the URL was not signed afresh")
		}
		if err := e.RemoveJob(t.Context(), "job", true); err != nil {
			t.Fatal(err)
		}
		if got := expand(`"` + p + `"`); got != "null" {
			t.Errorf("after the removal of the image: %s", got)
		}
	})
}

// normal takes the time out of presigned URLs, which may be signed a second apart.
func normal(s string) string {
	for _, name := range []string{"X-Amz-Date=", "X-Amz-Signature="} {
		parts := strings.Split(s, name)
		for i := range parts[1:] {
			_, parts[i+1], _ = cutAny(parts[i+1], `&"`)
		}
		s = strings.Join(parts, name)
	}
	return s
}

func cutAny(s, chars string) (before, after string, found bool) {
	if i := strings.IndexAny(s, chars); i >= 0 {
		return s[:i], s[i:], true
	}
	return s, "", false
}

// Whatever the JSON around it, only strings that are exactly a placeholder change, and it makes no difference in
// which pieces the body is read.
func TestExpandAnyJSON(t *testing.T) {
	e := newEnv(t, "sqlite", false)
	mark := object.NewMark()
	image := e.add(t, object.Artifact{JobID: "job", Kind: object.Image, Filename: "x.png"}, "png")
	placeholder := object.Placeholder(mark, image)
	link, err := e.URL(t.Context(), image)
	if err != nil {
		t.Fatal(err)
	}
	text := rapid.OneOf(
		rapid.Just(placeholder),
		rapid.String(),
		rapid.StringMatching(`[\\"]{0,3}`),
		rapid.Custom(func(t *rapid.T) string {
			around := rapid.SampledFrom([]string{"", `"`, `\`, `\"`, `":"`, "octavo-", `"octavo-` + mark + ":"})
			return around.Draw(t, "before") + placeholder + around.Draw(t, "after")
		}),
	)
	rapid.Check(t, func(t *rapid.T) {
		value := map[string]any{"list": rapid.SliceOf(text).Draw(t, "list"), "text": text.Draw(t, "text"), "n": 1.5}
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(rapid.Bool().Draw(t, "escape"))
		if err := enc.Encode(value); err != nil {
			t.Fatal(err)
		}
		out, err := e.Expand(t.Context(), b.Bytes(), mark, "job")
		if err != nil {
			t.Fatal(err)
		}
		want := replaceStrings(decode(t, b.Bytes()), placeholder, link)
		if got := decode(t, out); !reflect.DeepEqual(got, want) {
			t.Fatalf("%s\n got %v\nwant %v", b.Bytes(), got, want)
		}
		marked, err := e.Add(t.Context(), object.Artifact{JobID: "job", Kind: object.Result, Filename: "r.json", Mark: mark}, bytes.NewReader(b.Bytes()), 0)
		if err != nil {
			t.Fatal(err)
		}
		body, err := e.OpenExpanded(t.Context(), marked)
		if err != nil {
			t.Fatal(err)
		}
		defer body.Close()
		streamed, err := io.ReadAll(iotest.OneByteReader(body))
		if err != nil || !bytes.Equal(streamed, out) {
			t.Fatalf("streamed %s, %v\nat once %s", streamed, err, out)
		}
	})
}

func decode(t *rapid.T, body []byte) (v any) {
	if err := json.Unmarshal(body, &v); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	return v
}

func replaceStrings(v any, from, to string) any {
	switch v := v.(type) {
	case string:
		if v == from {
			return to
		}
	case []any:
		for i := range v {
			v[i] = replaceStrings(v[i], from, to)
		}
	case map[string]any:
		for k := range v {
			v[k] = replaceStrings(v[k], from, to)
		}
	}
	return v
}

// A body of many pieces has placeholders across every kind of boundary.
func TestOpenExpandedLong(t *testing.T) {
	e := newEnv(t, "sqlite", false)
	mark := object.NewMark()
	image := e.add(t, object.Artifact{JobID: "job", Kind: object.Image, Filename: "x.png"}, "png")
	var b bytes.Buffer
	b.WriteString(`["start"`)
	for i := range 3000 {
		fmt.Fprintf(&b, `,%q,%q`, strings.Repeat("x", i%97), object.Placeholder(mark, image))
	}
	b.WriteString(`]`)
	o := e.add(t, object.Artifact{JobID: "job", Kind: object.Result, Filename: "r.json", Mark: mark}, b.String())
	want, err := e.Expand(t.Context(), b.Bytes(), mark, "job")
	if err != nil || bytes.Contains(want, []byte(mark)) {
		t.Fatalf("%v", err)
	}
	body, err := e.OpenExpanded(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer body.Close()
	if got, err := io.ReadAll(body); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes, %v; want %d", len(got), err, len(want))
	}

	plain := e.add(t, object.Artifact{JobID: "job", Kind: object.Result, Filename: "r.json"}, b.String())
	body, err = e.OpenExpanded(t.Context(), plain)
	if err != nil {
		t.Fatal(err)
	}
	defer body.Close()
	if got, err := io.ReadAll(body); err != nil || !bytes.Equal(got, b.Bytes()) {
		t.Errorf("without a mark: %d bytes, %v", len(got), err)
	}
}

// Six megabytes with a thousand URLs are signed in a few milliseconds.
func BenchmarkExpand(b *testing.B) {
	e := newEnv(b, "sqlite", false)
	mark := object.NewMark()
	var body bytes.Buffer
	for range 1000 {
		o, err := e.Add(b.Context(), object.Artifact{Org: org, JobID: "job", Kind: object.Image, Filename: "x.png"}, strings.NewReader("png"), 0)
		if err != nil {
			b.Fatal(err)
		}
		fmt.Fprintf(&body, "%q,%q,", strings.Repeat("text ", 1250), object.Placeholder(mark, o))
	}
	b.SetBytes(int64(body.Len()))
	for b.Loop() {
		if _, err := e.Expand(b.Context(), body.Bytes(), mark, "job"); err != nil {
			b.Fatal(err)
		}
	}
}
