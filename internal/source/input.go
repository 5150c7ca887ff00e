// Package source turns input strings into bytes: it knows the forms an input may take and where each of them leads.
package source

import (
	"regexp"
	"slices"
	"strings"

	"github.com/google/uuid"
)

// Form is the way an input names its document.
type Form int

// The forms of an input.
const (
	Unknown Form = iota // a document problem, seen when the job runs
	URL                 // http:// or https://
	Object              // a signed URL of our own
	S3                  // s3://<bucket>/<key>
	File                // svc://<uuid> or the configured scheme
	Job                 // jobid://<job id>
)

// Scheme is what tells our own ids and URLs from others.
type Scheme struct {
	IDScheme  string // of new file ids; svc is always known
	PublicURL string // what our own URLs start with
}

// Input is one input string, taken apart. A part that cannot be read is empty; Check and Open name the problem.
type Input struct {
	Form   Form
	Raw    string
	ID     string // UUID of a File or Job
	Bucket string // of an S3 input
	Key    string
	Name   string // for people: without query string and credentials, and never long
}

// s3Form is the form the interface gives. Dot segments are refused beyond it, because a proxy in front of an S3
// server may resolve them into another bucket.
var s3Form = regexp.MustCompile(`^s3://([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])/(.+)$`)

// Parse recognises the form of an input. It never fails.
func Parse(raw string, s Scheme) Input {
	in := Input{Raw: raw, Name: clip(raw, maxName)}
	scheme, rest, ok := strings.Cut(raw, "://")
	scheme = strings.ToLower(scheme)
	switch {
	case !ok:
		in.Name = vague(raw)
	case scheme == "http" || scheme == "https":
		in.Form, in.Name = URL, clip(public(raw), maxName)
		if s.PublicURL != "" && strings.HasPrefix(raw, strings.TrimSuffix(s.PublicURL, "/")+"/objects/") {
			in.Form = Object
		}
	case scheme == "s3":
		in.Form = S3
		if m := s3Form.FindStringSubmatch(raw); m != nil && !dotted(m[2]) {
			in.Bucket, in.Key = m[1], m[2]
		}
	case scheme == "jobid":
		in.Form = Job
		if uuid.Validate(rest) == nil && len(rest) == 36 {
			in.ID = strings.ToLower(rest)
		}
	case scheme == "svc" || scheme == s.IDScheme:
		in.Form = File
		in.ID, _ = fileID(rest)
	default:
		in.Name = vague(public(raw))
	}
	return in
}

// FileID finds the UUID in a file id as a path may carry it: whole, with one slash lost to a proxy, or without
// its scheme.
func FileID(raw string, s Scheme) (id string, ok bool) {
	if scheme, rest, found := strings.Cut(raw, ":"); found {
		scheme = strings.ToLower(scheme)
		if scheme != "svc" && scheme != s.IDScheme || !strings.HasPrefix(rest, "/") {
			return "", false
		}
		raw = strings.TrimPrefix(rest[1:], "/")
	}
	return fileID(raw)
}

// fileID reads <uuid> or <uuid>.<ext>. The UUID alone is the identity, so the suffix may be any.
func fileID(s string) (id string, ok bool) {
	if len(s) < 36 || uuid.Validate(s[:36]) != nil {
		return "", false
	}
	if suffix := s[36:]; suffix != "" && (suffix[0] != '.' || strings.Contains(suffix, "/")) {
		return "", false
	}
	return strings.ToLower(s[:36]), true
}

func dotted(key string) bool {
	return slices.ContainsFunc(strings.Split(key, "/"), func(s string) bool { return s == "." || s == ".." })
}
