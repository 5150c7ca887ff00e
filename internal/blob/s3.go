package blob

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/ratelimit"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/feature/s3/transfermanager"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	gcaws "gocloud.dev/aws"
	"gocloud.dev/blob/s3blob"
)

const (
	abortTime     = 10 * time.Second
	connectTime   = 5 * time.Second
	defaultRegion = "us-east-1" // what most servers other than Amazon's answer to
)

// openS3 opens s3://bucket. Besides region and endpoint the URL may say use_path_style and what gocloud.dev/aws
// understands, such as profile, role or request_checksum_calculation.
func openS3(ctx context.Context, u *url.URL, opt S3, tune tuning) (*bucket, error) {
	if u.Host == "" {
		return nil, errors.New("s3:// needs the name of a bucket")
	}
	q := u.Query()
	endpoint := take(q, "endpoint", opt.Endpoint)
	if region := take(q, "region", opt.Region); region != "" {
		q.Set("region", region)
	}
	pathStyle := endpoint != ""
	if v := take(q, "use_path_style", ""); v != "" {
		var err error
		if pathStyle, err = strconv.ParseBool(v); err != nil {
			return nil, fmt.Errorf("use_path_style: %q is neither true nor false", v)
		}
	}
	cfg, err := gcaws.V2ConfigFromURLParams(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("open s3://%s: %w", u.Host, err)
	}
	if cfg.Region == "" && endpoint != "" {
		cfg.Region = defaultRegion
	}
	if opt.AccessKey != "" {
		cfg.Credentials = credentials.NewStaticCredentialsProvider(opt.AccessKey, opt.SecretKey, opt.SessionToken)
	}
	cfg.HTTPClient = tune.httpClient()
	cfg.Retryer = tune.retryer
	client := s3.NewFromConfig(cfg, func(o *s3.Options) {
		o.UsePathStyle = pathStyle
		o.DisableLogOutputChecksumValidationSkipped = true // parts of a blob have no checksum; that is no news
		if endpoint != "" {
			o.BaseEndpoint = &endpoint
		}
	})
	b, err := s3blob.OpenBucket(ctx, client, u.Host, &s3blob.Options{RequestChecksumCalculation: cfg.RequestChecksumCalculation})
	if err != nil {
		return nil, err
	}
	up := &uploads{client: client, checksums: cfg.RequestChecksumCalculation}
	return &bucket{cdk: b, tune: tune, plainPut: true, uploads: up}, nil
}

// take removes a parameter from the URL and returns it, or otherwise.
func take(q url.Values, name, otherwise string) string {
	v := q.Get(name)
	q.Del(name)
	if v == "" {
		return otherwise
	}
	return v
}

func (t tuning) httpClient() aws.HTTPClient {
	return awshttp.NewBuildableClient().
		WithDialerOptions(func(d *net.Dialer) { d.Timeout = connectTime }).
		WithTransportOptions(func(tr *http.Transport) {
			tr.ResponseHeaderTimeout = t.answer
			tr.MaxIdleConnsPerHost = 64
		})
}

// retryer tries every request a few times. The library's own limiter is off: it would refuse requests of other
// jobs after one of them had bad luck.
func (t tuning) retryer() aws.Retryer {
	return retry.NewStandard(func(o *retry.StandardOptions) {
		o.MaxAttempts = t.attempts
		o.MaxBackoff = t.backoff
		o.RateLimiter = ratelimit.None
	})
}

// uploads replaces the settings with which s3blob sends a blob. By default a cancelled upload could not be taken
// back, because that request would use the cancelled context too, and its parts would stay in the bucket unseen;
// the first 16 MB would be held in memory before anything is sent; and the answer would be thrown away.
type uploads struct {
	client    *s3.Client
	checksums aws.RequestChecksumCalculation
}

func (u *uploads) with(done *completed) func(as func(any) bool) error {
	return func(as func(any) bool) error {
		var manager *transfermanager.Client
		if !as(&manager) {
			return errors.New("s3blob does not show its transfer manager")
		}
		*manager = *transfermanager.New(u.client, func(o *transfermanager.Options) {
			o.PartSizeBytes = partBytes
			o.MultipartUploadThreshold = partBytes
			o.Concurrency = partsSent
			o.FailTimeout = abortTime
			o.RequestChecksumCalculation = u.checksums
			o.ObjectProgressListeners.Register(done)
		})
		return nil
	}
}

// completed keeps what S3 answered to a finished upload.
type completed struct{ etag string }

var _ transfermanager.ObjectTransferCompleteListener = (*completed)(nil)

// OnObjectTransferComplete is called once, before the upload returns.
func (c *completed) OnObjectTransferComplete(_ context.Context, e *transfermanager.ObjectTransferCompleteEvent) {
	if out, ok := e.Output.(*transfermanager.UploadObjectOutput); ok {
		c.etag = unquote(aws.ToString(out.ETag))
	}
}
