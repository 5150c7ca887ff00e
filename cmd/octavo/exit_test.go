package main

import (
	"errors"
	"fmt"
	"syscall"
	"testing"

	"github.com/octavo-dev/octavo/internal/fault"
)

func TestPlain(t *testing.T) {
	cause := errors.New("qpdf: exit code 2")
	for _, c := range []struct {
		name string
		err  error
		want string
	}{
		{"AboutTheDocument", fmt.Errorf("open pdf: %w", fault.Wrap(fault.DocumentCorrupt, cause, "it is damaged")), "DOCUMENT_CORRUPT: it is damaged"},
		{"AboutTheMachine", fault.Wrap(fault.SubprocessCrashed, cause, "it crashed"), "SUBPROCESS_CRASHED: it crashed: qpdf: exit code 2"},
		{"Nameless", cause, "qpdf: exit code 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := plain(c.err).Error(); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// A client says what it tried; who types commands is told what to do.
func TestServedErrors(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{errors.New("octavo: the key is not known"), "the key is not known"},
		{
			fmt.Errorf("octavo: GET http://127.0.0.1:1/jobs: %w", syscall.ECONNREFUSED),
			"GET http://127.0.0.1:1/jobs: connection refused; nothing listens there: start it with octavo serve, or name another with --server",
		},
	} {
		if got := atService(c.err).Error(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
