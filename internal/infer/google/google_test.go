package google_test

import (
	"testing"

	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/infer/google"
	"github.com/octavo-dev/octavo/internal/infer/infertest"
)

// TestConformance has the server fail in every way there is: by name, after a bounded number of requests, without its words. Fault 38.
func TestConformance(t *testing.T) {
	client := infer.NewClient()
	t.Cleanup(client.CloseIdleConnections)
	infertest.Run(t, func(t *testing.T, url string) infer.Backend {
		b, err := google.New(t.Context(), google.Options{Model: "model", Endpoint: url, Key: infertest.Key, Client: client})
		if err != nil {
			t.Fatal(err)
		}
		return b
	})
}
