package app_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/octavo-dev/octavo/internal/org"
	"github.com/octavo-dev/octavo/internal/testenv"
)

// TestPublishedClient drives the service with the client library people already use, unchanged.
func TestPublishedClient(t *testing.T) {
	dir, err := testenv.NodeModules(filepath.Join("..", "..", "test", "node"))
	if err != nil {
		t.Fatal(err)
	}
	for _, dialect := range []string{"sqlite", "postgres"} {
		t.Run(dialect, func(t *testing.T) {
			s := start(t, dialect)
			_, secret, err := s.Orgs.CreateKey(t.Context(), org.NewKey{Org: "acme", Name: "client", Scopes: org.All})
			if err != nil {
				t.Fatal(err)
			}
			cmd := exec.CommandContext(t.Context(), "node", "client.mjs")
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "REDUCTO_BASE_URL="+s.url, "REDUCTO_API_KEY="+secret, "OCTAVO_KEYS=yes")
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
		})
	}
}
