package batch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tree makes a folder of files; a value that begins with -> is a link.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, content := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		if to, ok := strings.CutPrefix(content, "->"); ok {
			err = os.Symlink(filepath.Join(root, to), path)
		} else {
			err = os.WriteFile(path, []byte(content), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func places(found []Input) []string {
	var out []string
	for _, in := range found {
		out = append(out, in.Place)
	}
	return out
}

func text(name string) bool { return strings.HasSuffix(name, ".txt") }

func TestFind(t *testing.T) {
	root := tree(t, map[string]string{
		"in/a.txt": "a", "in/sub/b.txt": "b", "in/sub/deep/c.txt": "c", "in/picture.raw": "x", "in/.hidden.txt": "x", "in/.git/d.txt": "x",
		"in/link.txt": "->in/a.txt", "in/round": "->in", "other/a.txt": "a", "one.raw": "x", "empty/x.raw": "x", "link": "->in",
	})
	at := func(names ...string) (out []string) {
		for _, n := range names {
			if !IsURL(n) {
				n = filepath.Join(root, n)
			}
			out = append(out, n)
		}
		return out
	}
	for _, c := range []struct {
		name string
		args []string
		want []string
		says string
	}{
		{name: "Folder", args: at("in"), want: []string{"a.txt", "sub/b.txt", "sub/deep/c.txt"}},
		{name: "FilesOfAnyType", args: at("one.raw", "in/link.txt"), want: []string{"one.raw", "link.txt"}},
		{name: "FoldersUnderTheirNames", args: at("other", "in"), want: []string{"other/a.txt", "in/a.txt", "in/sub/b.txt", "in/sub/deep/c.txt"}},
		{name: "FolderBesideFile", args: at("other", "in/a.txt"), want: []string{"other/a.txt", "a.txt"}},
		{name: "URLs", args: at("https://example.com/x/r.pdf", "HTTP://example.com", "https://example.com/get?id=1", "https://example.com/get?id=2"),
			want: []string{"r.pdf", "example.com", "get-" + sum("https://example.com/get?id=1")[:8], "get-" + sum("https://example.com/get?id=2")[:8]}},
		{name: "SameOutput", args: at("in/a.txt", "other/a.txt"), says: "would have the same output"},
		{name: "Twice", args: at("in/a.txt", "in/a.txt"), says: "would have the same output"},
		{name: "Missing", args: at("none.txt"), says: "no such file"},
		{name: "NothingToRead", args: at("empty"), says: "no document that can be read"},
	} {
		t.Run(c.name, func(t *testing.T) {
			found, err := Finder{Readable: text}.Find(c.args)
			if c.says != "" {
				if err == nil || !strings.Contains(err.Error(), c.says) {
					t.Errorf("%v, %v", places(found), err)
				}
				return
			}
			if diff := cmp.Diff(c.want, places(found)); diff != "" || err != nil {
				t.Error(err, diff)
			}
		})
	}
}

// A link that is named itself may lead to a folder; what is skipped is not looked at.
func TestFindSkips(t *testing.T) {
	root := tree(t, map[string]string{"in/a.txt": "a", "in/out/a.txt.txt": "made", "in/b.txt": "made"})
	f := Finder{Readable: text, Skip: func(path string) bool {
		return filepath.Base(path) == "out" || filepath.Base(path) == "b.txt"
	}}
	found, err := f.Find([]string{filepath.Join(root, "in") + "/"})
	if diff := cmp.Diff([]string{"a.txt"}, places(found)); diff != "" || err != nil {
		t.Error(err, diff)
	}
}
