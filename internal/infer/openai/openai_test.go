package openai_test

import (
	"testing"

	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/infer/infertest"
	"github.com/octavo-dev/octavo/internal/infer/openai"
)

// TestConformance has the server fail in every way there is: by name, after a bounded number of requests, without its words. Fault 38.
func TestConformance(t *testing.T) {
	client := infer.NewClient()
	t.Cleanup(client.CloseIdleConnections)
	infertest.Run(t, func(t *testing.T, url string) infer.Backend {
		return openai.New(openai.Options{Model: "model", Endpoint: url, Key: infertest.Key, Client: client})
	})
}
