package blob

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/s3"
	cdk "gocloud.dev/blob"
	"gocloud.dev/gcerrors"
)

// bucket keeps blobs in an object store. Requests are tried again by the client library behind it, which has the
// parts of an upload at hand to send them once more.
type bucket struct {
	cdk      *cdk.Bucket
	tune     tuning
	plainPut bool     // a presigned URL takes a PUT without further headers
	uploads  *uploads // how S3 uploads are sent; nil for the others
}

// Parts of an upload: the smallest that S3 takes, two on their way at a time. 10,000 of them make 48 GiB.
const (
	partBytes = 5 << 20
	partsSent = 2
)

func (b *bucket) Close() error { return b.cdk.Close() }

func (b *bucket) put(ctx context.Context, key string, src *source, contentType string) (Info, error) {
	if err := checkKey(key); err != nil {
		return Info{}, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watch := time.AfterFunc(b.tune.stall, func() { cancel(errStalled) })
	defer watch.Stop()
	src.before = func() { watch.Stop() }
	src.after = func() { watch.Reset(b.tune.stall) }
	if contentType == "" {
		contentType = "application/octet-stream"
	}
	opt := &cdk.WriterOptions{ContentType: contentType, BufferSize: partBytes, MaxConcurrency: partsSent}
	var done completed
	if b.uploads != nil {
		opt.BeforeWrite = b.uploads.with(&done)
	}
	if err := b.cdk.Upload(ctx, key, src, opt); err != nil {
		return Info{}, unwritten(storeError(cause(ctx, err)))
	}
	if done.etag != "" { // S3 has compared checksums and says what became of this very write
		return Info{Size: src.n, ETag: done.etag, ContentType: contentType}, nil
	}
	return b.verify(ctx, key, src.n)
}

// verify asks the store what it kept.
func (b *bucket) verify(ctx context.Context, key string, want int64) (Info, error) {
	info, err := b.stat(ctx, key)
	if err == nil && info.Size != want {
		err = fmt.Errorf("sent %d bytes, the store kept %d", want, info.Size)
	}
	return info, unwritten(err)
}

func (b *bucket) open(ctx context.Context, key string, offset, length int64) (io.ReadCloser, Info, error) {
	if err := checkKey(key); err != nil {
		return nil, Info{}, err
	}
	read, cancel := context.WithCancelCause(ctx)
	watch := time.AfterFunc(b.tune.request, func() { cancel(errStalled) })
	r, err := b.cdk.NewRangeReader(read, key, offset, length, nil)
	watch.Stop()
	if err != nil {
		err = storeError(cause(read, err))
		cancel(nil)
		if status(err) == http.StatusRequestedRangeNotSatisfiable {
			info, err := b.stat(ctx, key)
			return http.NoBody, info, err
		}
		return nil, Info{}, err
	}
	var body io.ReadCloser = &stallReader{ReadCloser: r, ctx: read, cancel: cancel, limit: b.tune.stall}
	info, err := b.opened(ctx, key, r)
	if err != nil {
		body.Close()
		return nil, Info{}, err
	}
	return body, info, nil
}

// opened describes the blob behind r. S3 says everything in the answer itself, unless something in between took
// the length away; the others have to be asked.
func (b *bucket) opened(ctx context.Context, key string, r *cdk.Reader) (Info, error) {
	var out s3.GetObjectOutput
	if r.As(&out) && out.ContentLength != nil && out.ETag != nil {
		return Info{Size: r.Size(), ETag: unquote(*out.ETag), ContentType: r.ContentType()}, nil
	}
	return b.stat(ctx, key)
}

func (b *bucket) stat(ctx context.Context, key string) (Info, error) {
	if err := checkKey(key); err != nil {
		return Info{}, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, b.tune.request, errStalled)
	defer cancel()
	attrs, err := b.cdk.Attributes(ctx, key)
	if err != nil {
		return Info{}, storeError(cause(ctx, err))
	}
	return Info{Size: attrs.Size, ETag: unquote(attrs.ETag), ContentType: attrs.ContentType}, nil
}

func (b *bucket) remove(ctx context.Context, key string) error {
	if err := checkKey(key); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, b.tune.request, errStalled)
	defer cancel()
	err := b.cdk.Delete(ctx, key)
	if err == nil || gcerrors.Code(err) == gcerrors.NotFound && !noBucket(err) {
		return nil
	}
	return storeError(cause(ctx, err))
}

// checkKey refuses what no key of ours looks like.
func checkKey(key string) error {
	if key == "" || slices.Contains(strings.Split(key, "/"), "..") {
		return fmt.Errorf("%q is not a blob key", key)
	}
	return nil
}

func unquote(etag string) string { return strings.Trim(strings.TrimPrefix(etag, "W/"), `"`) }
