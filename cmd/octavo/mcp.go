package main

import (
	"io"
	"log/slog"
	"net/http"
	"os"

	"github.com/octavo-dev/octavo/internal/app"
	"github.com/octavo-dev/octavo/internal/mcp"
)

type mcpCmd struct{ service }

// Run offers the tools over standard input and output until input ends. Nothing else may be written there.
func (cmd *mcpCmd) Run(s *session) error {
	options := mcp.Options{Version: version, Local: true}
	if cmd.Server != "" {
		c, err := cmd.client()
		if err != nil {
			return err
		}
		return mcp.New(options).Serve(s.ctx, c, os.Stdin, shared{s.out})
	}
	slog.SetLogLoggerLevel(slog.LevelWarn) // the host shows its user what goes to standard error
	cfg, err := s.config()
	if err != nil {
		return err
	}
	return withApp(s.ctx, cfg, func(a *app.App) error {
		c, err := a.Client(cmd.Key, http.DefaultTransport)
		if err != nil {
			return err
		}
		options.Unserved = true
		return mcp.New(options).Serve(s.ctx, c, os.Stdin, shared{s.out})
	})
}

// shared is an output that stays open for whoever wrote to it before.
type shared struct{ io.Writer }

func (shared) Close() error { return nil }
