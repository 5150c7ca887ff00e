package conformance

import (
	"os"
	"os/exec"
	"testing"

	"github.com/octavo-dev/octavo/internal/testenv"
)

// TestPublishedClient has the library itself go through the rows that it can show.
func TestPublishedClient(t *testing.T) {
	dir, err := testenv.NodeModules("../node")
	if err != nil {
		t.Fatal(err)
	}
	host, secure := newHost(t), newCertificate(t)
	s := testenv.Serve(t, secure.settings())
	cmd := exec.CommandContext(t.Context(), "node", "checklist.mjs")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "REDUCTO_BASE_URL="+s.URL, "REDUCTO_API_KEY=none", "NODE_EXTRA_CA_CERTS="+secure.file,
		"OCTAVO_DOCUMENTS="+host.url, "OCTAVO_PREFIX="+prefix, "OCTAVO_BUSY="+newFront(t, s.URL, secure).url)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
