// Package guide does what the documentation tells people to do, and looks whether it is true: the commands of the pages, the
// links between them, the files for deployment, and the programs that show how to call the service.
package guide

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/octavo-dev/octavo/internal/testenv"
)

func TestMain(m *testing.M) { testenv.Main(m) }

const root = "../.."

// read is the text of a file of the repository.
func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
