package conformance

import (
	"net/http"
	"os"
	"path/filepath"

	"github.com/octavo-dev/octavo/internal/testenv"
)

func wrongKey(v *visit) {
	const right = "a-key-of-this-test"
	file := filepath.Join(v.TempDir(), "keys")
	if err := os.WriteFile(file, []byte(right+" acme\n"), 0o600); err != nil {
		v.Fatal(err)
	}
	settings := v.secure.settings()
	settings["auth"] = "{key_file: " + file + "}"
	locked := newCaller(v.T, testenv.Serve(v.T, settings).URL, v.secure)
	for _, header := range [][]string{nil, {"Authorization", "Bearer not-a-key-at-all"}, {"Authorization", right}} {
		a := locked.send("POST", "/parse", object{"input": v.letter()}, header...)
		if a.status != http.StatusUnauthorized || a.header.Get("WWW-Authenticate") == "" {
			v.Errorf("%v: %d, WWW-Authenticate %q", header, a.status, a.header.Get("WWW-Authenticate"))
		}
	}
	refused := locked.want(http.StatusUnauthorized, "GET", "/jobs", nil, "Authorization", "Bearer not-a-key-at-all")
	if got := text(refused, "error", "name"); got != "AUTH_ERROR" {
		v.Errorf("name %q", got)
	}
	v.done(locked.want(http.StatusOK, "POST", "/parse", object{"input": v.letter()}, "Authorization", "Bearer "+right))
}
