package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/octavo-dev/octavo/internal/config"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/infer/anthropic"
	"github.com/octavo-dev/octavo/internal/infer/google"
	"github.com/octavo-dev/octavo/internal/infer/openai"
)

// examineModels finds out which of the configured models can be reached, all at once and without asking them anything.
func examineModels(ctx context.Context, cfg *config.Config, asked []string) []Finding {
	if len(cfg.Inference.Models) == 0 {
		return []Finding{{What: "model", OK: true, Detail: "none configured: the built-in engines do all work"}}
	}
	var look []func() Finding
	for _, m := range cfg.Inference.Models {
		if !slices.Contains(asked, m.Name) {
			look = append(look, func() Finding { return reach(ctx, m) })
		}
	}
	return atOnce(look...)
}

// reach asks who runs a model for the list of models, which costs nothing.
func reach(ctx context.Context, m config.Model) Finding {
	f := Finding{What: "model", Detail: fmt.Sprintf("%s (%s, %s)", m.Name, m.Provider, strings.Join(m.Roles, " ")), Remedy: "check its endpoint, and that this machine may reach it"}
	key := os.Getenv(m.APIKeyEnv)
	if m.APIKeyEnv != "" && key == "" {
		f.Detail, f.Remedy = f.Detail+" has no key", "set the variable "+m.APIKeyEnv
		return f
	}
	ctx, stop := context.WithTimeout(ctx, 5*time.Second)
	defer stop()
	r, err := listing(ctx, m, key)
	if err != nil {
		f.Detail += ": its endpoint is no address"
		return f
	}
	began := time.Now()
	resp, err := infer.NewClient().Do(r)
	if err == nil {
		err = resp.Body.Close()
	}
	var failure *infer.Failure
	switch {
	case errors.As(err, &failure) && (failure.Status == http.StatusUnauthorized || failure.Status == http.StatusForbidden):
		f.Detail, f.Remedy = f.Detail+" refuses the key", "correct the variable of api_key_env"
	case errors.As(err, &failure) && failure.Status >= 500:
		f.Detail, f.Remedy = fmt.Sprintf("%s fails at the moment: status %d", f.Detail, failure.Status), "look at the log of who runs it"
	case err != nil && (failure == nil || failure.Status == 0):
		f.Detail += " cannot be reached"
	default: // other refusals are answers too: not all have such a list
		f.OK, f.Detail = true, fmt.Sprintf("%s can be reached, in %d ms", f.Detail, time.Since(began).Milliseconds())
	}
	return f
}

// listing is the request for the list of models in the protocol of the provider.
func listing(ctx context.Context, m config.Model, key string) (*http.Request, error) {
	address, path, header := openai.Address, "models", map[string]string{"Authorization": "Bearer " + key}
	switch m.Provider {
	case "anthropic":
		address, path, header = anthropic.Address, "v1/models", map[string]string{"X-Api-Key": key, "Anthropic-Version": "2023-06-01"}
	case "google":
		address, path, header = google.Address, "v1beta/models", map[string]string{"X-Goog-Api-Key": key}
	}
	if m.Endpoint != "" {
		address = m.Endpoint
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(address, "/")+"/"+path, nil)
	if err != nil {
		return nil, err
	}
	for name, value := range header {
		if key != "" {
			r.Header.Set(name, value)
		}
	}
	return r, nil
}
