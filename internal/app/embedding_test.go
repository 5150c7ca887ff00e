package app_test

import (
	"path/filepath"
	"testing"

	"github.com/octavo-dev/octavo/internal/app"
	"github.com/octavo-dev/octavo/internal/config"
	"github.com/octavo-dev/octavo/internal/embed"
)

// The embedding model runs behind the fences, and without its files there is none.
func TestEmbedding(t *testing.T) {
	engines, err := filepath.Abs("../../.cache/engines")
	if err != nil {
		t.Fatal(err)
	}
	open := func(dir string) *app.Reading {
		cfg, err := config.Load("", []string{"OCTAVO_ENGINES_DIR=" + dir, "OCTAVO_DATA_DIR=" + t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		r, err := app.OpenReading(t.Context(), cfg, 1)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := r.Close(); err != nil {
				t.Error(err)
			}
		})
		return r
	}
	if r := open(t.TempDir()); r.Embedder != nil {
		t.Error("an embedder without a model")
	}
	got, err := open(engines).Embedder.Embed(t.Context(), []string{"invoice number", "number of the invoice", "weather in spring"})
	if err != nil {
		t.Fatal(err)
	}
	if near, far := embed.Similarity(got[0], got[1]), embed.Similarity(got[0], got[2]); near < far+0.2 {
		t.Errorf("near %.2f, far %.2f", near, far)
	}
}
