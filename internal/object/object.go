// Package object keeps the bytes the service addresses: uploads, and the artifacts of jobs behind signed URLs.
//
// A row and its bytes cannot be written or removed in one step, so the row always comes first and goes last. It is
// reserved before the first byte is written and becomes visible as stored after the last one; it is marked as
// deleting, and invisible, before the bytes are removed, and goes after them. Whatever a crash interrupts leaves a
// row that Sweep finds, so no byte is ever without one, and no visible row is ever without its bytes. Both ends
// are guarded by the state of the row: a writer that finds its reservation taken away removes what it wrote.
package object

import (
	"crypto/rand"
	"encoding/hex"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/octavo-dev/octavo/internal/blob"
	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/fault"
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
	Environment string // that holds the bytes; empty: the installation's own store
	Bytes       int64
	ETag        string // without quotes
	Persisted   bool
	Mark        string // set when the bytes hold placeholders of this mark; see OpenExpanded
	CreatedAt   time.Time
	ExpiresAt   time.Time // zero: never

	state string
}

// Options are the settings of a Store.
type Options struct {
	PublicURL       string   // what every URL starts with
	IDScheme        string   // scheme of new file ids; empty = svc
	Keys            [][]byte // signing keys: the first signs, all verify
	TTL             time.Duration
	UploadTTL       time.Duration
	UploadRetention time.Duration
	DocumentBytes   int64                  // most bytes of a reserved upload
	Environments    map[Environment]string // URLs of their stores
	Access          blob.Options           // what those URLs do not say
	Now             func() time.Time       // nil = time.Now
}

// Store is the table of objects with the bytes behind it.
type Store struct {
	db      *database.DB
	blobs   *blob.Store
	remotes map[Environment]*remote
	opt     Options
	base    *url.URL // PublicURL without a slash at the end
}

const defaultScheme = "svc"

// New returns a store of objects whose rows are in db and whose bytes are in blobs, except for those that
// belong in an environment. It panics without a signing key or with a PublicURL that is none, which the
// configuration has checked long before.
func New(db *database.DB, blobs *blob.Store, opt Options) *Store {
	base, err := url.Parse(strings.TrimRight(opt.PublicURL, "/"))
	if err != nil || base.Host == "" || len(opt.Keys) == 0 {
		panic("object: a public URL and a signing key are needed")
	}
	if opt.IDScheme == "" {
		opt.IDScheme = defaultScheme
	}
	if opt.Now == nil {
		opt.Now = time.Now
	}
	return &Store{db: db, blobs: blobs, remotes: newRemotes(opt.Environments), opt: opt, base: base}
}

// NewMark returns a fresh 128-bit mark in hex.
func NewMark() string {
	var b [16]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

func newID() string { return uuid.NewString() }

// bareID finds the UUID in a file id; scheme and suffix do not identify anything. Anything else is no id.
func (s *Store) bareID(id string) (string, bool) {
	for _, scheme := range []string{s.opt.IDScheme, defaultScheme} {
		if rest, ok := strings.CutPrefix(id, scheme+"://"); ok {
			id = rest
			break
		}
	}
	id, _, _ = strings.Cut(id, ".")
	u, err := uuid.Parse(id)
	return u.String(), err == nil && len(id) == len(u.String())
}

func (s *Store) label(id, ext string) string {
	label := s.opt.IDScheme + "://" + id
	if ext != "" {
		label += "." + strings.ToLower(ext)
	}
	return label
}

func missingFile() error {
	return fault.New(fault.NotFound, "the file was not found").Typed("file_access_error")
}

func missingObject() error {
	return fault.New(fault.NotFound, "the object was not found").Typed("file_access_error")
}
