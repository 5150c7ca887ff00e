package testenv

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// NodeModules returns a copy of an npm project with its locked packages installed. The copy is kept under the
// repository's .cache, by the checksum of the project's files, so that it is made once.
func NodeModules(project string) (dir string, err error) {
	root, err := repository()
	if err != nil {
		return "", err
	}
	entries, err := os.ReadDir(project)
	if err != nil {
		return "", fmt.Errorf("read npm project: %w", err)
	}
	sum := sha256.New()
	contents := map[string][]byte{}
	for _, e := range entries {
		if e.IsDir() {
			continue
		}
		body, err := os.ReadFile(filepath.Join(project, e.Name()))
		if err != nil {
			return "", fmt.Errorf("read npm project: %w", err)
		}
		contents[e.Name()] = body
		fmt.Fprintf(sum, "%s %d\n%s", e.Name(), len(body), body)
	}
	dir = filepath.Join(root, ".cache", "node", hex.EncodeToString(sum.Sum(nil))[:16])
	return dir, once(dir+".lock", filepath.Join(dir, ".installed"), func() error {
		return installNode(dir, contents)
	})
}

func installNode(dir string, contents map[string][]byte) error {
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, body := range contents {
		if err := os.WriteFile(filepath.Join(dir, name), body, 0o644); err != nil {
			return err
		}
	}
	cmd := exec.Command("npm", "ci", "--ignore-scripts")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("npm ci: %w: %s", err, out)
	}
	return nil
}
