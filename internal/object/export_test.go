package object

import (
	"context"
	"io"

	"github.com/octavo-dev/octavo/internal/blob"
)

// CrashWriting does what an upload has done when its process dies after the bytes are written.
func (s *Store) CrashWriting(ctx context.Context, org string, r io.Reader) (Object, error) {
	o := s.newUpload(org, "", "")
	o.BlobKey = "uploads/" + o.ID
	o.ExpiresAt = o.CreatedAt.Add(writeTime)
	if err := s.insert(ctx, o); err != nil {
		return o, err
	}
	_, err := s.blobs.Put(ctx, o.BlobKey, r, blob.PutOptions{})
	return o, err
}

// BeginWriting does what a writer of an artifact does before its first byte.
func (s *Store) BeginWriting(ctx context.Context, org, jobID string) (Object, error) {
	o := Object{ID: newID(), Org: org, JobID: jobID, Kind: Model, CreatedAt: s.opt.Now()}
	o.BlobKey = "jobs/" + jobID + "/" + o.ID
	o.ExpiresAt = o.CreatedAt.Add(writeTime)
	return o, s.insert(ctx, o)
}

// CrashRemoving does what a removal has done when its process dies, before or after the bytes are removed.
func (s *Store) CrashRemoving(ctx context.Context, o Object, bytesToo bool) error {
	err := s.mark(ctx, o.ID)
	if err == nil && bytesToo {
		err = s.removeBytes(ctx, o)
	}
	return err
}

// All returns every row there is, and its state.
func (s *Store) All(ctx context.Context) (map[string]Object, error) {
	list, err := s.list(ctx, "1 = 1")
	all := map[string]Object{}
	for _, o := range list {
		all[o.ID] = o
	}
	return all, err
}

// Stored reports whether the row is visible.
func (o Object) Stored() bool { return o.state == stored }

// CleanName is cleanName.
var CleanName = cleanName

// WriteTime and LateTime are how long Sweep waits for what may still happen, RestTime for an environment.
const (
	WriteTime = writeTime
	LateTime  = lateTime
	RestTime  = restTime
)

// HasUpload returns nil when the file can be used.
func (s *Store) HasUpload(ctx context.Context, org, id string) error {
	_, err := s.UploadName(ctx, org, id)
	return err
}
