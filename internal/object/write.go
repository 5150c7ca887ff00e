package object

import (
	"context"
	"io"
	"path"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/blob"
	"github.com/octavo-dev/octavo/internal/fault"
)

const (
	// writeTime is how long a reservation outlives a writer that was killed. A writer that is slower than this
	// finds it gone and fails.
	writeTime = 6 * time.Hour
	// discardTime bounds what a failed write still does before it returns.
	discardTime = 5 * time.Second
	longestName = 200 // bytes of a file name
)

// Artifact is what a job adds.
type Artifact struct {
	Org         string
	Environment string // where the bytes go; empty: the installation's own store
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
	id := newID()
	return s.write(ctx, Object{
		ID: id, Org: a.Org, Environment: a.Environment, JobID: a.JobID, Kind: a.Kind, Filename: cleanName(a.Filename, a.Kind),
		ContentType: a.ContentType, BlobKey: path.Join("jobs", a.JobID, a.Kind, id), Persisted: a.Persisted, Mark: a.Mark,
	}, r, limit, 0)
}

// Upload stores a new file. ext becomes the suffix of its id; empty = none. Beyond limit bytes it is a
// fault.DocumentTooLarge.
func (s *Store) Upload(ctx context.Context, org, ext, filename string, r io.Reader, limit int64) (Object, error) {
	o := s.newUpload(org, ext, filename)
	o.BlobKey = "uploads/" + o.ID
	return s.write(ctx, o, r, limit, s.opt.UploadRetention)
}

func (s *Store) newUpload(org, ext, filename string) Object {
	id := newID()
	fallback := Upload
	if ext != "" {
		fallback += "." + strings.ToLower(ext)
	}
	return Object{
		ID: id, Org: org, Kind: Upload, Label: s.label(id, ext), Filename: cleanName(filename, fallback),
		ContentType: "application/octet-stream", CreatedAt: s.opt.Now(),
	}
}

// write reserves, writes and settles an object that lives for retention; 0 = until it is removed.
func (s *Store) write(ctx context.Context, o Object, r io.Reader, limit int64, retention time.Duration) (Object, error) {
	blobs, err := s.storeOf(ctx, o)
	if err != nil {
		return Object{}, err
	}
	o.CreatedAt = s.opt.Now()
	o.ExpiresAt = o.CreatedAt.Add(writeTime)
	if err := s.insert(ctx, o); err != nil {
		return Object{}, err
	}
	from := &origin{Reader: r}
	info, err := blobs.Put(ctx, o.BlobKey, from, blob.PutOptions{ContentType: o.ContentType, Limit: limit})
	if err != nil {
		if !from.failed {
			err = o.named(err)
		}
		s.discard(ctx, o, err)
		return Object{}, err
	}
	var expires time.Time
	if retention > 0 {
		expires = s.opt.Now().Add(retention)
	}
	kept, err := s.settle(ctx, o, info, expires)
	if err != nil {
		s.discard(ctx, o, err)
		return Object{}, err
	}
	return kept, nil
}

// discard takes a failed write back as far as it can be done now; Sweep does the rest. A store that just failed
// is not asked again while the caller waits.
func (s *Store) discard(ctx context.Context, o Object, why error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), discardTime)
	defer cancel()
	away := fault.Is(why, fault.ServiceUnavailable) || fault.Is(why, fault.RegionUnavailable)
	if s.mark(ctx, o.ID) == nil && !away {
		_, _ = s.purge(ctx, o)
	}
}

// leave makes a failed write invisible and everything else Sweep's.
func (s *Store) leave(ctx context.Context, id string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), discardTime)
	defer cancel()
	_ = s.mark(ctx, id)
}

// cleanName makes a file name fit for a header and for one segment of a URL.
func cleanName(name, fallback string) string {
	name = strings.ToValidUTF8(name, "")
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return -1
		}
		return r
	}, name)
	name = strings.TrimSpace(name)
	if len(name) > longestName {
		ext := path.Ext(name)
		if len(ext) > 20 {
			ext = ""
		}
		cut := longestName - len(ext)
		for !utf8.RuneStart(name[cut]) {
			cut--
		}
		name = name[:cut] + ext
	}
	if name == "" || name == "." || name == ".." {
		return fallback
	}
	return name
}
