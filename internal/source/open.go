package source

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/guard"
)

// Document is an opened input. Whoever got it closes the body.
type Document struct {
	Name        string // file name without folder; may be empty
	ContentType string // what the origin said; may be empty
	Size        int64  // -1 when unknown
	Body        io.ReadCloser
}

// Open returns the bytes of an input. More than limit bytes are a fault.DocumentTooLarge, at once where the size
// is known and otherwise while the body is read. A jobid:// input has no bytes.
func (r *Resolver) Open(ctx context.Context, org string, in Input, limit int64) (Document, error) {
	switch in.Form {
	case URL:
		return r.openURL(ctx, in, limit)
	case Object:
		return r.openObject(ctx, in, limit)
	case S3:
		return r.openS3(ctx, org, in, limit)
	case File:
		return r.openFile(ctx, org, in, limit)
	case Job:
		return Document{}, noJobsHere()
	}
	return Document{}, fault.New(fault.InvalidConfig,
		"the input has no known form; use an http(s) URL, s3://<bucket>/<key>, a file id or jobid://<job_id>").Typed("invalid_url_format")
}

func (r *Resolver) openURL(ctx context.Context, in Input, limit int64) (Document, error) {
	resp, err := r.Web.Fetch(ctx, in.Raw, guard.FetchOptions{MaxBytes: limit, Timeout: r.Timeout})
	if err != nil {
		return Document{}, err
	}
	return Document{resp.Filename, resp.ContentType, resp.Size, resp.Body}, nil
}

func (r *Resolver) openObject(ctx context.Context, in Input, limit int64) (Document, error) {
	id, err := r.Objects.VerifyURL(http.MethodGet, in.Raw)
	if err != nil {
		return Document{}, err
	}
	name, contentType, size, body, err := r.Objects.OpenObject(ctx, id)
	if err != nil {
		return Document{}, noFile(err)
	}
	return within(limit, Document{name, contentType, size, body})
}

func (r *Resolver) openFile(ctx context.Context, org string, in Input, limit int64) (Document, error) {
	if in.ID == "" {
		return Document{}, noFile(nil)
	}
	name, contentType, size, body, err := r.Files.OpenUpload(ctx, org, in.ID)
	if err != nil {
		return Document{}, noFile(err)
	}
	return within(limit, Document{name, contentType, size, body})
}

func (r *Resolver) openS3(ctx context.Context, org string, in Input, limit int64) (Document, error) {
	if in.Bucket == "" {
		return Document{}, badS3()
	}
	allowed, err := r.Buckets.AllowedBuckets(ctx, org)
	if err != nil {
		return Document{}, fmt.Errorf("look up the allowed buckets: %w", err)
	}
	if !matches(allowed, in.Bucket) {
		return Document{}, fault.New(fault.URLNotAllowed, "access to bucket %s is not allowed", in.Bucket).Typed("url_not_allowed")
	}
	d := newDownload(ctx, cmp.Or(r.Timeout, 300*time.Second), in)
	contentType, size, body, err := r.S3.OpenKey(d.ctx, in.Bucket, in.Key)
	if err != nil {
		defer d.cancel()
		return Document{}, d.name(err)
	}
	d.body = body
	return within(limit, Document{path.Base(in.Key), contentType, size, d})
}

// matches reports whether a bucket is in the list, by name or by a prefix that ends in *.
func matches(allowed []string, bucket string) bool {
	for _, a := range allowed {
		prefix, open := strings.CutSuffix(a, "*")
		if a == bucket || open && strings.HasPrefix(bucket, prefix) {
			return true
		}
	}
	return false
}

// within holds a document to the limit.
func within(limit int64, d Document) (Document, error) {
	if d.Size > limit {
		d.Body.Close()
		return Document{}, fault.New(fault.DocumentTooLarge, "the document is %d bytes, the limit is %d", d.Size, limit)
	}
	d.Body = struct {
		io.Reader
		io.Closer
	}{guard.Capped(d.Body, limit), d.Body}
	return d, nil
}
