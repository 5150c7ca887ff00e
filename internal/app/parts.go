package app

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"

	"github.com/octavo-dev/octavo/internal/blob"
	"github.com/octavo-dev/octavo/internal/config"
	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/object"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/org"
	"github.com/octavo-dev/octavo/internal/rate"
	"github.com/octavo-dev/octavo/internal/register"
	"github.com/octavo-dev/octavo/internal/source"
)

// signingKeys returns the installation's secret, which is generated once and kept, and the keys that sign URLs.
func signingKeys(ctx context.Context, db *database.DB, cfg *config.Config) (secret []byte, keys [][]byte, err error) {
	stored, err := db.MetaOnce(ctx, "secret", func() string { return rand.Text() + rand.Text() })
	if err != nil {
		return nil, nil, err
	}
	for _, k := range cfg.URLs.SigningKeys {
		keys = append(keys, []byte(k))
	}
	if len(keys) == 0 {
		keys = [][]byte{[]byte(stored)}
	}
	return []byte(stored), keys, nil
}

// newOwner names this process and run; a restarted one must not be taken for its earlier self.
func newOwner() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	id := make([]byte, 8)
	rand.Read(id)
	return fmt.Sprintf("%s-%d-%s", host, os.Getpid(), hex.EncodeToString(id))
}

func scheme(cfg *config.Config) source.Scheme {
	return source.Scheme{IDScheme: cfg.IDScheme, PublicURL: cfg.PublicURL}
}

func publicHost(cfg *config.Config) string {
	u, err := url.Parse(cfg.PublicURL)
	if err != nil {
		return ""
	}
	return u.Host
}

func orgSettings(cfg *config.Config) map[string]org.Settings {
	settings := map[string]org.Settings{}
	for id, o := range cfg.Orgs {
		s := org.Settings{S3Buckets: o.S3AllowedBuckets, Environments: o.HybridVPC}
		if o.MaxConcurrency != nil {
			s.MaxConcurrency = *o.MaxConcurrency
		}
		settings[id] = s
	}
	return settings
}

// environments are the stores of Hybrid VPC environments, by organization and name.
func environments(cfg *config.Config) map[object.Environment]string {
	urls := map[object.Environment]string{}
	for id, o := range cfg.Orgs {
		for name, raw := range o.HybridVPC {
			urls[object.Environment{Org: id, Name: name}] = raw
		}
	}
	return urls
}

// storeAccess is what the URL of a store does not have to say.
func storeAccess(cfg *config.Config) blob.Options {
	return blob.Options{S3: blob.S3{Endpoint: cfg.S3.Endpoint, Region: cfg.S3.Region}}
}

// shared is where rate limits are kept so that all replicas see them: Redis, else PostgreSQL. Nil is this process.
type shared struct {
	rate.Backend
	sweep func(context.Context) error
	close func() error
}

func sharedRates(cfg *config.Config, db *database.DB) (shared, error) {
	idle := shared{sweep: func(context.Context) error { return nil }, close: func() error { return nil }}
	switch {
	case cfg.RedisURL != "":
		redis, err := rate.OpenRedis(cfg.RedisURL)
		if err != nil {
			return idle, err
		}
		return shared{redis, idle.sweep, redis.Close}, nil
	case db.Dialect.Name == database.Postgres.Name:
		table := rate.NewPostgres(db)
		sweep := func(ctx context.Context) error {
			_, err := table.Sweep(ctx)
			return err
		}
		return shared{table, sweep, idle.close}, nil
	}
	return idle, nil
}

func limiter(cfg *config.Config, backend rate.Backend) (*rate.Limiter, *rate.Peers, error) {
	bucket := func(b config.Bucket) rate.Limit { return rate.Limit{Rate: b.Rate, Burst: b.Burst} }
	pair := func(b config.Buckets) rate.Pair { return rate.Pair{Key: bucket(b.Key), Org: bucket(b.Org)} }
	limits := rate.Limits{
		rate.Sync: pair(cfg.Rate.Sync), rate.Async: pair(cfg.Rate.Async), rate.Poll: pair(cfg.Rate.Poll),
		rate.Other: pair(cfg.Rate.Other), rate.All: pair(cfg.Rate.All),
		rate.FailedAuth: {Key: bucket(cfg.Rate.FailedAuth.Key)},
	}
	l, err := rate.New(rate.Options{Limits: limits, Shared: backend})
	if err != nil {
		return nil, nil, err
	}
	return l, rate.NewPeers(limits[rate.FailedAuth].Key, nil), nil
}

// versions is the register of model versions as this installation offers it.
func versions(cfg *config.Config) register.Register {
	return register.Register{Frozen: cfg.Models.Frozen, Aliases: cfg.Models.Aliases}
}

// CheckVersions refuses settings that name versions of models which there are not.
func CheckVersions(cfg *config.Config) error { return versions(cfg).Check() }

// site is what operations need to know of the configuration.
func site(cfg *config.Config, reading *Reading) op.Site {
	r := cfg.Billing.Rates
	s := op.Site{
		Limits: op.Limits{
			Inputs: cfg.Limits.Inputs, MaxPages: cfg.Limits.MaxPages, Cells: cfg.Limits.Cells,
			DocumentBytes: cfg.Limits.DocumentBytes, InlineBytes: cfg.Limits.InlineBytes, ResultBytes: cfg.Limits.ResultBytes,
			ImagePages: cfg.Extract.ImagePages,
			Expansion:  format.Expansion(cfg.Limits.Expansion),
		},
		Billing: op.Billing{Mode: cfg.Billing.Mode, Rates: op.Rates{
			Page: r.Page, Complex: r.Complex, AgenticFactor: r.Agentic, NativePage: r.NativePage, Chart: r.Chart,
			CellsAccurate: float64(r.AccurateCells), CellsFast: float64(r.Cells), ExtractPage: r.ExtractPage, LatencyFactor: r.Latency, BatchFactor: r.Batch,
			DeepExtractPage: r.DeepExtractPage, DeepExtractField: r.DeepExtractField, DeepExtractMin: r.DeepExtractMin,
			SplitPage: r.SplitPage, DeepSplitPage: r.DeepSplitPage,
			EditPage: r.EditPage, PrefilledPage: r.EditPrefilledPage,
			ClassifyPage: r.ClassifyPage, DeepClassifyPage: r.DeepClassifyPage,
		}},
		DefaultModel: cfg.Parse.DefaultModel, NumericConfidence: cfg.Parse.NumericConfidence,
		Recognition: reading.OCR != nil, LayoutModel: reading.Regions != nil,
		Register: versions(cfg),
	}
	if cfg.Studio.Enabled {
		s.StudioURL = cfg.StudioURL
	}
	for _, m := range cfg.Inference.Models {
		s.Models = append(s.Models, op.Model{Name: m.Name, Kind: m.Kind, Roles: m.Roles})
	}
	return s
}
