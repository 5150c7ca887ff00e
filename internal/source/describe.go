package source

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"
)

const (
	maxName  = 1024 // characters of a name that is shown
	maxVague = 80   // of something that may as well be text
)

type described struct {
	Kind string `json:"kind"`
	Name string `json:"name"`
}

// Describe is the source of a job as its record shows it: the kind and the name of every input.
func Describe(inputs []Input) string {
	out := struct {
		Inputs []described `json:"inputs"`
	}{[]described{}}
	for _, in := range inputs {
		out.Inputs = append(out.Inputs, described{in.Form.kind(), in.Name})
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(out) // strings always encode, and a buffer takes everything
	return strings.TrimSpace(b.String())
}

// kind is one of the four words of the interface; an unknown form was meant to be a URL.
func (f Form) kind() string {
	switch f {
	case S3:
		return "s3"
	case File:
		return "file"
	case Job:
		return "job"
	}
	return "url"
}

// public is a URL without what opens doors: credentials and query string.
func public(url string) string {
	if i := strings.IndexAny(url, "?#"); i >= 0 {
		url = url[:i]
	}
	scheme, rest, _ := strings.Cut(url, "://")
	authority, path := rest, ""
	if i := strings.IndexAny(rest, `/\`); i >= 0 {
		authority, path = rest[:i], rest[i:]
	}
	return scheme + "://" + authority[strings.LastIndexByte(authority, '@')+1:] + path
}

// vague names an input of no known form. It may hold a document or a secret, so little of it is kept.
func vague(raw string) string {
	if i := strings.IndexAny(raw, "?#,"); i >= 0 {
		raw = raw[:i]
	}
	return clip(raw, maxVague)
}

// clip cuts after n characters.
func clip(s string, n int) string {
	if len(s) <= n || utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s[:min(len(s), n*utf8.UTFMax)])[:n-1]) + "…"
}
