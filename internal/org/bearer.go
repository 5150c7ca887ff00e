package org

import (
	"errors"
	"strings"

	"github.com/octavo-dev/octavo/internal/fault"
)

const realm = `Bearer realm="octavo"`

// denial is an AUTH_ERROR with what the WWW-Authenticate header says about it.
type denial struct {
	challenge string
	err       *fault.Error
}

func (d *denial) Error() string { return d.err.Error() }
func (d *denial) Unwrap() error { return d.err }

// Challenge is the WWW-Authenticate value of an error of Authenticate or Require, empty for any other.
func Challenge(err error) string {
	var d *denial
	if errors.As(err, &d) {
		return d.challenge
	}
	return ""
}

func missing() error { return &denial{realm, fault.New(fault.AuthError, "")} }

func invalid() error {
	return &denial{realm + `, error="invalid_token"`, fault.New(fault.AuthError, "")}
}

// bearer takes the key out of an Authorization header.
func bearer(header string) (key string, ok bool) {
	fields := strings.FieldsFunc(header, func(r rune) bool { return r == ' ' || r == '\t' })
	if len(fields) != 2 || !strings.EqualFold(fields[0], "Bearer") || !visible(fields[1]) {
		return "", false
	}
	return fields[1], true
}

// visible reports whether s consists of printable ASCII without blanks.
func visible(s string) bool {
	for i := range len(s) {
		if s[i] <= ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}
