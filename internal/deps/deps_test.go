// Package deps keeps the direction of the imports: what a package must not know, which modules are let in, and who
// may open connections to the outside.
package deps

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	module   = "github.com/octavo-dev/octavo"
	internal = module + "/internal/"
)

// goPackage is what `go list` says about one package.
type goPackage struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	Standard   bool
	Module     *struct{ Path string }
	Imports    []string // written in its own files
	Deps       []string // and all that these bring
}

// name is the import path without what all our packages share.
func (p goPackage) name() string {
	return strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, internal), module+"/")
}

func list(t *testing.T, args ...string) []goPackage {
	t.Helper()
	// go test remembers a pass until a file the test itself looked at changes, and go list is another process.
	for _, dir := range []string{"../../client", "../../cmd", "../../internal"} {
		if err := filepath.WalkDir(dir, func(string, fs.DirEntry, error) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", append([]string{"list", "-e", "-json=ImportPath,Dir,GoFiles,Standard,Module,Imports,Deps"}, args...)...)
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			t.Fatalf("go list: %s", exit.Stderr)
		}
		t.Fatal(err)
	}
	var pkgs []goPackage
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return pkgs
		} else if err != nil {
			t.Fatal(err)
		}
		pkgs = append(pkgs, p)
	}
}

// under reports whether an import path is the named package or below it. A name is that of one of our internal
// packages or, when it has a slash, may be a whole import path.
func under(path string, names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		whole := strings.Contains(name, "/") && strings.HasPrefix(path+"/", name+"/")
		return whole || strings.HasPrefix(path+"/", internal+name+"/")
	})
}

// testSupport reports whether a package exists for tests only: testenv, chaos, and conformance suites such as
// job/jobtest.
func testSupport(path string) bool {
	return under(path, "testenv", "chaos", "deps") || strings.HasSuffix(path, "test")
}

func ours(path string) bool { return path == module || strings.HasPrefix(path, module+"/") }
