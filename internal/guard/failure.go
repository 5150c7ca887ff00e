package guard

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"

	"github.com/octavo-dev/octavo/internal/fault"
)

// badStatus is an answer that brings no document.
type badStatus int

func (s badStatus) Error() string { return fmt.Sprintf("the origin answered %d", int(s)) }

// broken is a failure whose text may be shown to the caller, because none of it comes from the origin.
type broken struct {
	text  string
	cause error
}

func (b *broken) Error() string {
	if b.cause == nil {
		return b.text
	}
	return b.text + ": " + b.cause.Error()
}

func (b *broken) Unwrap() error { return b.cause }

// purpose words the failures of one kind of request.
type purpose struct {
	could string // "the document could not be downloaded from"
	typ   string // finer type of a general failure; empty for the name's own
}

var (
	downloading = purpose{"the document could not be downloaded from", "file_download_failure"}
	delivering  = purpose{"the notice could not be delivered to", ""}
)

// failure names what ended a request. The message holds the host the caller sent and no address; the wrapped
// error is exact.
func (p purpose) failure(ctx context.Context, host string, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		if !errors.As(cause, new(*fault.Error)) {
			cause = fmt.Errorf("%s %s: %w", p.could, host, cause)
		}
		return cause
	}
	var named *fault.Error
	var refused *refusal
	var status badStatus
	switch {
	case errors.As(err, &named):
		return named
	case errors.As(err, &refused):
		return notAllowed(host, err)
	case errors.As(err, &status) && (status == http.StatusUnauthorized || status == http.StatusForbidden):
		return fault.Wrap(fault.URLNotAllowed, err, "access to %s is not allowed: %s", shown(host), status).Typed("permission_error")
	}
	f := fault.Wrap(fault.InvalidConfig, err, "%s %s: %s", p.could, shown(host), reason(err))
	if p.typ != "" {
		f = f.Typed(p.typ)
	}
	return f
}

// reason puts a failure into words that help the caller and tell nothing about the network around us.
func reason(err error) string {
	var status badStatus
	var b *broken
	switch {
	case errors.As(err, &status):
		return status.Error()
	case errors.As(err, &b):
		return b.text
	case errors.As(err, new(*net.DNSError)):
		return "the host name does not resolve"
	case errors.As(err, new(*tls.CertificateVerificationError)):
		return "the certificate is not trusted"
	}
	return "the connection failed"
}

// passing reports whether the same request may succeed a moment later.
func passing(err error) bool {
	var status badStatus
	var dns *net.DNSError
	switch {
	case errors.As(err, &status):
		return status == http.StatusTooManyRequests || status >= 500
	case errors.As(err, &dns):
		return !dns.IsNotFound
	}
	return !errors.As(err, new(*refusal)) && !errors.As(err, new(*broken)) && !errors.As(err, new(*fault.Error)) &&
		!errors.As(err, new(*tls.CertificateVerificationError))
}

func notAllowed(host string, cause error) error {
	return fault.Wrap(fault.URLNotAllowed, cause, "access to %s is not allowed", shown(host)).Typed("url_not_allowed")
}

func badURL(err error) error {
	return fault.Wrap(fault.InvalidConfig, err, "the URL is not valid: %s", err).Typed("invalid_url_format")
}

// shown is how a message may call a host: an address is never repeated, and a name not endlessly.
func shown(host string) string {
	if _, err := netip.ParseAddr(host); err == nil || endsInNumber(host) || len(host) > 253 {
		return "this URL"
	}
	return host
}
