package app

import (
	"context"

	"github.com/octavo-dev/octavo/internal/config"
	"github.com/octavo-dev/octavo/internal/guard"
	"github.com/octavo-dev/octavo/internal/local"
	"github.com/octavo-dev/octavo/internal/op"
)

// Local runs operations in this process, without a database or a store.
type Local struct {
	*local.Runner
	Reading *Reading
}

// OpenLocal puts together what operations need, as the service does, for so many workers.
func OpenLocal(ctx context.Context, cfg *config.Config, workers int) (*Local, error) {
	if err := CheckVersions(cfg); err != nil {
		return nil, err
	}
	web, err := guard.New(guard.Policy{Allow: cfg.Fetch.Allow, Ports: cfg.Fetch.Ports})
	if err != nil {
		return nil, err
	}
	models, err := OpenModels(ctx, cfg, nil)
	if err != nil {
		return nil, err
	}
	reading, err := OpenReading(ctx, cfg, workers)
	if err != nil {
		return nil, err
	}
	env := op.Env{Site: site(cfg, reading), Reader: reading.Reader, PDF: reading.Writer, Models: models, Embed: reading.Embedder}
	return &Local{local.New(env, web, cfg.Fetch.Timeout, workers), reading}, nil
}

// Close ends the processes.
func (l *Local) Close() error { return l.Reading.Close() }
