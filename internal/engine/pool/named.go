package pool

import (
	"errors"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/fault"
)

// named gives what went wrong its name, and its page where it concerns only that one: the answer of a sound child, its
// death, a missed deadline.
func (d *document) named(err error, q question) error {
	if d.pool.ctx.Err() != nil {
		return errClosed()
	}
	var whole *opening
	page := q.wanted.Number
	if errors.As(err, &whole) {
		page = 0
	}
	var gone *died
	var answered *refused
	switch {
	case errors.As(err, &answered):
		err = unscoped(answered.error)
	case errors.As(err, &gone) && gone.starved && page > 0:
		err = fault.Wrap(fault.DocumentTooLarge, err, "page %d needs more memory than there is for one", page)
	case errors.As(err, &gone) && gone.starved:
		err = fault.Wrap(fault.DocumentTooLarge, err, "the document needs more memory than there is for one")
	case errors.As(err, &gone) && page > 0:
		err = fault.Wrap(fault.SubprocessCrashed, err, "the engine process crashed on page %d", page)
	case errors.As(err, &gone):
		// Two processes died of it, so it is the document that is at fault.
		err = fault.Wrap(fault.DocumentCorrupt, err, "the document makes the engine crash")
	case errors.Is(err, errLate) && page > 0:
		err = fault.Wrap(fault.Timeout, err, "page %d took longer than %v", page, q.limit)
	case errors.Is(err, errLate):
		err = fault.Wrap(fault.Timeout, err, "opening the document took too long")
	default:
		return err
	}
	if page > 0 {
		return &engine.PageError{Page: page, Err: err}
	}
	return err
}

// unscoped takes off the page that a child names, because we know which one we asked for.
func unscoped(err error) error {
	var scoped *engine.PageError
	if errors.As(err, &scoped) {
		return scoped.Err
	}
	return err
}
