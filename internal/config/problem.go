package config

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Problem is one thing wrong with the settings.
type Problem struct {
	Key     string // dotted key, empty when the whole file is unreadable
	Origin  string // "octavo.yaml:12", or the environment variable
	Message string
}

func (p Problem) String() string {
	parts := []string{p.Origin, p.Key, p.Message}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ": ")
}

// Problems is everything wrong with the settings, found in one pass.
type Problems []Problem

func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i, one := range p {
		lines[i] = one.String()
	}
	return strings.Join(lines, "\n")
}

// loader carries what is known while settings are read: where each key was set, and what was wrong.
type loader struct {
	file     string // as it appears in messages
	origins  map[string]string
	problems Problems
	warnings []string
}

// wrong notes a problem with one key.
func (l *loader) wrong(key, format string, args ...any) { l.clash(key, "", format, args...) }

// clash notes a problem of a key with another. Either of them may be the one that was set.
func (l *loader) clash(key, other, format string, args ...any) {
	l.problems = append(l.problems, Problem{
		Key: key, Origin: cmp.Or(l.origin(key), l.origin(other)), Message: fmt.Sprintf(format, args...),
	})
}

// origin says where a key, or the first key of a section, was set.
func (l *loader) origin(key string) string {
	if at := l.origins[key]; at != "" || key == "" {
		return at
	}
	for _, k := range slices.Sorted(maps.Keys(l.origins)) {
		if strings.HasPrefix(k, key+".") {
			return l.origins[k]
		}
	}
	return ""
}

func (l *loader) warn(format string, args ...any) {
	l.warnings = append(l.warnings, fmt.Sprintf(format, args...))
}

func (l *loader) isSet(key string) bool { return l.origins[key] != "" }

func (l *loader) err() error {
	if len(l.problems) == 0 {
		return nil
	}
	return l.problems
}
