package object

import (
	"context"
	"errors"
	"io"

	"github.com/octavo-dev/octavo/internal/blob"
)

// Find returns an object with content, whoever owns it: the caller has verified a signature. Missing or expired
// is a fault.NotFound of type file_access_error.
func (s *Store) Find(ctx context.Context, id string) (Object, error) {
	return s.one(ctx, missingObject(), "id = $1 AND state = $2 AND (expires_at IS NULL OR expires_at > $3)",
		id, stored, s.opt.Now().UnixMilli())
}

// FindResult returns a result document of the organization, for GET /results.
func (s *Store) FindResult(ctx context.Context, org, id string) (Object, error) {
	return s.one(ctx, missingObject(), "id = $1 AND org = $2 AND kind = $3 AND state = $4", id, org, Result, stored)
}

// OpenObject opens length bytes from offset of an object; a negative length reads to the end. The bytes are as
// stored, with placeholders unexpanded.
func (s *Store) OpenObject(ctx context.Context, id string, offset, length int64) (io.ReadCloser, Object, error) {
	o, err := s.Find(ctx, id)
	if err != nil {
		return nil, Object{}, err
	}
	body, info, err := s.openBlob(ctx, o, offset, length)
	if errors.Is(err, blob.ErrNotFound) { // removed since it was found
		err = missingObject()
	}
	if err != nil {
		return nil, Object{}, err
	}
	o.Bytes, o.ETag = info.Size, info.ETag
	return body, o, nil
}
