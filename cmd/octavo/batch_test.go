package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

// papers is a folder of documents, one of which is empty.
func papers(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for name, content := range map[string]string{
		"a.md": "# Letter", "a.txt": "Plain", "sub/b.csv": "Article,Price\nPencil,0.45\n", "empty.txt": "", ".hidden.md": "no", "notes.xyz": "no",
	} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// outputs are the files below a folder with their content.
func outputs(t *testing.T, root string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		name, _ := filepath.Rel(root, path)
		out[name] = string(raw)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestFolder(t *testing.T) {
	config, in := settings(t), papers(t)
	to := filepath.Join(in, "out") // inside the folder that is read
	if out, code := octavo(config, "parse", in, "-o", to); code != 1 || out != "" {
		t.Errorf("%d %s", code, out)
	}
	made := outputs(t, to)
	if made["a.md.md"] != "# Letter\n" || made["a.txt.md"] != "Plain\n" || !strings.Contains(made["sub/b.csv.md"], "Pencil") || len(made) != 4 {
		t.Errorf("%v", made)
	}
	if err := os.Remove(filepath.Join(in, "empty.txt")); err != nil {
		t.Fatal(err)
	}
	spoil := func() {
		t.Helper()
		if err := os.WriteFile(filepath.Join(to, "a.md.md"), []byte("* Letter\n"), 0o644); err != nil { // of the same size
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name string
		args []string
		want string
	}{
		{"Finished", nil, "* Letter\n"},
		{"Force", []string{"--force"}, "# Letter\n"},
		{"OtherOptions", []string{"--pages", "1"}, "# Letter\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			spoil()
			if _, code := octavo(config, append([]string{"parse", in, "-o", to}, c.args...)...); code != 0 {
				t.Errorf("exits %d", code)
			}
			if got := outputs(t, to); got["a.md.md"] != c.want || len(got) != 4 {
				t.Errorf("%q of %d outputs", got["a.md.md"], len(got))
			}
		})
	}
	if err := os.WriteFile(filepath.Join(in, "a.md"), []byte("# Changed"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, code := octavo(config, "parse", in, "-o", to, "--pages", "1"); code != 0 || outputs(t, to)["a.md.md"] != "# Changed\n" {
		t.Errorf("a changed document: %d %q", code, outputs(t, to)["a.md.md"])
	}
}

// Outputs beside their documents are not taken for documents.
func TestFolderIntoItself(t *testing.T) {
	config := settings(t)
	dir := filepath.Dir(written(t, "a.md", "# A")[0])
	for range 2 {
		if _, code := octavo(config, "parse", dir, "-o", dir); code != 0 {
			t.Errorf("exits %d", code)
		}
	}
	if made := outputs(t, dir); len(made) != 3 || made["a.md.md"] != "# A\n" {
		t.Errorf("%v", made)
	}
}

func TestFormats(t *testing.T) {
	config := settings(t)
	file := written(t, "list.md", "# Title & more\n\n## Part\n\n3. one\n4. two\n\n- dot\n\n| Name | Price |\n|---|---|\n| Pencil | 0.45 |\n")[0]
	out, code := octavo(config, "parse", file, "--format", "json")
	var full api.FullResult
	if err := json.Unmarshal([]byte(out), &full); err != nil || code != 0 || full.Type != "full" || len(full.Chunks) != 1 || len(full.Chunks[0].Blocks) < 5 {
		t.Errorf("%d %v %s", code, err, out)
	}
	if out, code = octavo(config, "parse", file, "--format", "csv"); code != 0 || out != "Name,Price\nPencil,0.45\n" {
		t.Errorf("%d %q", code, out)
	}
	out, code = octavo(config, "parse", file, "-f", "html")
	for _, want := range []string{
		"<title>list.md</title>", "<h1>Title &amp; more</h1>", "<h2>Part</h2>", "<ol>\n<li value=\"3\">one</li>\n<li value=\"4\">two</li>\n</ol>\n<ul>\n<li>dot</li>\n</ul>",
		"<table><tr><th>Name</th><th>Price</th></tr><tr><td>Pencil</td><td>0.45</td></tr></table>", "</html>\n",
	} {
		if code != 0 || !strings.Contains(out, want) {
			t.Errorf("%d: %q is not in %s", code, want, out)
		}
	}
	to := filepath.Join(t.TempDir(), "sub", "list.md")
	if out, code = octavo(config, "parse", file, "-o", to); code != 0 || out != "" {
		t.Errorf("%d %s", code, out)
	}
	if raw, err := os.ReadFile(to); err != nil || !strings.HasPrefix(string(raw), "# Title & more\n") {
		t.Errorf("%v %s", err, raw)
	}
}

func TestSeveral(t *testing.T) {
	config := settings(t)
	files := written(t, "one.txt", "Order number: A-1\n", "two.txt", "Order number: B-2\n",
		"schema.json", `{"type":"object","properties":{"order_number":{"type":"string"},"lines":{"type":"array","items":{"type":"string"}}}}`)
	one, two, schema := files[0], files[1], files[2]
	out, code := octavo(config, "extract", two, one, "--schema", schema, "--format", "csv")
	if want := fmt.Sprintf("file,order_number\n%s,B-2\n%s,A-1\n", two, one); code != 0 || out != want {
		t.Errorf("%d %s", code, out)
	}
	out, code = octavo(config, "extract", one, two, "--schema", schema)
	if lines := strings.Split(out, "\n"); code != 0 || len(lines) != 3 || !strings.Contains(lines[0], `"file":"`+one) || !strings.HasSuffix(lines[1], `"result":{"order_number":"B-2"}}`) {
		t.Errorf("%d %s", code, out)
	}
	if out, code = octavo(config, "extract", one, "--schema", schema, "--format", "csv"); code != 0 || out != "order_number\nA-1\n" {
		t.Errorf("%d %q", code, out)
	}
	out, code = octavo(config, "classify", one, two, "--category", "order=Has an order number", "--category", "letter=Has a salutation", "-f", "csv")
	if code != 0 || out != fmt.Sprintf("file,category,confidence\n%s,order,1.00\n%s,order,1.00\n", one, two) {
		t.Errorf("%d %s", code, out)
	}
	out, code = octavo(config, "split", one, two, "--section", "Orders=Orders for goods", "-f", "csv")
	if code != 0 || !strings.HasPrefix(out, "file,section,part,pages,confidence\n"+one+",Orders,,1,") || strings.Count(out, "\n") < 3 {
		t.Errorf("%d %s", code, out)
	}
	if out, code = octavo(config, "parse", one, two, "--together"); code != 0 || !strings.Contains(out, "A-1") || !strings.Contains(out, "B-2") {
		t.Errorf("%d %s", code, out)
	}
}

func TestWrongUse(t *testing.T) {
	config := settings(t)
	files := written(t, "a.txt", "A", "b.txt", "B", "bad.json", "{")
	dir := filepath.Dir(files[0])
	for _, args := range [][]string{
		{"parse"}, {"parse", "/nowhere.txt"}, {"parse", files[0], files[1]}, {"parse", dir}, {"parse", files[0], "--format", "xml"},
		{"parse", files[0], files[1], "--together", "-o", dir}, {"parse", files[0], "--pages", "x"}, {"parse", t.TempDir(), "-o", t.TempDir()},
		{"parse", "--debug", t.TempDir(), files[0], files[1]}, {"edit", dir, "stamp X"}, {"extract", files[0], "--schema", files[2]},
		{"extract", files[0], "--citations", "-f", "csv"}, {"classify", files[0]}, {"completion", "tcsh"}, {"help", "nothing"},
		{"parse", files[0], "--server", "nowhere"}, {"jobs", "list", "--from", "yesterday"}, {"jobs", "list", "--limit", "0"},
	} {
		if out, code := octavo(config, args...); code != exitUse || out != "" {
			t.Errorf("%v exits %d: %s", args, code, out)
		}
	}
	if _, code := octavo(config, "parse", files[0], "-o", files[0]); code != exitFailed {
		t.Errorf("writing over the source exits %d", code)
	}
}

// URLs are fetched under the address policy of the settings.
func TestURL(t *testing.T) {
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprintf(w, "# From %s", r.URL.Path) }))
	defer web.Close()
	if out, code := octavo(settings(t), "parse", web.URL+"/a.md"); code != exitFailed {
		t.Errorf("a loopback address exits %d: %s", code, out)
	}
	host := strings.TrimPrefix(web.URL, "http://")
	_, port, _ := strings.Cut(host, ":")
	config := settings(t, "fetch: {allow: [127.0.0.1], ports: ["+port+"]}")
	if out, code := octavo(config, "parse", web.URL+"/a.md"); code != 0 || out != "# From /a.md\n" {
		t.Errorf("%d %s", code, out)
	}
}

// The pages of a long document are read side by side, and joined.
func TestLongDocument(t *testing.T) {
	f := &pdfgen.File{}
	for n := range 70 {
		f.AddPage(pdfgen.Page{Content: fmt.Sprintf("BT /F1 12 Tf 72 700 Td (This is page number %d.) Tj ET", n+1)})
	}
	file := written(t, "long.pdf", string(f.Bytes()))[0]
	out, code := octavo(settings(t), "parse", file, "--jobs", "2")
	at := 0
	for n := range 70 {
		next := strings.Index(out[at:], fmt.Sprintf("page number %d.", n+1))
		if code != 0 || next < 0 {
			t.Fatalf("%d: page %d is missing or out of order", code, n+1)
		}
		at += next
	}
}

func TestEditFolder(t *testing.T) {
	config := settings(t)
	f := &pdfgen.File{}
	f.AddPage(pdfgen.Page{Content: "BT /F1 12 Tf 72 700 Td (Dear Anna,) Tj ET"})
	files := written(t, "a.pdf", string(f.Bytes()), "b.pdf", string(f.Bytes()))
	to := filepath.Join(t.TempDir(), "filled")
	out, code := octavo(config, "edit", filepath.Dir(files[0]), "-o", to, "-i", `Replace "Anna" with "Bea".`, "-j", "1")
	if want := filepath.Join(to, "a.pdf") + "\n" + filepath.Join(to, "b.pdf") + "\n"; code != 0 || out != want {
		t.Fatalf("%d %s", code, out)
	}
	if info, err := os.Stat(filepath.Join(to, "a.pdf")); err != nil || info.Mode().Perm()&0o044 == 0 {
		t.Errorf("nobody else can read it: %v %v", info.Mode(), err)
	}
	if out, code := octavo(config, "parse", filepath.Join(to, "b.pdf")); code != 0 || !strings.Contains(out, "Bea") {
		t.Errorf("%d %s", code, out)
	}
	out, code = octavo(config, "edit", files[0], files[1], `Stamp "COPY"`)
	if code != 0 || strings.Count(out, "-edited.pdf\n") != 2 {
		t.Errorf("%d %s", code, out)
	}
}

func TestRows(t *testing.T) {
	a := &answer{result: json.RawMessage(`[{"text":"a, \"b\"","none":null,"amount":1.50,"yes":true,"list":[1,"x"],"deep":{"k":"v"}}]`)}
	rows, err := valueRows(a)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := writeRows(&out, append(rows, row{{"amount", "2"}, {"new", "n"}})); err != nil {
		t.Fatal(err)
	}
	want := "text,none,amount,yes,list,deep,new\n\"a, \"\"b\"\"\",,1.50,true,\"[1,\"\"x\"\"]\",\"{\"\"k\"\":\"\"v\"\"}\",\n,,2,,,,n\n"
	if out.String() != want {
		t.Errorf("%s", out.String())
	}
}
