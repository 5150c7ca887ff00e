package app

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/config"
)

func TestReach(t *testing.T) {
	t.Setenv("REACH_TEST_KEY", "sk-secret")
	for _, c := range []struct {
		name, provider, path, header string
		status                       int
		ok                           bool
		says                         string
	}{
		{"Listed", "local", "/v1/models", "Authorization", 200, true, "m (local, language) can be reached"},
		{"NoList", "local", "/v1/models", "Authorization", 404, true, "can be reached"},
		{"Anthropic", "anthropic", "/v1/v1/models", "X-Api-Key", 200, true, "can be reached"},
		{"Google", "google", "/v1/v1beta/models", "X-Goog-Api-Key", 200, true, "can be reached"},
		{"WrongKey", "local", "/v1/models", "Authorization", 401, false, "refuses the key"},
		{"Broken", "local", "/v1/models", "Authorization", 503, false, "status 503"},
	} {
		t.Run(c.name, func(t *testing.T) {
			asked, key := "", ""
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				asked, key = r.Method+" "+r.URL.Path, strings.TrimPrefix(r.Header.Get(c.header), "Bearer ")
				w.WriteHeader(c.status)
			}))
			defer server.Close()
			m := config.Model{Name: "m", Provider: c.provider, Roles: []string{"language"}, Endpoint: server.URL + "/v1/", APIKeyEnv: "REACH_TEST_KEY"}
			f := reach(t.Context(), m)
			if f.OK != c.ok || !strings.Contains(f.Detail, c.says) || strings.Contains(f.Detail+f.Remedy, "secret") || f.Remedy == "" {
				t.Errorf("%+v", f)
			}
			if asked != "GET "+c.path || key != "sk-secret" {
				t.Errorf("asked %s with key %s", asked, key)
			}
		})
	}
	if f := reach(t.Context(), config.Model{Name: "m", Provider: "local", Endpoint: "::"}); f.OK || !strings.Contains(f.Detail, "no address") {
		t.Errorf("%+v", f)
	}
}
