// Package object keeps the bytes the service addresses: uploads, and the artifacts of jobs behind signed URLs.
package object

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/octavo-dev/octavo/internal/blob"
	"github.com/octavo-dev/octavo/internal/database"
)

// The kinds of objects.
const (
	Upload   = "upload"
	Result   = "result"   // a result document, inline or behind a URL
	PDF      = "pdf"      // converted or searchable
	Image    = "image"    // page, figure or table
	Chart    = "chart"    // chart data and overlays
	Document = "document" // what edit writes
	Model    = "model"    // the document model jobid:// inputs read
)

// Object is one row of the table of objects.
type Object struct {
	ID          string
	Org         string
	JobID       string // empty for uploads
	Kind        string
	Label       string // the file id as /upload returned it; empty for artifacts
	Filename    string
	ContentType string
	BlobKey     string
	Bytes       int64
	ETag        string // without quotes
	Persisted   bool
	Mark        string // set when the bytes hold placeholders of this mark; see OpenExpanded
	CreatedAt   time.Time
	ExpiresAt   time.Time // zero: never
}

// Options are the settings of a Store.
type Options struct {
	PublicURL       string   // what every URL starts with
	IDScheme        string   // scheme of new file ids; empty = svc
	Keys            [][]byte // signing keys: the first signs, all verify
	TTL             time.Duration
	UploadTTL       time.Duration
	UploadRetention time.Duration
	DocumentBytes   int64 // most bytes of a reserved upload
	Now             func() time.Time
}

// Store is the table of objects with the bytes behind it.
type Store struct{}

// New returns a store of objects whose rows are in db and whose bytes are in blobs.
func New(db *database.DB, blobs *blob.Store, opt Options) *Store { return &Store{} }

// Reserve makes a file id whose content is still to come, and the URL that takes it by PUT. Both end together
// when nothing arrives.
func (s *Store) Reserve(ctx context.Context, org, ext string) (o Object, putURL string, err error) {
	return Object{}, "", errors.ErrUnsupported
}

// Upload stores a new file. ext becomes the suffix of its id; empty = none. Beyond limit bytes it is a
// fault.DocumentTooLarge.
func (s *Store) Upload(ctx context.Context, org, ext, filename string, r io.Reader, limit int64) (Object, error) {
	return Object{}, errors.ErrUnsupported
}

// PutReserved stores the content of a reserved file whose upload signature was verified, replacing earlier
// content. declaredSize is the announced length, -1 when unknown.
func (s *Store) PutReserved(ctx context.Context, id string, r io.Reader, declaredSize int64) (Object, error) {
	return Object{}, errors.ErrUnsupported
}

// FindUpload returns a file with content. id is a file id in any accepted form: whole, without its scheme, bare.
// An unknown, foreign, expired or still empty file is a fault.NotFound of type file_access_error.
func (s *Store) FindUpload(ctx context.Context, org, id string) (Object, error) {
	return Object{}, errors.ErrUnsupported
}

// HasUpload returns nil when FindUpload would find the file, and its error otherwise.
func (s *Store) HasUpload(ctx context.Context, org, id string) error { return errors.ErrUnsupported }

// OpenUpload opens the content of a file. The caller closes body.
func (s *Store) OpenUpload(ctx context.Context, org, id string) (name, contentType string, size int64, body io.ReadCloser, err error) {
	return "", "", 0, nil, errors.ErrUnsupported
}

// Touch restarts the retention of a file; jobs that use it call it.
func (s *Store) Touch(ctx context.Context, org, id string) error { return errors.ErrUnsupported }

// DeleteUpload removes a file, reserved ones included, and returns the file id as Upload or Reserve made it. The
// bytes are gone when it returns.
func (s *Store) DeleteUpload(ctx context.Context, org, id string) (label string, err error) {
	return "", errors.ErrUnsupported
}

// Artifact is what a job adds.
type Artifact struct {
	Org         string
	JobID       string
	Kind        string
	Filename    string
	ContentType string
	Persisted   bool
	Mark        string // the job's mark, when the bytes hold placeholders
}

// Add stores an artifact of a job. Beyond limit bytes it is a fault.DocumentTooLarge; 0 = no limit. An artifact
// of a job that was deleted meanwhile is not kept.
func (s *Store) Add(ctx context.Context, a Artifact, r io.Reader, limit int64) (Object, error) {
	return Object{}, errors.ErrUnsupported
}

// Find returns an object with content, whoever owns it: the caller has verified a signature. Missing or expired
// is a fault.NotFound of type file_access_error.
func (s *Store) Find(ctx context.Context, id string) (Object, error) {
	return Object{}, errors.ErrUnsupported
}

// FindResult returns a result document of the organization, for GET /results.
func (s *Store) FindResult(ctx context.Context, org, id string) (Object, error) {
	return Object{}, errors.ErrUnsupported
}

// OpenObject opens length bytes from offset of an object; a negative length reads to the end. The bytes are as
// stored, with placeholders unexpanded.
func (s *Store) OpenObject(ctx context.Context, id string, offset, length int64) (io.ReadCloser, Object, error) {
	return nil, Object{}, errors.ErrUnsupported
}

// OpenExpanded opens the whole of an object with Mark set and replaces its placeholders by fresh URLs while it is
// read. The length is not known beforehand.
func (s *Store) OpenExpanded(ctx context.Context, o Object) (io.ReadCloser, error) {
	return nil, errors.ErrUnsupported
}

// URL returns a signed URL that reads the object for Options.TTL: a presigned URL of the store where it can make
// one, otherwise one of our own. An object with Mark set always gets one of our own, because the store would
// serve its placeholders unexpanded.
func (s *Store) URL(ctx context.Context, o Object) (string, error) { return "", errors.ErrUnsupported }

// VerifyPath checks the signature of a request for /objects and returns the object's id. escapedPath is the path
// below public_url as it stood in the request; HEAD is covered by a signature for GET. A bad or expired one is a
// fault.URLNotAllowed of type permission_error.
func (s *Store) VerifyPath(method, escapedPath, expires, signature string) (objectID string, err error) {
	return "", errors.ErrUnsupported
}

// Owns reports whether rawURL is one of our own object URLs, signed or not.
func (s *Store) Owns(rawURL string) bool { return false }

// VerifyURL checks one of our own object URLs given as an input. A URL for uploading is a fault.InvalidConfig of
// type invalid_url_format; otherwise as VerifyPath.
func (s *Store) VerifyURL(method, rawURL string) (objectID string, err error) {
	return "", errors.ErrUnsupported
}

// NewMark returns a fresh 128-bit mark in hex.
func NewMark() string { return "" }

// Placeholder is the string that stands for the URL of o in a stored result. Without the mark of the job, which
// never leaves the store, no text of a document can look like one.
func Placeholder(mark string, o Object) string { return "" }

// Expand replaces every JSON string in body that is a placeholder of this mark by a freshly signed URL. Only
// objects of the job are signed; a placeholder of an object that is gone becomes null. Everything else stays as
// it is, and body itself is returned when nothing is replaced.
func (s *Store) Expand(ctx context.Context, body []byte, mark, jobID string) ([]byte, error) {
	return nil, errors.ErrUnsupported
}

// RemoveJob removes the artifacts of a job. Without all, persisted results and images stay.
func (s *Store) RemoveJob(ctx context.Context, jobID string, all bool) error {
	return errors.ErrUnsupported
}

// Sweep removes expired uploads and reservations, and finishes what a crash left half written or half removed.
// It returns how many objects went. It may run on many machines at once.
func (s *Store) Sweep(ctx context.Context) (int, error) { return 0, errors.ErrUnsupported }
