package work

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/object"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/source"
)

// fetched marks an input that was downloaded in an earlier stage of the same job, or by the one that started it.
const fetched = "fetched:"

type sources struct{ *Crew }

// Fetch downloads an input into the store.
func (s *sources) Fetch(ctx context.Context, t job.Task, input string) (string, error) {
	d, err := s.Sources.Open(ctx, t.Org, source.Parse(input, s.Scheme), s.Site.Limits.DocumentBytes)
	if err != nil {
		return "", err
	}
	defer d.Body.Close()
	o, err := s.Objects.Add(ctx, object.Artifact{
		Org: t.Org, Environment: t.Bucket, JobID: t.JobID, Kind: op.KindDocument, Filename: d.Name, ContentType: d.ContentType,
	}, d.Body, s.Site.Limits.DocumentBytes)
	if err != nil {
		return "", err
	}
	return fetched + o.ID, nil
}

// Open spools an input to a nameless file, which is gone some time after it is closed, and however the process ends.
// Tasks of one job share it.
func (s *sources) Open(ctx context.Context, t job.Task, input string) (*op.Source, error) {
	return s.shelf.take(ctx, shelfKey{t.JobID, input}, func() (*op.Source, error) { return s.spooled(ctx, t, input) })
}

func (s *sources) spooled(ctx context.Context, t job.Task, input string) (*op.Source, error) {
	name, media, size, body, err := s.bytes(ctx, t, input)
	if err != nil {
		return nil, err
	}
	defer body.Close()
	f, err := spool(s.TempDir)
	if err != nil {
		return nil, fault.Wrap(fault.ServiceUnavailable, err, "")
	}
	n, err := io.Copy(f, body)
	if err == nil && size >= 0 && n != size {
		err = fmt.Errorf("%d of %d bytes: %w", n, size, io.ErrUnexpectedEOF)
	}
	if err != nil {
		return nil, errors.Join(spoolError(err), f.Close())
	}
	return &op.Source{Name: name, MediaType: media, Size: n, Data: f, Closer: f}, nil
}

// spoolError names a full disk; what is named already stays.
func spoolError(err error) error {
	var named *fault.Error
	if errors.As(err, &named) || errors.Is(err, context.Canceled) {
		return err
	}
	return fault.Wrap(fault.ServiceUnavailable, fmt.Errorf("spool document: %w", err), "")
}

func (s *sources) bytes(ctx context.Context, t job.Task, input string) (name, media string, size int64, body io.ReadCloser, err error) {
	if id, ok := strings.CutPrefix(input, fetched); ok {
		r, o, err := s.Objects.OpenObject(ctx, id, 0, -1)
		if err == nil && o.JobID != t.JobID && (t.ParentID == "" || o.JobID != t.ParentID) {
			err = errors.Join(missing(), r.Close())
		}
		return o.Filename, o.ContentType, o.Bytes, r, err
	}
	d, err := s.Sources.Open(ctx, t.Org, source.Parse(input, s.Scheme), s.Site.Limits.DocumentBytes)
	return d.Name, d.ContentType, d.Size, d.Body, err
}

func missing() error {
	return fault.New(fault.InvalidConfig, "this is no known form of input").Typed("invalid_url_format")
}

// Model opens the stored document model of an earlier job.
func (s *sources) Model(ctx context.Context, t job.Task, jobID string) (io.ReadCloser, error) {
	return s.artifact(ctx, t.Org, jobID, op.KindModel)
}

// artifact opens the newest artifact of a kind that a job left.
func (c *Crew) artifact(ctx context.Context, org, jobID, kind string) (io.ReadCloser, error) {
	o, err := c.Objects.FindArtifact(ctx, org, jobID, kind)
	if err != nil {
		return nil, err
	}
	r, _, err := c.Objects.OpenObject(ctx, o.ID, 0, -1)
	return r, err
}

type artifacts struct{ *Crew }

// Add stores an artifact of the task's job.
func (a *artifacts) Add(ctx context.Context, t job.Task, in op.Artifact) (op.Stored, error) {
	o, err := a.Objects.Add(ctx, object.Artifact{
		Org: t.Org, Environment: t.Bucket, JobID: t.JobID, Kind: in.Kind, Filename: in.Name, ContentType: in.ContentType,
		Persisted: t.Persist && in.Kind != op.KindPart && in.Kind != op.KindAlbum, Mark: mark(t, in.Kind),
	}, in.Body, a.Site.Limits.ResultBytes)
	if err != nil {
		return op.Stored{}, err
	}
	return op.Stored{ID: o.ID, URL: object.Placeholder(t.URLMark, o)}, nil
}

// Open reads an artifact of the task's own job.
func (a *artifacts) Open(ctx context.Context, t job.Task, id string) (io.ReadCloser, error) {
	r, o, err := a.Objects.OpenObject(ctx, id, 0, -1)
	if err == nil && o.JobID != t.JobID {
		return nil, errors.Join(missing(), r.Close())
	}
	return r, err
}

// mark says which artifacts hold placeholders themselves: the documents behind a URLResult.
func mark(t job.Task, kind string) string {
	if kind == op.KindResult {
		return t.URLMark
	}
	return ""
}
