package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/guard"
	"github.com/octavo-dev/octavo/internal/job"
)

// Resolver finds what inputs stand for. Everything but Timeout is needed.
type Resolver struct {
	Web     Web
	Files   Files
	Objects Objects
	Jobs    Jobs
	Models  Models
	Buckets Buckets
	S3      Keys
	Timeout time.Duration // of one download; 0 takes 300 s
}

// Web reaches URLs under the address policy. *guard.Client is one.
type Web interface {
	CheckLiteral(rawURL string) error
	Fetch(ctx context.Context, rawURL string, opts guard.FetchOptions) (*guard.Response, error)
}

// Files holds uploads. A file that is unknown, foreign or without content is a fault.NotFound.
type Files interface {
	UploadName(ctx context.Context, org, id string) (string, error)
	OpenUpload(ctx context.Context, org, id string) (name, contentType string, size int64, body io.ReadCloser, err error)
}

// Objects is behind our own signed URLs. VerifyURL answers a bad or expired signature with a fault.URLNotAllowed
// of type permission_error and an upload URL with a fault.InvalidConfig of type invalid_url_format; OpenObject
// answers what is gone with a fault.NotFound.
type Objects interface {
	VerifyURL(method, rawURL string) (objectID string, err error)
	OpenObject(ctx context.Context, id string) (name, contentType string, size int64, body io.ReadCloser, err error)
}

// Jobs tells how a job stands, deleted ones included. An unknown or foreign one is job.ErrNotFound.
type Jobs interface {
	Get(ctx context.Context, org, id string) (job.Job, error)
}

// Models tells whether a completed job left a document model behind.
type Models interface {
	HasModel(ctx context.Context, org, jobID string) (bool, error)
}

// Buckets tells which buckets an organization may read: names, or prefixes that end in *.
type Buckets interface {
	AllowedBuckets(ctx context.Context, org string) ([]string, error)
}

// Keys reads objects out of buckets. *S3Client is one. What is missing is a fault.NotFound.
type Keys interface {
	OpenKey(ctx context.Context, bucket, key string) (contentType string, size int64, body io.ReadCloser, err error)
}

// CheckLiteral refuses a URL whose host is a blocked address or localhost.
func (r *Resolver) CheckLiteral(rawURL string) error { return r.Web.CheckLiteral(rawURL) }

// Check finds the problems of an input that can be told before a job is stored. jobs says whether the operation
// takes jobid:// inputs. The name is what the record of the job calls it.
func (r *Resolver) Check(ctx context.Context, org string, in Input, jobs bool) (name string, err error) {
	name = in.Name
	switch in.Form {
	case URL:
		err = r.CheckLiteral(in.Raw)
	case S3:
		if in.Bucket == "" {
			err = badS3()
		}
	case File:
		if in.ID == "" {
			return "", noFile(nil)
		}
		if name, err = r.Files.UploadName(ctx, org, in.ID); err != nil {
			err = noFile(err)
		}
	case Job:
		if !jobs {
			return "", noJobsHere()
		}
		err = r.checkJob(ctx, org, in)
	}
	return name, err
}

func (r *Resolver) checkJob(ctx context.Context, org string, in Input) error {
	if in.ID == "" {
		return noJob(job.ErrNotFound)
	}
	j, err := r.Jobs.Get(ctx, org, in.ID)
	if errors.Is(err, job.ErrNotFound) {
		return noJob(err)
	}
	if err != nil {
		return fmt.Errorf("look up the job of an input: %w", err)
	}
	switch {
	case j.Deletion == job.Deleting:
		return fault.New(fault.JobDeletionInProgress, "")
	case j.Deletion == job.Deleted:
		return fault.New(fault.JobDeleted, "")
	case j.Type != "Parse" && j.Type != "Pipeline":
		return fault.New(fault.InvalidConfig, "job %s is of type %s; only a parse can be an input", j.ID, j.Type)
	case !j.State.Final():
		return fault.New(fault.JobNotComplete, "job %s has not completed", j.ID)
	case j.Expired:
		return noJob(errors.New("its results have expired"))
	case j.State != job.Completed:
		return fault.New(fault.InvalidConfig, "job %s did not succeed; only a completed parse can be an input", j.ID)
	case j.Type == "Pipeline":
		return r.checkModel(ctx, org, j)
	}
	return nil
}

// checkModel refuses a pipeline that did something other than parse.
func (r *Resolver) checkModel(ctx context.Context, org string, j job.Job) error {
	parsed, err := r.Models.HasModel(ctx, org, j.ID)
	if err != nil {
		return fmt.Errorf("look up the document model of an input: %w", err)
	}
	if !parsed {
		return fault.New(fault.InvalidConfig, "pipeline job %s parsed no document", j.ID)
	}
	return nil
}

func noFile(err error) error {
	if err != nil && !fault.Is(err, fault.NotFound) {
		return fmt.Errorf("look up an upload: %w", err)
	}
	return fault.Wrap(fault.NotFound, err, "the file was not found").Typed("file_access_error")
}

// noJob does not repeat the id: the answer for a foreign job is the answer for one that never was.
func noJob(err error) error {
	return fault.Wrap(fault.NotFound, err, "the job of a jobid:// input was not found or its results have expired").Typed("file_access_error")
}

func noJobsHere() error {
	return fault.New(fault.InvalidConfig, "jobid:// inputs are not accepted by this operation")
}

func badS3() error {
	return fault.New(fault.InvalidConfig, "this is no storage URL; use s3://<bucket>/<key>").Typed("invalid_url_format")
}
