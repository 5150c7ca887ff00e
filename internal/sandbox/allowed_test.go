package sandbox

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWhatIsAllowed(t *testing.T) {
	dir := t.TempDir()
	marker := filepath.Join(dir, "marker")
	if err := os.WriteFile(marker, []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(marker)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	t.Setenv("OCTAVO_TEST_SECRET", "inherited")
	for name, b := range boxes(t) {
		for _, tt := range []struct {
			name string
			p    Program
			want string
		}{
			{"file in Read", Program{Args: []string{"read", marker}, Read: []string{marker}}, "secret"},
			{"folder in Read", Program{Args: []string{"read", marker}, Read: []string{dir}}, "secret"},
			{"file handed over", Program{Args: []string{"files"}, Files: []*os.File{f}}, "secret"},
			{"other programs", Program{Args: []string{"spawn", "/bin/sh", "-c", "/bin/true"}, Exec: true}, ""},
			{"scratch", Program{Args: []string{"write", "here"}, Limits: Limits{Scratch: 1 << 20}}, ""},
		} {
			t.Run(tt.name+"/"+name, func(t *testing.T) {
				tt.p.Path, tt.p.Args = "/proc/self/exe", append([]string{"tool"}, tt.p.Args...)
				var out bytes.Buffer
				if err := b.Run(t.Context(), tt.p, nil, &out); err != nil || out.String() != tt.want {
					t.Errorf("%q, %v", &out, err)
				}
			})
		}
		t.Run("environment/"+name, func(t *testing.T) {
			p := tool("where")
			p.Env = []string{"LANG=C"}
			var out bytes.Buffer
			if err := b.Run(t.Context(), p, nil, &out); err != nil {
				t.Fatal(err)
			}
			dir, _, _ := strings.Cut(out.String(), " ")
			if want := fmt.Sprintf("%s %[1]s [TMPDIR=%[1]s HOME=%[1]s LANG=C]\n", dir); out.String() != want {
				t.Errorf("%q, want %q", &out, want)
			}
		})
		t.Run("talk/"+name, func(t *testing.T) {
			p, err := b.Start(tool("echo"))
			if err != nil {
				t.Fatal(err)
			}
			defer closeBoth(p)
			for _, word := range []string{"one", "two"} {
				got := make([]byte, 3)
				if _, err := io.WriteString(p.In, word); err != nil {
					t.Fatal(err)
				}
				if _, err := io.ReadFull(p.Out, got); err != nil || string(got) != word {
					t.Fatalf("%s, %v", got, err)
				}
			}
			p.In.Close()
			if err := p.Wait(); err != nil {
				t.Error(err)
			}
		})
	}
}
