package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"os"
	"os/signal"
	"syscall"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"

	"github.com/octavo-dev/octavo/internal/app"
	"github.com/octavo-dev/octavo/internal/config"
	"github.com/octavo-dev/octavo/internal/trace"
)

type serveCmd struct{}

// Run serves until the process is told to stop, then drains.
func (serveCmd) Run(s *session) error {
	cfg, err := s.config()
	if err != nil {
		return err
	}
	startLog()
	listener, err := net.Listen("tcp", cfg.Listen)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	defer listener.Close()
	cfg.ListeningOn(listener.Addr().(*net.TCPAddr).Port)
	return withApp(s.ctx, cfg, func(a *app.App) error {
		return serve(s, a, listener)
	})
}

func serve(s *session, a *app.App, listener net.Listener) error {
	cfg := a.Config
	failed := make(chan error, 2)
	main, err := httpServer(cfg, otelhttp.NewHandler(a.Server, "octavo"))
	if err != nil {
		return err
	}
	go func() { failed <- listen(main, listener) }()
	if cfg.Ops.Listen != "" {
		ops, err := startOperator(a, failed)
		if err != nil {
			return err
		}
		defer ops.Close()
	}
	greet(s.out, a)
	select {
	case err := <-failed:
		return err
	case <-s.ctx.Done():
	}
	slog.Info("stopping", "grace", cfg.Shutdown.Grace.String(), "running", a.Running())
	// The listener stays open while running work ends, so that callers hear 503 instead of nothing.
	a.Drain(cfg.Shutdown.Grace)
	return hangUp(main)
}

// lastWords is how long answers have to get out once the work has ended.
const lastWords = 5 * time.Second

// hangUp delivers the answers that are due. Callers of synchronous jobs that never started are let go.
func hangUp(main *http.Server) error {
	ctx, cancel := context.WithTimeout(context.Background(), lastWords)
	defer cancel()
	err := main.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return main.Close()
	}
	return err
}

// startOperator serves the operator endpoints and the profiler on their own address.
func startOperator(a *app.App, failed chan<- error) (*http.Server, error) {
	listener, err := net.Listen("tcp", a.Config.Ops.Listen)
	if err != nil {
		return nil, fmt.Errorf("ops.listen: %w", err)
	}
	mux := http.NewServeMux()
	mux.Handle("/", a.Server.Operator())
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	ops := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	go func() { failed <- listen(ops, listener) }()
	return ops, nil
}

// httpServer bounds what a slow client can hold. There is no write timeout: synchronous calls and long polls
// take as long as their own limits say.
func httpServer(cfg *config.Config, h http.Handler) (*http.Server, error) {
	s := &http.Server{
		Handler: h, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
		ErrorLog: slog.NewLogLogger(slog.Default().Handler(), slog.LevelDebug),
	}
	if cfg.TLS.CertFile != "" {
		certificates, err := newCertificates(cfg.TLS.CertFile, cfg.TLS.KeyFile)
		if err != nil {
			return nil, err
		}
		s.TLSConfig = &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: certificates.get}
	}
	return s, nil
}

func listen(s *http.Server, l net.Listener) error {
	var err error
	if s.TLSConfig != nil {
		err = s.ServeTLS(l, "", "")
	} else {
		err = s.Serve(l)
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return fmt.Errorf("serve: %w", err)
}

type workerCmd struct{}

// Run works on jobs until the process is told to stop.
func (workerCmd) Run(s *session) error {
	cfg, err := s.config()
	if err != nil {
		return err
	}
	startLog()
	return withApp(s.ctx, cfg, func(a *app.App) error {
		failed := make(chan error, 1)
		if cfg.Ops.Listen != "" {
			ops, err := startOperator(a, failed)
			if err != nil { // a server beside it that has the same settings was first
				slog.Warn("this worker works, and its health and metrics cannot be asked for", "error", err)
			} else {
				defer ops.Close()
			}
		}
		slog.Info("working", "version", version, "cpu", cfg.Workers.CPU, "io", cfg.Workers.IO)
		select {
		case err := <-failed:
			return err
		case <-s.ctx.Done():
		}
		slog.Info("stopping", "grace", cfg.Shutdown.Grace.String(), "running", a.Running())
		a.Drain(cfg.Shutdown.Grace)
		return nil
	})
}

// withApp runs fn with everything started, and stops it all afterwards.
func withApp(ctx context.Context, cfg *config.Config, fn func(*app.App) error) error {
	flush, err := trace.Start(ctx, version)
	if err != nil {
		return err
	}
	a, err := app.Open(ctx, cfg, version)
	if err != nil {
		return err
	}
	a.Start(context.WithoutCancel(ctx))
	hangup := make(chan os.Signal, 1)
	signal.Notify(hangup, syscall.SIGHUP)
	go func() {
		for range hangup {
			a.Keys.Reload()
		}
	}()
	err = fn(a)
	signal.Stop(hangup)
	close(hangup)
	err = errors.Join(err, a.Close())
	flushed, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	return errors.Join(err, flush(flushed))
}

// startLog writes JSON lines to standard error.
func startLog() {
	slog.SetDefault(slog.New(slog.NewJSONHandler(os.Stderr, nil)))
}

// greet says what to do next.
func greet(out io.Writer, a *app.App) {
	base, studio := a.Config.PublicURL, a.Config.StudioURL
	if !a.Config.Studio.Enabled {
		studio = "Studio is switched off (studio.enabled)"
	}
	fmt.Fprintf(out, `Octavo %s is ready at %s

  Try it in a browser: %s
  The whole interface: %s/docs
  Health:              %s/ready
  Create an API key:   octavo keys create --org default --name laptop
`, version, base, studio, base, base)
}
