package app

import (
	"context"
	"net/http"
	"os"

	"github.com/octavo-dev/octavo/internal/config"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/infer/anthropic"
	"github.com/octavo-dev/octavo/internal/infer/google"
	"github.com/octavo-dev/octavo/internal/infer/openai"
)

// OpenModels gives every configured model its roles. Nothing is asked yet; called is told of every request later.
func OpenModels(ctx context.Context, cfg *config.Config, called func(model, outcome string)) (*infer.Set, error) {
	set, client, gates := &infer.Set{}, infer.NewClient(), map[[2]string]infer.Gate{}
	for _, m := range cfg.Inference.Models {
		server := [2]string{m.Provider, m.Endpoint}
		if gates[server] == nil {
			gates[server] = infer.NewGate()
		}
		model, err := openModel(ctx, cfg, m, client, gates[server], called)
		if err != nil {
			return nil, err
		}
		set.Add(model, m.Roles...)
	}
	return set, nil
}

func openModel(ctx context.Context, cfg *config.Config, m config.Model, client *http.Client, gate infer.Gate, called func(model, outcome string)) (*infer.Model, error) {
	b, err := backend(ctx, m, client)
	if err != nil {
		return nil, err
	}
	return infer.New(b, infer.Options{
		Name: m.Name, Provider: m.Provider, Own: m.Kind == "gpu", Context: m.Context, Output: m.MaxOutput,
		Timeout: cfg.Inference.Timeout, MaxWait: cfg.Inference.MaxWait, Gate: gate, Called: called,
	}), nil
}

// backend speaks the protocol of the provider; a local one speaks that of OpenAI.
func backend(ctx context.Context, m config.Model, client *http.Client) (infer.Backend, error) {
	key := ""
	if m.APIKeyEnv != "" {
		key = os.Getenv(m.APIKeyEnv)
	}
	switch m.Provider {
	case "anthropic":
		return anthropic.New(anthropic.Options{Model: m.Name, Endpoint: m.Endpoint, Key: key, Client: client}), nil
	case "google":
		return google.New(ctx, google.Options{Model: m.Name, Endpoint: m.Endpoint, Key: key, Client: client})
	}
	return openai.New(openai.Options{Model: m.Name, Endpoint: m.Endpoint, Key: key, Local: m.Provider == "local", Client: client}), nil
}
