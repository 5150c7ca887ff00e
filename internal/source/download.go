package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
)

// download is a transfer out of a bucket: it ends in time, and what breaks it has a name.
type download struct {
	ctx    context.Context
	cancel context.CancelFunc
	in     Input
	body   io.ReadCloser
}

func newDownload(ctx context.Context, limit time.Duration, in Input) *download {
	d := &download{in: in}
	d.ctx, d.cancel = context.WithTimeoutCause(ctx, limit, fault.New(fault.Timeout, "download did not finish within %v s", limit.Seconds()))
	return d
}

func (d *download) Read(p []byte) (int, error) {
	n, err := d.body.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = d.name(err)
	}
	return n, err
}

func (d *download) Close() error {
	defer d.cancel()
	return d.body.Close()
}

func (d *download) name(err error) error {
	if cause := context.Cause(d.ctx); cause != nil {
		return fmt.Errorf("read %s: %w", d.in.Name, cause)
	}
	if errors.As(err, new(*fault.Error)) {
		return err
	}
	return fault.Wrap(fault.InvalidConfig, err, "the document could not be downloaded from bucket %s", d.in.Bucket).Typed("file_download_failure")
}
