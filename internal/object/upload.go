package object

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/octavo-dev/octavo/internal/blob"
	"github.com/octavo-dev/octavo/internal/fault"
)

// incoming is where presigned URLs of the store write to. Such bytes arrive without our help, and may come again
// as long as the URL is valid.
const incoming = "incoming/"

func (o Object) direct() bool { return strings.HasPrefix(o.BlobKey, incoming) }

// Reserve makes a file id whose content is still to come, and the URL that takes it by PUT. Both end together
// when nothing arrives.
func (s *Store) Reserve(ctx context.Context, org, ext string) (o Object, putURL string, err error) {
	o = s.newUpload(org, ext, "")
	o.ExpiresAt = o.CreatedAt.Add(s.opt.UploadTTL)
	putURL, direct, err := s.blobs.SignPut(ctx, incoming+o.ID, s.opt.UploadTTL)
	if err != nil {
		return Object{}, "", err
	}
	if direct {
		o.BlobKey = incoming + o.ID
	} else {
		putURL = s.sign("PUT", o, o.ExpiresAt)
	}
	if err := s.insert(ctx, o); err != nil {
		return Object{}, "", err
	}
	return o, putURL, nil
}

// upload finds the row of an upload in any visible state.
func (s *Store) upload(ctx context.Context, where string, args ...any) (Object, error) {
	return s.one(ctx, missingFile(), "kind = '"+Upload+"' AND label <> '' AND state IN ('"+reserved+"', '"+stored+"') AND "+where, args...)
}

// FindUpload returns a file with content. id is a file id in any accepted form: whole, without its scheme, bare.
// An unknown, foreign, expired or still empty file is a fault.NotFound of type file_access_error.
func (s *Store) FindUpload(ctx context.Context, org, id string) (Object, error) {
	bare, ok := s.bareID(id)
	if !ok {
		return Object{}, missingFile()
	}
	o, err := s.upload(ctx, "id = $1 AND org = $2 AND expires_at > $3", bare, org, s.opt.Now().UnixMilli())
	if err != nil || o.state == stored {
		return o, err
	}
	if !o.direct() {
		return Object{}, missingFile()
	}
	return s.arrived(ctx, o)
}

// arrived looks whether the bytes of a reservation have come through a presigned URL, and keeps them if so.
func (s *Store) arrived(ctx context.Context, o Object) (Object, error) {
	info, err := s.blobs.Stat(ctx, o.BlobKey)
	if errors.Is(err, blob.ErrNotFound) {
		return Object{}, missingFile()
	}
	if err == nil {
		err = s.fits(info.Size)
	}
	if err != nil {
		return Object{}, err
	}
	kept, err := s.settle(ctx, o, info, s.opt.Now().Add(s.opt.UploadRetention))
	if errors.Is(err, errSuperseded) { // another request was faster, or the file was deleted
		return s.upload(ctx, "id = $1 AND state = $2", o.ID, stored)
	}
	return kept, err
}

// fits checks a size that nobody could check while the bytes were sent.
func (s *Store) fits(size int64) error {
	if s.opt.DocumentBytes > 0 && size > s.opt.DocumentBytes {
		return fault.New(fault.DocumentTooLarge, "the file is %d bytes, the limit is %d", size, s.opt.DocumentBytes)
	}
	return nil
}

// UploadName returns what a file was called when it was sent, or its id where it had no name. Its errors are those of
// FindUpload.
func (s *Store) UploadName(ctx context.Context, org, id string) (string, error) {
	o, err := s.FindUpload(ctx, org, id)
	if o.Filename == Upload || strings.HasPrefix(o.Filename, Upload+".") {
		return o.Label, err
	}
	return o.Filename, err
}

// OpenUpload opens the content of a file. The caller closes body.
func (s *Store) OpenUpload(ctx context.Context, org, id string) (name, contentType string, size int64, body io.ReadCloser, err error) {
	o, err := s.FindUpload(ctx, org, id)
	if err != nil {
		return "", "", 0, nil, err
	}
	body, info, err := s.openBlob(ctx, o, 0, -1)
	if errors.Is(err, blob.ErrNotFound) { // replaced by another PUT since it was found, or deleted
		if o, err = s.FindUpload(ctx, org, id); err == nil {
			body, info, err = s.openBlob(ctx, o, 0, -1)
		}
	}
	if errors.Is(err, blob.ErrNotFound) {
		err = missingFile()
	}
	if err != nil {
		return "", "", 0, nil, err
	}
	return o.Filename, o.ContentType, info.Size, body, nil
}

// openBlob opens the bytes of an object and makes sure that they are the ones the row speaks of. Only a file
// behind a presigned URL may have changed without our knowledge.
func (s *Store) openBlob(ctx context.Context, o Object, offset, length int64) (io.ReadCloser, blob.Info, error) {
	blobs, err := s.storeOf(ctx, o)
	if err != nil {
		return nil, blob.Info{}, err
	}
	body, info, err := blobs.Open(ctx, o.BlobKey, offset, length)
	if err != nil {
		return nil, blob.Info{}, o.named(err)
	}
	switch {
	case info.Size == o.Bytes && (info.ETag == o.ETag || !o.direct()):
		return &reader{body, o}, info, nil
	case !o.direct():
		err = fault.Wrap(fault.ServiceUnavailable, fmt.Errorf("object %s has %d bytes, the store says %d", o.ID, o.Bytes, info.Size), "")
	default:
		if err = s.fits(info.Size); err == nil {
			_, err = s.exec(ctx, "UPDATE objects SET bytes = $2, etag = $3 WHERE id = $1 AND state = $4", o.ID, info.Size, info.ETag, stored)
			err = failed(err, "note the new content of a file")
		}
	}
	if err != nil {
		body.Close()
		return nil, blob.Info{}, err
	}
	return body, info, nil
}

// Touch restarts the retention of a file; jobs that use it call it.
func (s *Store) Touch(ctx context.Context, org, id string) error {
	bare, ok := s.bareID(id)
	if !ok {
		return missingFile()
	}
	now := s.opt.Now()
	n, err := s.exec(ctx, `UPDATE objects SET expires_at = $5
		WHERE id = $1 AND org = $2 AND kind = $3 AND label <> '' AND state = $4 AND expires_at > $6`,
		bare, org, Upload, stored, now.Add(s.opt.UploadRetention).UnixMilli(), now.UnixMilli())
	if err == nil && n == 0 {
		return missingFile()
	}
	return failed(err, "restart the retention of a file")
}

// DeleteUpload removes a file, reserved ones included, and returns the file id as Upload or Reserve made it. The
// bytes are gone when it returns. When the store fails, the file is invisible already and a second call goes on.
func (s *Store) DeleteUpload(ctx context.Context, org, id string) (label string, err error) {
	bare, ok := s.bareID(id)
	if !ok {
		return "", missingFile()
	}
	o, err := scan(s.db.Write.QueryRowContext(ctx, `UPDATE objects SET state = $4, expires_at = $5
		WHERE id = $1 AND org = $2 AND kind = $3 AND label <> ''
			AND (state = $4 OR state IN ($6, $7) AND expires_at > $5)
		RETURNING `+columns, bare, org, Upload, deleting, s.opt.Now().UnixMilli(), reserved, stored))
	if errors.Is(err, sql.ErrNoRows) {
		return "", missingFile()
	}
	if err != nil {
		return "", failed(err, "delete a file")
	}
	if _, err := s.purge(ctx, o); err != nil {
		return "", err
	}
	return o.Label, nil
}
