package app

import (
	"context"
	"io"

	"github.com/octavo-dev/octavo/internal/config"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/guard"
	"github.com/octavo-dev/octavo/internal/object"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/org"
	"github.com/octavo-dev/octavo/internal/source"
)

// resolver joins everything an input string can point at.
func (a *App) resolver(ctx context.Context, web *guard.Client) (*source.Resolver, error) {
	s3, err := source.NewS3(ctx, s3Options(a.Config))
	if err != nil {
		return nil, err
	}
	return &source.Resolver{
		Web: web, Files: a.Objects, Objects: signed{a.Objects}, Jobs: a.Jobs, Models: models{a.Objects},
		Buckets: buckets{a.Orgs}, S3: s3, Timeout: a.Config.Fetch.Timeout,
	}, nil
}

func s3Options(cfg *config.Config) source.S3Options {
	return source.S3Options{Endpoint: cfg.S3.Endpoint, Region: cfg.S3.Region, Anonymous: cfg.S3.Credentials == "anonymous"}
}

// signed reads objects behind our own URLs.
type signed struct{ *object.Store }

func (s signed) OpenObject(ctx context.Context, id string) (name, contentType string, size int64, body io.ReadCloser, err error) {
	r, o, err := s.Store.OpenObject(ctx, id, 0, -1)
	return o.Filename, o.ContentType, o.Bytes, r, err
}

// models knows which jobs left a document model.
type models struct{ objects *object.Store }

func (m models) HasModel(ctx context.Context, org, jobID string) (bool, error) {
	_, err := m.objects.FindArtifact(ctx, org, jobID, op.KindModel)
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	return err == nil, err
}

// buckets knows what an organization may read.
type buckets struct{ orgs *org.Store }

func (b buckets) AllowedBuckets(ctx context.Context, org string) ([]string, error) {
	settings, err := b.orgs.Settings(ctx, org)
	return settings.S3Buckets, err
}
