package browser_test

import (
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
	served, err := fs.Sub(studio.Files, "dist")
	if err != nil {
		t.Fatal(err)
	}
	want, got := contents(t, os.DirFS(filepath.Join(dir, "dist"))), contents(t, served)
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("dist/%s is not what the sources give; run go generate ./internal/studio", name)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d files are served, %d are built", len(got), len(want))
	}
}

func contents(t *testing.T, files fs.FS) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(files, ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, path)
		all[path] = string(text)
		return err
	})
	if err != nil || len(all) == 0 {
		t.Fatalf("%d files, %v", len(all), err)
	}
	return all
}
