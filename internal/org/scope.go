package org

import (
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/fault"
)

// Scope is one thing a key may do.
type Scope string

// The scopes of the interface.
const (
	Submit   Scope = "submit"   // operation POSTs and /cite
	Read     Scope = "read"     // jobs, results, models, capabilities
	Jobs     Scope = "jobs"     // cancel and delete
	Files    Scope = "files"    // upload and delete uploads
	Webhooks Scope = "webhooks" // webhook endpoints and deliveries
	Admin    Scope = "admin"    // keys, pipelines, readiness check
)

// AnyScope is asked of a caller whose key may have whatever scopes: more is asked for later.
const AnyScope Scope = "any"

// order is how scopes are written; its last entry is what "all" leaves out.
var order = []Scope{Submit, Read, Jobs, Files, Webhooks, Admin}

// Scopes is a set of scopes. The zero value allows nothing.
type Scopes uint8

// The two sets with a meaning of their own: All is what the word "all" stands for, Every includes Admin.
const (
	Every Scopes = 1<<6 - 1
	All   Scopes = Every &^ (1 << 5)
)

// NewScopes returns the set of the given scopes; unknown ones add nothing.
func NewScopes(list ...Scope) Scopes {
	var s Scopes
	for _, sc := range list {
		if i := slices.Index(order, sc); i >= 0 {
			s |= 1 << i
		}
	}
	return s
}

// ParseScopes reads a comma-separated list. "all" is every scope but admin.
func ParseScopes(list string) (Scopes, error) {
	var s Scopes
	for word := range strings.SplitSeq(list, ",") {
		word = strings.TrimSpace(word)
		switch one := NewScopes(Scope(word)); {
		case word == "all":
			s |= All
		case one != 0:
			s |= one
		default:
			return 0, fault.New(fault.InvalidConfig, "unknown scope %q; the scopes are %s and all", word, Every.list())
		}
	}
	return s, nil
}

// Has reports whether the set holds a scope.
func (s Scopes) Has(scope Scope) bool { return s&NewScopes(scope) != 0 }

// Names lists the set in the order of the interface.
func (s Scopes) Names() []string {
	names := []string{}
	for i, sc := range order {
		if s&(1<<i) != 0 {
			names = append(names, string(sc))
		}
	}
	return names
}

// String writes the set as ParseScopes reads it.
func (s Scopes) String() string {
	switch {
	case s == All:
		return "all"
	case s == Every:
		return "all,admin"
	}
	return s.list()
}

func (s Scopes) list() string { return strings.Join(s.Names(), ",") }

// Require reports, as a 403, that a caller lacks a scope.
func Require(c Caller, scope Scope) error {
	if scope == AnyScope || c.Scopes.Has(scope) {
		return nil
	}
	return &denial{
		challenge: realm + `, error="insufficient_scope"`,
		err:       fault.New(fault.AuthError, "the key lacks scope %s", scope).Typed("insufficient_scope"),
	}
}
