package browser_test

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/octavo-dev/octavo/internal/studio"
	"github.com/octavo-dev/octavo/internal/testenv"
)

const sources = "../../internal/studio"

// looked has go test run a test again after a change of files that only other processes read.
func looked(t *testing.T, dir string) {
	t.Helper()
	if err := filepath.WalkDir(dir, func(_ string, _ fs.DirEntry, err error) error { return err }); err != nil {
		t.Fatal(err)
	}
}

func TestTypes(t *testing.T) {
	modules, err := testenv.NodeModules("npm")
	if err != nil {
		t.Fatal(err)
	}
	looked(t, filepath.Join(sources, "src"))
	cmd := exec.Command("node", filepath.Join(modules, "node_modules", "typescript", "bin", "tsc"), "-p", filepath.Join(sources, "tsconfig.json"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestBuilt holds the files that are served against what the sources give.
func TestBuilt(t *testing.T) {
	looked(t, "../../tools/bundle")
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "src"), os.DirFS(filepath.Join(sources, "src"))); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "run", "-C", "../../tools/bundle", ".", dir).CombinedOutput(); err != nil {
		t.Fatalf("bundle: %v\n%s", err, out)
	}
	built, err := os.ReadDir(filepath.Join(dir, "dist"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range built {
		want, err := os.ReadFile(filepath.Join(dir, "dist", e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := fs.ReadFile(studio.Files, "dist/"+e.Name()); err != nil || !bytes.Equal(got, want) {
			t.Errorf("dist/%s is not what the sources give (%v); run go generate ./internal/studio", e.Name(), err)
		}
	}
	if served, err := fs.ReadDir(studio.Files, "dist"); err != nil || len(served) != len(built) {
		t.Errorf("%d files are served, %d are built, %v", len(served), len(built), err)
	}
}
