// Package org knows who calls: organizations, their settings, the API keys that speak for them, and what each key may do.
package org

import (
	"net"
	"net/netip"
	"regexp"
	"strings"

	"github.com/octavo-dev/octavo/internal/fault"
)

// Default is the organization of key-file entries that name none, and of callers where no key is needed.
const Default = "default"

// Any stands for every organization in the calls of the operator. It is not a valid id, so that a caller
// without an organization never sees everything by mistake.
const Any = "*"

// Caller is who an authenticated request speaks for.
type Caller struct {
	Org    string
	KeyID  string // id of a database key, "file:<line>" of a key-file entry, empty when Open
	Scopes Scopes
	Open   bool // let in without a key
}

var idForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

func checkID(id string) error {
	if !idForm.MatchString(id) {
		return fault.New(fault.InvalidConfig,
			"an organization id is 1 to 64 letters, digits, dots, underscores and hyphens, and begins with a letter or digit")
	}
	return nil
}

// LoopbackHost reports whether host, with or without a port, is a name of this machine that no other machine
// can reach.
func LoopbackHost(host string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	host = strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}
