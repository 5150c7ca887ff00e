// Package register knows the versions of the product's own models: which there are, the stage each is in, and what a
// caller's pin stands for.
package register

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
)

// The kinds of models.
const (
	Layout  = "layout_model"
	Extract = "extract_model"
)

// The stages of a version.
const (
	Alpha      = "Alpha"
	Default    = "Default"
	Deprecated = "Deprecated"
	Removed    = "Removed"
)

// Time from the first day of a version until it is the default, and until its predecessor is gone.
const (
	untilDefault = 14 * 24 * time.Hour
	untilRemoved = 28 * 24 * time.Hour
)

// Version is one version of a model.
type Version struct {
	Kind, Name string
	From       time.Time // the first day it can be asked for; zero: it was there from the beginning
}

// shipped are the versions of this build, older ones first.
var shipped = []Version{{Kind: Layout, Name: "v1"}, {Kind: Extract, Name: "v1"}}

// Register is the versions as one installation offers them. The zero value offers what this build ships.
type Register struct {
	Versions []Version         // older ones first; nil is what this build ships
	Frozen   []string          // removed versions that stay usable here
	Aliases  map[string]string // foreign names and the versions they stand for
	Now      func() time.Time  // nil is the clock
}

// Entry is a version with its dates, nil where there is none, and its stage now.
type Entry struct {
	Kind, Version, Stage                                string
	AlphaFrom, DefaultFrom, DeprecatedFrom, RemovedFrom *time.Time
	Frozen                                              bool
}

// List gives all versions.
func (r Register) List() []Entry {
	versions, now := r.Versions, time.Now
	if versions == nil {
		versions = shipped
	}
	if r.Now != nil {
		now = r.Now
	}
	at := now()
	out := make([]Entry, 0, len(versions))
	for i, v := range versions {
		e := Entry{Kind: v.Kind, Version: v.Name, Frozen: slices.Contains(r.Frozen, v.Name)}
		if !v.From.IsZero() {
			e.AlphaFrom, e.DefaultFrom = date(v.From), date(v.From.Add(untilDefault))
		}
		if next := slices.IndexFunc(versions[i+1:], func(o Version) bool { return o.Kind == v.Kind }); next >= 0 {
			from := versions[i+1+next].From
			e.DeprecatedFrom, e.RemovedFrom = date(from.Add(untilDefault)), date(from.Add(untilRemoved))
		}
		e.Stage = e.stage(at)
		out = append(out, e)
	}
	// What nobody can ask for yet is no version yet.
	return slices.DeleteFunc(out, func(e Entry) bool { return e.AlphaFrom != nil && at.Before(*e.AlphaFrom) })
}

func date(t time.Time) *time.Time { return &t }

func (e *Entry) stage(at time.Time) string {
	past := func(t *time.Time) bool { return t != nil && !at.Before(*t) }
	switch {
	case past(e.RemovedFrom):
		return Removed
	case past(e.DeprecatedFrom):
		return Deprecated
	case e.DefaultFrom == nil || past(e.DefaultFrom):
		return Default
	}
	return Alpha
}

// Resolve gives the version of a kind that a pin stands for, the default one for an empty pin, or the refusal of one that
// is unknown or removed.
func (r Register) Resolve(kind, pin string) (string, error) {
	name := pin
	if to, ok := r.Aliases[pin]; ok {
		name = to
	}
	var available []string
	for _, e := range r.List() {
		if e.Kind != kind || e.Stage == Removed && !e.Frozen {
			continue
		}
		if e.Version == name || pin == "" && e.Stage == Default {
			return e.Version, nil
		}
		available = append(available, e.Version)
	}
	return "", fault.New(fault.InvalidConfig, "unknown %s %q; available: %s", kind, pin, strings.Join(available, ", ")).Typed("unknown_model_version")
}

// Check refuses frozen versions and aliases of versions that no kind has.
func (r Register) Check() error {
	known := func(name string) bool {
		return slices.ContainsFunc(r.List(), func(e Entry) bool { return e.Version == name })
	}
	for _, name := range r.Frozen {
		if !known(name) {
			return fmt.Errorf("models.frozen: there is no version %q", name)
		}
	}
	for alias, name := range r.Aliases {
		if !known(name) {
			return fmt.Errorf("models.aliases: %q stands for %q, which is no version", alias, name)
		}
	}
	return nil
}
