package browser_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"
)

// message is a webhook as it arrived.
type message struct {
	ID   string          `json:"id"`
	Path string          `json:"path"`
	Body json.RawMessage `json:"body"`
}

// newHost stands for the machines of others: /files/ has the documents, /hook takes webhooks, /refuse refuses them, and
// /arrived lists those that came.
func newHost(t *testing.T, files map[string]string) string {
	t.Helper()
	var mu sync.Mutex
	arrived := []message{}
	take := func(status int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			arrived = append(arrived, message{ID: r.Header.Get("webhook-id"), Path: r.URL.Path, Body: body})
			w.WriteHeader(status)
		}
	}
	mux := http.NewServeMux()
	mux.Handle("POST /hook", take(http.StatusNoContent))
	mux.Handle("POST /refuse", take(http.StatusInternalServerError))
	mux.HandleFunc("GET /arrived", func(w http.ResponseWriter, _ *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if err := json.NewEncoder(w).Encode(arrived); err != nil {
			t.Error(err)
		}
	})
	mux.HandleFunc("GET /files/{name}", func(w http.ResponseWriter, r *http.Request) {
		for _, path := range files {
			if filepath.Base(path) == r.PathValue("name") {
				http.ServeFile(w, r, path)
				return
			}
		}
		http.NotFound(w, r)
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s.URL
}
