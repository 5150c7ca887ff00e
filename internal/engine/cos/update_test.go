package cos_test

import (
	"bytes"
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/octavo-dev/octavo/internal/engine/cos"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
	"pgregory.net/rapid"
)

func whole(data []byte) *cos.File { return cos.Whole(bytes.NewReader(data), int64(len(data))) }

// changed writes a file with one more entry in its catalog.
func changed(t *testing.T, data []byte, entry any) []byte {
	t.Helper()
	u, err := whole(data).Update()
	if err != nil {
		t.Fatal(err)
	}
	ref, root := u.Root()
	root = maps.Clone(root)
	root["More"] = u.Add(entry)
	u.Set(ref, root)
	var b bytes.Buffer
	if n, err := u.WriteTo(&b); err != nil || n != int64(b.Len()) {
		t.Fatalf("wrote %d of %d: %v", n, b.Len(), err)
	}
	return b.Bytes()
}

func more(t *testing.T, data []byte) any {
	t.Helper()
	u, err := whole(data).Update()
	if err != nil {
		t.Fatal(err)
	}
	_, root := u.Root()
	v := u.Value(root["More"])
	if s, ok := v.(cos.Stream); ok {
		content, readable := u.Data(s)
		if !readable {
			t.Fatal("a stream that was written cannot be read")
		}
		return string(content)
	}
	return v
}

func TestUpdate(t *testing.T) {
	for name, data := range map[string][]byte{
		"plain":        sample(false).Bytes(),
		"packed":       sample(true).Bytes(),
		"noise before": append([]byte("noise\n"), sample(false).Bytes()...),
	} {
		t.Run(name, func(t *testing.T) {
			once := changed(t, data, cos.Dict{"A": []any{1, -2.5, cos.Text("a(b\\"), cos.Name("x y"), true, nil}})
			if !bytes.HasPrefix(once, data) {
				t.Error("the file itself was changed")
			}
			want := cos.Dict{"A": []any{1.0, -2.5, cos.Text("a(b\\"), cos.Name("x y"), true, nil}}
			if diff := cmp.Diff(any(want), more(t, once)); diff != "" {
				t.Error(diff)
			}
			twice := changed(t, once, cos.Stream{Data: []byte("hello")})
			if got := more(t, twice); got != "hello" {
				t.Errorf("got %v", got)
			}
			if unit := whole(twice).UserUnit(2); unit != 2.5 {
				t.Errorf("unit %v: what was there before is lost", unit)
			}
			pages, ok := whole(twice).Pages(10)
			if !ok || len(pages) != 3 || len(pages[0].Full["MediaBox"].([]any)) != 4 {
				t.Errorf("%d pages, %v", len(pages), ok)
			}
		})
	}
}

func TestUpdateUnsound(t *testing.T) {
	for name, data := range map[string][]byte{
		"nothing":   nil,
		"no start":  bytes.Replace(sample(false).Bytes(), []byte("startxref"), []byte("startxxxx"), 1),
		"encrypted": bytes.Replace(sample(false).Bytes(), []byte("/Root"), []byte("/Encrypt 8 0 R/Root"), 1),
	} {
		if _, err := whole(data).Update(); !errors.Is(err, cos.ErrUnsound) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	loop := sample(false)
	loop.Tree = "/Count 3/Kids[2 0 R 2 0 R]"
	if _, ok := whole(loop.Bytes()).Pages(10); ok {
		t.Error("a page tree in a circle was called sound")
	}
}

// values of PDF files, without references.
func values(depth int) *rapid.Generator[any] {
	kinds := []*rapid.Generator[any]{
		rapid.Map(rapid.Int32(), func(n int32) any { return float64(n) }),
		rapid.Map(rapid.Int32Range(-9999, 9999), func(n int32) any { return float64(n) / 16 }),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) any { return cos.Text(b) }),
		rapid.Map(rapid.SliceOfN(rapid.ByteRange(1, 255), 1, 9), func(b []byte) any { return cos.Name(b) }),
		rapid.Map(rapid.Bool(), func(b bool) any { return b }),
	}
	if depth > 0 {
		kinds = append(kinds, rapid.Map(rapid.SliceOfN(values(depth-1), 1, 4), func(v []any) any { return v }),
			rapid.Map(rapid.MapOfN(rapid.StringMatching(`[A-Za-z# ]{1,6}`), values(depth-1), 1, 4), func(m map[string]any) any {
				d := cos.Dict{}
				for k, v := range m {
					d[cos.Name(k)] = v
				}
				return d
			}))
	}
	return rapid.OneOf(kinds...)
}

func TestValuesSurvive(t *testing.T) {
	base := sample(false).Bytes()
	rapid.Check(t, func(r *rapid.T) {
		want := values(2).Draw(r, "value")
		if diff := cmp.Diff(want, more(t, changed(t, base, want))); diff != "" {
			r.Error(diff)
		}
	})
}

func TestText(t *testing.T) {
	for _, s := range []string{"", "plain", "a\nb", "Zoë", "東京", "🚀 up"} {
		if got := cos.Doc(s).String(); got != s {
			t.Errorf("%q became %q", s, got)
		}
	}
	for in, want := range map[cos.Text]string{"caf\xe9 \x80": "café •", "\xef\xbb\xbfZo\xc3\xab": "Zoë", "\xfe\xff\x00a\x00": "a"} {
		if got := in.String(); got != want {
			t.Errorf("%q became %q, want %q", string(in), got, want)
		}
	}
}

func TestStrings(t *testing.T) {
	f := &pdfgen.File{}
	f.AddPage(pdfgen.Page{Content: " "})
	f.Catalog = `/More[(a\(b\)\\) (c(d)e) (\101\7z\n) (x\` + "\n" + `y) (1` + "\r\n" + `2) <48 65 6C6> <zz>]`
	got := more(t, f.Bytes()).([]any)
	want := []any{cos.Text(`a(b)\`), cos.Text("c(d)e"), cos.Text("A\az\n"), cos.Text("xy"), cos.Text("1\n2"), cos.Text("Hel`"), cos.Text("")}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if strings.Contains(string(cos.Append(nil, cos.Text("\xff"))), "(") {
		t.Error("bytes that editors change are written as they are")
	}
}
