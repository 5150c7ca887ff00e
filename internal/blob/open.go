package blob

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"path/filepath"
	"time"

	cdk "gocloud.dev/blob"
	_ "gocloud.dev/blob/azureblob" // azblob://
	_ "gocloud.dev/blob/gcsblob"   // gs://
)

// Options hold what a store URL does not say.
type Options struct {
	S3 S3
}

// S3 is the access to an S3 server. Empty fields come from the store URL, then from the environment.
type S3 struct {
	Endpoint     string
	Region       string
	AccessKey    string
	SecretKey    string
	SessionToken string
}

// tuning is how much patience a store gets; tests have less.
type tuning struct {
	attempts int           // tries of one request, and openings of one reader
	backoff  time.Duration // longest pause between two tries
	answer   time.Duration // until a sent request is answered, once
	request  time.Duration // a request without content, with all its tries
	stall    time.Duration // without any progress of a transfer
}

var patient = tuning{
	attempts: 4,
	backoff:  2 * time.Second,
	answer:   20 * time.Second,
	request:  30 * time.Second,
	stall:    2 * time.Minute,
}

// pause waits before another try: longer after each one, and never the same on two machines.
func (t tuning) pause(ctx context.Context, try int) error {
	longest := min(t.backoff, 100*time.Millisecond<<try)
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(longest/2 + rand.N(longest/2+1)):
		return nil
	}
}

// Open opens the store behind rawURL: file:///dir, s3://bucket?region=…&endpoint=…, gs://bucket or
// azblob://container. It does not touch the network beyond finding credentials; Check does. ctx ends with the
// call.
func Open(ctx context.Context, rawURL string, opt Options) (*Store, error) {
	return open(ctx, rawURL, opt, patient)
}

func open(ctx context.Context, rawURL string, opt Options, tune tuning) (*Store, error) {
	u, err := url.Parse(rawURL)
	if err != nil {
		return nil, errors.New("store.url: not a valid URL") // the error would repeat it, secrets included
	}
	b, err := openBackend(ctx, u, opt, tune)
	if err != nil {
		return nil, fmt.Errorf("store.url: %w", err)
	}
	return &Store{backend: b, tune: tune}, nil
}

// openBackend lists every kind of store there is.
func openBackend(ctx context.Context, u *url.URL, opt Options, tune tuning) (backend, error) {
	switch u.Scheme {
	case "file":
		if (u.Host != "" && u.Host != "localhost") || !filepath.IsAbs(u.Path) || u.RawQuery != "" {
			return nil, errors.New("a local folder is written file:///absolute/path")
		}
		return openFolder(filepath.Clean(u.Path))
	case "s3":
		return openS3(ctx, u, opt.S3, tune)
	case "gs", "azblob":
		if u.Host == "" {
			return nil, fmt.Errorf("%s:// needs the name of a bucket or container", u.Scheme)
		}
		b, err := cdk.DefaultURLMux().OpenBucketURL(ctx, u)
		if err != nil {
			return nil, fmt.Errorf("open %s://%s: %w", u.Scheme, u.Host, err)
		}
		// A plain PUT is not enough for Azure, which wants a header of its own with it.
		return &bucket{cdk: b, tune: tune, plainPut: u.Scheme == "gs"}, nil
	}
	return nil, fmt.Errorf("scheme %q is not supported; use file, s3, gs or azblob", u.Scheme)
}
