package office

import (
	"context"
	"errors"
	"fmt"
	"syscall"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/sandbox"
)

// bySignal is added by a shell to the number of the signal that ended a program.
const bySignal = 128

// named says what the failure of a conversion means. One that the caller's context ended keeps its cause.
func (c *Converter) named(ctx context.Context, err error) error {
	var exit *sandbox.Exit
	ended := errors.As(err, &exit) && !exit.Killed
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("%w: %w", ctx.Err(), err)
	case fault.Is(err, fault.DocumentTooLarge),
		ended && exit.Code == bySignal+int(syscall.SIGXFSZ):
		return c.tooLarge(err)
	case fault.Is(err, fault.Timeout), ended && exit.Code == bySignal+int(syscall.SIGXCPU):
		return fault.Wrap(fault.Timeout, err, "the conversion did not finish within %v s", c.Time.Seconds()).Typed("document_conversion_timeout")
	case ended && exit.Signal == 0 && exit.Code < bySignal: // it says no, or has made nothing
		return fault.Wrap(fault.DocumentCorrupt, err, "the document cannot be read: it cannot be converted")
	}
	return err
}
