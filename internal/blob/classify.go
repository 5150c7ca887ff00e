package blob

import (
	"context"
	"errors"
	"fmt"

	"github.com/aws/smithy-go"
	"gocloud.dev/gcerrors"
)

// cause prefers the reason a context ended to the driver's error, which would pass for the caller's own
// cancellation.
func cause(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("%w: %s", context.Cause(ctx), err.Error())
	}
	return err
}

// storeError sorts what a client library reports. Its code for a missing bucket is the one for a missing blob,
// which would read as "your file does not exist" to every caller.
func storeError(err error) error {
	code, http := gcerrors.Code(err), status(err)
	switch {
	case noBucket(err):
		return err
	case code == gcerrors.NotFound:
		return fmt.Errorf("%w: %w", ErrNotFound, err)
	case code == gcerrors.PermissionDenied, http == 401, http == 403:
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return err
}

func noBucket(err error) bool {
	var api smithy.APIError
	return errors.As(err, &api) && api.ErrorCode() == "NoSuchBucket"
}

// status is the HTTP status an S3 server answered with, 0 when there was none.
func status(err error) int {
	var answer interface{ HTTPStatusCode() int }
	if errors.As(err, &answer) {
		return answer.HTTPStatusCode()
	}
	return 0
}

// unwritten keeps a missing bucket, or a blob that is gone right after it was written, from passing for the
// answer to a question.
func unwritten(err error) error {
	if errors.Is(err, ErrNotFound) {
		return errors.New(err.Error())
	}
	return err
}
