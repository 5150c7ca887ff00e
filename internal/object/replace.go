package object

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"

	"github.com/octavo-dev/octavo/internal/blob"
	"github.com/octavo-dev/octavo/internal/fault"
)

// PutReserved stores the content of a reserved file whose upload signature was verified, replacing earlier
// content. declaredSize is the announced length, -1 when unknown.
//
// New content gets bytes and a row of its own first; then the two rows exchange their bytes in one transaction,
// and the second row, which now has the old ones, is removed like any other.
func (s *Store) PutReserved(ctx context.Context, id string, r io.Reader, declaredSize int64) (Object, error) {
	if _, err := s.upload(ctx, "id = $1 AND expires_at > $2", id, s.opt.Now().UnixMilli()); err != nil {
		return Object{}, err
	}
	if err := s.fits(declaredSize); err != nil {
		return Object{}, err
	}
	spare := Object{ID: newID(), Kind: Upload, CreatedAt: s.opt.Now()}
	spare.BlobKey = "uploads/" + spare.ID
	spare.ExpiresAt = spare.CreatedAt.Add(writeTime)
	if err := s.insert(ctx, spare); err != nil {
		return Object{}, err
	}
	info, err := s.blobs.Put(ctx, spare.BlobKey, r, blob.PutOptions{ContentType: "application/octet-stream", Limit: s.opt.DocumentBytes})
	if err == nil && declaredSize >= 0 && info.Size != declaredSize {
		err = fmt.Errorf("%d of %d bytes arrived: %w", info.Size, declaredSize, io.ErrUnexpectedEOF)
	}
	if err != nil {
		s.discard(ctx, spare, err)
		return Object{}, err
	}
	o, old, err := s.exchange(ctx, id, spare, info)
	switch {
	case err == nil:
		s.discard(ctx, old, nil)
		return o, nil
	case errors.Is(err, errSuperseded), fault.Is(err, fault.NotFound):
		s.discard(ctx, spare, err)
	default: // the database may have done it and not said so: only the rows know whose the bytes are now
		s.leave(ctx, spare.ID)
	}
	return Object{}, err
}

// exchange gives the bytes of spare to the file. It returns the file, and spare with the old bytes of the file.
func (s *Store) exchange(ctx context.Context, id string, spare Object, info blob.Info) (o, old Object, err error) {
	now := s.opt.Now()
	err = s.db.Tx(ctx, func(tx *sql.Tx) error {
		var err error
		// The first statement locks the row, so that of several PUTs each meets the content of the one before.
		o, err = scan(tx.QueryRowContext(ctx, `UPDATE objects SET state = $2 WHERE id = $1 AND state IN ($2, $3) AND expires_at > $4
			RETURNING `+columns, id, stored, reserved, now.UnixMilli()))
		if errors.Is(err, sql.ErrNoRows) {
			return missingFile()
		}
		if err != nil {
			return err
		}
		old = spare
		old.BlobKey = o.BlobKey
		o.BlobKey, o.Bytes, o.ETag, o.ExpiresAt = spare.BlobKey, info.Size, info.ETag, now.Add(s.opt.UploadRetention)
		if _, err := tx.ExecContext(ctx, "UPDATE objects SET blob_key = $2, bytes = $3, etag = $4, expires_at = $5 WHERE id = $1",
			id, o.BlobKey, o.Bytes, o.ETag, o.ExpiresAt.UnixMilli()); err != nil {
			return err
		}
		return touched(tx.ExecContext(ctx, "UPDATE objects SET blob_key = $2, state = $3, expires_at = $4 WHERE id = $1 AND state = $5",
			spare.ID, old.BlobKey, deleting, now.UnixMilli(), reserved))
	})
	return o, old, failed(err, "replace the content of a file")
}

// touched turns a statement that met no row into errSuperseded.
func touched(res sql.Result, err error) error {
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n > 0 {
		return err
	}
	return errSuperseded
}
