package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/aws/aws-sdk-go-v2/aws"
	transport "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"github.com/octavo-dev/octavo/internal/fault"
)

// S3Options say how buckets are reached. Keys come from the environment: variables, files, or the machine's role.
type S3Options struct {
	Endpoint  string // a server other than AWS; empty = AWS
	Region    string // empty takes the environment's, then us-east-1
	Anonymous bool   // sign nothing
}

// S3Client reads objects out of buckets.
type S3Client struct{ client *s3.Client }

// NewS3 returns a client. It reads the environment but connects to nothing yet.
func NewS3(ctx context.Context, opt S3Options) (*S3Client, error) {
	cfg, err := config.LoadDefaultConfig(ctx, config.WithDefaultRegion("us-east-1"))
	if err != nil {
		return nil, fmt.Errorf("read the S3 settings of the environment: %w", err)
	}
	return &S3Client{s3.NewFromConfig(cfg, func(o *s3.Options) {
		// Most objects carry no checksum; one line of log for each of them helps nobody.
		o.DisableLogOutputChecksumValidationSkipped = true
		if opt.Region != "" {
			o.Region = opt.Region
		}
		if opt.Endpoint != "" {
			// Few servers other than AWS have a name for every bucket.
			o.BaseEndpoint, o.UsePathStyle = &opt.Endpoint, true
		}
		if opt.Anonymous {
			o.Credentials = aws.AnonymousCredentials{}
		}
	})}, nil
}

// OpenKey opens an object. Missing is a fault.NotFound of type file_access_error, a refusal by the bucket a
// fault.URLNotAllowed of type permission_error.
func (c *S3Client) OpenKey(ctx context.Context, bucket, key string) (contentType string, size int64, body io.ReadCloser, err error) {
	out, err := c.client.GetObject(ctx, &s3.GetObjectInput{Bucket: &bucket, Key: &key})
	if err != nil {
		return "", 0, nil, s3Failure(fmt.Errorf("get s3://%s/%s: %w", bucket, key, err))
	}
	size = -1
	if out.ContentLength != nil {
		size = *out.ContentLength
	}
	return aws.ToString(out.ContentType), size, out.Body, nil
}

// s3Failure names what the server answered. Its words stay in the log.
func s3Failure(err error) error {
	var answer *transport.ResponseError
	if !errors.As(err, &answer) {
		return err
	}
	switch answer.HTTPStatusCode() {
	case http.StatusNotFound:
		return fault.Wrap(fault.NotFound, err, "the bucket or key was not found").Typed("file_access_error")
	case http.StatusUnauthorized, http.StatusForbidden:
		return fault.Wrap(fault.URLNotAllowed, err, "the bucket refuses access to this key").Typed("permission_error")
	}
	return err
}
