// Package app assembles one process from its configuration; it is the only place that names databases, stores and engines.
package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/blob"
	"github.com/octavo-dev/octavo/internal/config"
	"github.com/octavo-dev/octavo/internal/cursor"
	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/guard"
	"github.com/octavo-dev/octavo/internal/health"
	"github.com/octavo-dev/octavo/internal/hook"
	"github.com/octavo-dev/octavo/internal/idempotency"
	"github.com/octavo-dev/octavo/internal/janitor"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/job/sqlstore"
	"github.com/octavo-dev/octavo/internal/metrics"
	"github.com/octavo-dev/octavo/internal/object"
	"github.com/octavo-dev/octavo/internal/op/all"
	"github.com/octavo-dev/octavo/internal/org"
	"github.com/octavo-dev/octavo/internal/pipeline"
	"github.com/octavo-dev/octavo/internal/server"
	"github.com/octavo-dev/octavo/internal/studio"
	"github.com/octavo-dev/octavo/internal/work"
)

// App is one process: everything `octavo serve` and `octavo worker` are made of.
type App struct {
	Config  *config.Config
	Version string
	DB      *database.DB
	Jobs    *sqlstore.Store
	Orgs    *org.Store
	Keys    *org.Authenticator
	Health  *health.Monitor
	Metrics *metrics.Set
	Server  *server.Server
	Objects *object.Store
	Ready   *Readiness

	blobs      *blob.Store
	reading    *Reading
	runner     *job.Runner
	crew       *work.Crew
	waiter     *job.Waiter
	dispatcher *hook.Dispatcher
	janitor    *janitor.Janitor

	closers    []func() error
	stop       context.CancelFunc
	background sync.WaitGroup
}

// Open connects to everything the process stands on. Nothing runs before Start.
func Open(ctx context.Context, cfg *config.Config, version string) (_ *App, err error) {
	a := &App{Config: cfg, Version: version, Metrics: metrics.New()}
	defer func() {
		if err != nil {
			err = errors.Join(err, a.close())
		}
	}()
	if err := CheckVersions(cfg); err != nil {
		return nil, err
	}
	if err := a.prepareFolders(); err != nil {
		return nil, err
	}
	if a.DB, err = OpenDatabase(ctx, cfg); err != nil {
		return nil, err
	}
	if err := upgrade(ctx, a.DB, version); err != nil {
		return nil, err
	}
	if a.blobs, err = blob.Open(ctx, cfg.Store.URL, storeAccess(cfg)); err != nil {
		return nil, fmt.Errorf("open the store: %w", err)
	}
	return a, a.assemble(ctx)
}

// OpenDatabase opens the configured database without migrating it.
func OpenDatabase(ctx context.Context, cfg *config.Config) (*database.DB, error) {
	return database.Open(ctx, cfg.DatabaseURL, database.Options{Synchronous: cfg.Database.Synchronous})
}

func (a *App) prepareFolders() error {
	if err := os.MkdirAll(a.tempDir(), 0o700); err != nil {
		return fmt.Errorf("create data_dir: %w", err)
	}
	return nil
}

func (a *App) tempDir() string { return filepath.Join(a.Config.DataDir, "tmp") }

// assemble joins the parts. Each constructor takes what it uses; nothing is looked up later.
func (a *App) assemble(ctx context.Context) error {
	cfg := a.Config
	secret, keys, err := signingKeys(ctx, a.DB, cfg)
	if err != nil {
		return err
	}
	owner := newOwner()
	cursors := cursor.New(secret)
	web, err := guard.New(guard.Policy{Allow: cfg.Fetch.Allow, Ports: cfg.Fetch.Ports})
	if err != nil {
		return err
	}
	a.Objects = object.New(a.DB, a.blobs, object.Options{
		PublicURL: cfg.PublicURL, IDScheme: cfg.IDScheme, Keys: keys, TTL: cfg.URLs.TTL, UploadTTL: cfg.URLs.UploadTTL,
		UploadRetention: cfg.Retention.Uploads, DocumentBytes: cfg.Limits.DocumentBytes,
		Environments: environments(cfg), Access: storeAccess(cfg), Now: time.Now,
	})
	a.closers = append(a.closers, a.Objects.Close)
	hub := job.NewHub()
	a.Jobs = sqlstore.New(a.DB, sqlstore.Options{
		Generation: Major(a.Version), Slots: cfg.Workers.CPU + cfg.Workers.IO, Hub: hub, OnFinish: a.ended,
	})
	a.waiter = job.NewWaiter(a.Jobs, hub)
	a.Orgs = org.NewStore(a.DB, orgSettings(cfg))
	shared, err := sharedRates(cfg, a.DB)
	if err != nil {
		return err
	}
	a.closers = append(a.closers, shared.close)
	rates, throttle, err := limiter(cfg, shared.Backend)
	if err != nil {
		return err
	}
	a.Keys, err = org.NewAuthenticator(a.Orgs, org.Options{
		KeyFile: cfg.Auth.KeyFile, PublicHostIsLoopback: org.LoopbackHost(publicHost(cfg)), InsecureOpen: cfg.Auth.InsecureOpen, Throttle: throttle,
	})
	if err != nil {
		return err
	}
	if a.dispatcher, err = hook.NewDispatcher(a.DB, web, hook.Options{DirectSecret: cfg.Webhooks.DirectSecret, Attempted: a.attempted}); err != nil {
		return err
	}
	resolver, err := a.resolver(ctx, web)
	if err != nil {
		return err
	}
	if a.reading, err = OpenReading(ctx, cfg, cfg.Workers.CPU+1); err != nil {
		return err
	}
	a.closers = append(a.closers, a.reading.Close)
	models, err := OpenModels(ctx, cfg, a.asked)
	if err != nil {
		return err
	}
	a.crew = &work.Crew{
		Operations: all.Work, Site: site(cfg, a.reading), Objects: a.Objects, Sources: resolver, Scheme: scheme(cfg), TempDir: a.tempDir(),
		Reader: a.reading.Reader, PDF: a.reading.Writer, Models: models, Embed: a.reading.Embedder, Parts: a.Jobs.Parts, Job: a.Jobs.Get,
	}
	a.runner = job.NewRunner(a.Jobs, hub, a.crew, a.crew, job.Options{
		Owner: owner, Workers: job.Workers{CPU: cfg.Workers.CPU, IO: cfg.Workers.IO}, Lease: cfg.Queue.Lease,
		Heartbeat: cfg.Queue.Heartbeat, JobTimeout: cfg.Limits.JobTimeout,
		Waits: job.Waits{Sync: cfg.Limits.SyncTimeout, Async: cfg.Queue.MaxWait}, Discard: a.crew.Discard,
	})
	folder, err := pipeline.ReadFolder(cfg.Pipelines.Dir)
	if err != nil {
		return err
	}
	idem := idempotency.New(a.DB, owner, cfg.Retention.Idempotency)
	a.janitor = janitor.New(a.Jobs, a.Objects,
		janitor.Retention{Results: cfg.Retention.Results, JobMetadata: cfg.Retention.JobMetadata, Tombstones: cfg.Retention.Tombstones},
		idem.Sweep, shared.sweep, func(ctx context.Context) error { return hook.Sweep(ctx, a.DB, cfg.Retention.Deliveries) })
	a.Health = a.checks()
	a.Ready = &Readiness{db: a.DB, jobs: a.Jobs, version: a.Version}
	agents, err := a.agents()
	if err != nil {
		return err
	}
	portal, err := studio.Portal()
	if err != nil {
		return err
	}
	a.Server = server.New(server.Parts{
		Config: cfg, Version: a.Version, Operations: all.Operations, Site: a.crew.Site, Types: a.reading.Types(),
		Jobs: a.Jobs, Queues: a.Jobs, Waiter: a.waiter, Results: a.crew, Pictures: a.crew, Objects: a.Objects, Sources: resolver,
		Keys: a.Keys, Orgs: a.Orgs, Rates: rates, Throttle: throttle, Idempotency: idem,
		Portal:    hook.NewPortal(a.DB, a.dispatcher, web, cursors, cfg.Webhooks.PortalTTL),
		Pipelines: pipeline.NewStore(a.DB, folder), Cursors: cursors, Health: a.Health, Readiness: a.Ready, Metrics: a.Metrics,
		DocsFiles: api.DocsFiles, PortalFiles: portal, StudioFiles: studio.Files, MCP: agents, Clean: a.janitor.Wake,
	})
	return nil
}

// ended counts a finished job, lets its documents go and hurries its webhook.
func (a *App) ended(e job.Ending) {
	a.crew.Ended(e.ID)
	a.Metrics.JobEnded(e.Type, string(e.State), e.Duration, e.Pages)
	a.Metrics.QueueWait.WithLabelValues(string(e.Queue), e.Lane.String()).Observe(e.QueueWait.Seconds())
	a.dispatcher.Wake()
}

func (a *App) asked(model, outcome string) {
	a.Metrics.ModelCalls.WithLabelValues(model, outcome).Inc()
}

func (a *App) attempted(outcome string) { a.Metrics.WebhookAttempts.WithLabelValues(outcome).Inc() }

// Start begins to work in the background.
func (a *App) Start(ctx context.Context) {
	ctx, a.stop = context.WithCancel(ctx)
	for _, run := range []func(context.Context){a.Jobs.Listen, a.Keys.Run, a.Health.Run, a.dispatcher.Run, a.janitor.Run} {
		a.background.Go(func() { run(ctx) })
	}
	a.runner.Start()
}

// Drain takes no new work, lets what runs finish within grace and gives back the rest.
func (a *App) Drain(grace time.Duration) {
	a.Health.Drain()
	ctx, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	a.runner.Stop(ctx)
}

// Close stops what runs in the background and lets go of everything. Work that was not drained goes back to its
// queue at once.
func (a *App) Close() error {
	a.Drain(0)
	a.Server.Wait()
	if a.stop != nil {
		a.stop()
	}
	a.background.Wait()
	return a.close()
}

func (a *App) close() error {
	var errs []error
	if a.waiter != nil {
		a.waiter.Close()
	}
	for _, c := range a.closers {
		errs = append(errs, c())
	}
	if a.blobs != nil {
		errs = append(errs, a.blobs.Close())
	}
	if a.DB != nil {
		errs = append(errs, a.DB.Close())
	}
	return errors.Join(errs...)
}

// Running is how many tasks this process works on.
func (a *App) Running() int { return a.runner.Running() }

// Major is the major version a version string begins with; 0 when it has none.
func Major(version string) int {
	number, _, _ := strings.Cut(strings.TrimPrefix(version, "v"), ".")
	n, err := strconv.Atoi(number)
	if err != nil {
		slog.Warn("version has no major number", "version", version)
	}
	return n
}
