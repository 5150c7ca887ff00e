package browser_test

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/testenv"
)

// serve starts the service of a flow and gives its address. It may fetch from and send to the host of the test, and asks
// for the key if there is one.
func serve(t *testing.T, flow, host, key string) string {
	t.Helper()
	all := map[string]string{"fetch": "{allow: ['" + strings.TrimPrefix(host, "http://") + "']}"}
	if key != "" {
		file := filepath.Join(t.TempDir(), "keys")
		if err := os.WriteFile(file, []byte(key+" default all,admin\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		all["auth"] = "{key_file: " + file + "}"
	}
	maps.Copy(all, settings[flow])
	return testenv.Serve(t, all).URL
}
