package org

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// fileKey is one entry of the key file.
type fileKey struct {
	digest digest
	caller Caller
}

// problem is a line of the key file that cannot be used. It never holds the line itself.
type problem struct {
	line int
	what string
}

const (
	minFileKey  = 8
	maxFileKey  = 512
	maxFileSize = 1 << 20
)

// readKeys reads the entries of a key file, "key [org [scopes]]" a line.
func readKeys(content []byte) (map[digest]fileKey, []problem) {
	keys := map[digest]fileKey{}
	lines := map[digest]int{}
	var problems []problem
	content = bytes.TrimPrefix(content, []byte("\ufeff"))
	n := 0
	for line := range bytes.Lines(content) {
		n++
		fields := entry(string(line))
		if len(fields) == 0 {
			continue
		}
		d := sum(fields[0])
		caller, err := readEntry(fields)
		if first, twice := lines[d]; twice {
			err = fmt.Errorf("the key of line %d again", first)
		}
		if err != nil {
			problems = append(problems, problem{n, err.Error()})
			continue
		}
		caller.KeyID = fmt.Sprintf("file:%d", n)
		keys[d], lines[d] = fileKey{d, caller}, n
	}
	return keys, problems
}

// entry splits a line and drops a comment. A # begins one only at the start of a word, as keys may contain it.
func entry(line string) []string {
	fields := strings.Fields(line)
	for i, f := range fields {
		if f[0] == '#' {
			return fields[:i]
		}
	}
	return fields
}

// readEntry says what is wrong without repeating what was written: the words may be parts of a key.
func readEntry(fields []string) (Caller, error) {
	c := Caller{Org: Default, Scopes: All}
	if len(fields) > 3 {
		return c, errors.New("more than key, organization and scopes; a key has no blanks inside")
	}
	if n := len(fields[0]); n < minFileKey || n > maxFileKey || !visible(fields[0]) {
		return c, fmt.Errorf("a key is %d to %d visible ASCII characters", minFileKey, maxFileKey)
	}
	if len(fields) > 1 {
		if c.Org = fields[1]; checkID(c.Org) != nil {
			return c, errors.New("the second word is not an organization id")
		}
	}
	if len(fields) > 2 {
		var err error
		if c.Scopes, err = ParseScopes(fields[2]); err != nil {
			return c, errors.New("the third word is not a list of scopes")
		}
	}
	return c, nil
}
