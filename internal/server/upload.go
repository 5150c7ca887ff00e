package server

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"path"
	"strings"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/object"
	"github.com/octavo-dev/octavo/internal/source"
)

// uploadRef marks the remembered answer of an upload.
const uploadRef = "upload:"

// uploadBodyLimit allows for what multipart framing and base64 add to the file itself.
func (s *Server) uploadBodyLimit() int64 {
	return s.Config.Limits.UploadBytes/3*4 + 1<<20
}

// upload is POST /upload: a file in the body, or a reservation when there is none.
func (s *Server) upload(c *Call) (Reply, error) {
	query, errs := api.ReadQuery[api.UploadQuery]("upload", c.R.URL.Query())
	if errs != nil {
		return Reply{}, errs
	}
	media, params, _ := mime.ParseMediaType(c.R.Header.Get("Content-Type"))
	body := http.MaxBytesReader(c.W, c.R.Body, s.uploadBodyLimit())
	if media == "multipart/form-data" {
		return s.uploadMultipart(c, newForm(body, params["boundary"]), query.Extension)
	}
	return s.uploadJSON(c, body, query.Extension)
}

// uploadMultipart stores the part named file while it arrives. With an Idempotency-Key the contents are part of
// the request's fingerprint, so the bytes are stored first and given up again when the answer is known already.
func (s *Server) uploadMultipart(c *Call, parts *form, ext string) (Reply, error) {
	print := sha256.New()
	fmt.Fprintf(print, "%s\x00", c.R.URL.RawQuery)
	stored, found, err := s.storeFilePart(c, parts, ext, print)
	if err != nil {
		return Reply{}, err
	}
	reply, err := s.idempotent(c, hex.EncodeToString(print.Sum(nil)), func(c *Call) (Reply, error) {
		if !found {
			return s.reserve(c, ext)
		}
		return s.uploaded(c, stored)
	})
	// A client that left may come back for the answer, which goes on being made.
	if reply.Replayed || err != nil && c.Context().Err() == nil {
		return reply, s.giveUp(c, stored, found, err)
	}
	return reply, err
}

func (s *Server) storeFilePart(c *Call, parts *form, ext string, print hash.Hash) (stored object.Object, found bool, err error) {
	const maxParts = 1000
	for n := 0; ; n++ {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) && (n > 0 || parts.empty()) {
			return stored, found, nil
		}
		if err == nil && n == maxParts {
			err = errors.New("too many parts")
		}
		if err != nil {
			return stored, found, s.giveUp(c, stored, found, multipartError(err, s.Config.Limits.UploadBytes))
		}
		fmt.Fprintf(print, "%s\x00%s\x00", part.FormName(), part.FileName())
		content := io.TeeReader(part, print)
		if part.FormName() != "file" || found {
			_, err = io.Copy(io.Discard, content)
		} else {
			stored, found, err = s.storePart(c, part, content, ext)
		}
		if err != nil {
			return stored, found, s.giveUp(c, stored, found, multipartError(err, s.Config.Limits.UploadBytes))
		}
	}
}

// storePart stores one part; a part without a file name and without content is no file.
func (s *Server) storePart(c *Call, part *multipart.Part, content io.Reader, ext string) (object.Object, bool, error) {
	first := make([]byte, 1)
	n, err := io.ReadFull(content, first)
	if n == 0 {
		if !errors.Is(err, io.EOF) {
			return object.Object{}, false, err
		}
		if part.FileName() == "" {
			return object.Object{}, false, nil
		}
	}
	if ext == "" {
		ext = extension(part.FileName(), part.Header.Get("Content-Type"))
	}
	stored, err := s.Objects.Upload(c.Context(), c.Org(), ext, path.Base(part.FileName()),
		io.MultiReader(strings.NewReader(string(first[:n])), content), s.Config.Limits.UploadBytes)
	return stored, err == nil, err
}

// giveUp removes a file that was stored before the request turned out to be broken or answered already.
func (s *Server) giveUp(c *Call, stored object.Object, found bool, err error) error {
	if found {
		_, deleteErr := s.Objects.DeleteUpload(context.WithoutCancel(c.Context()), c.Org(), stored.ID)
		err = errors.Join(err, deleteErr)
	}
	return err
}

// multipartError tells a body that is too long from one that is broken.
func multipartError(err error, limit int64) error {
	var over *http.MaxBytesError
	var named *fault.Error
	switch {
	case errors.As(err, &over):
		return fault.New(fault.DocumentTooLarge, "the upload is above the limit of %d bytes", limit).Typed("request_too_large")
	case errors.As(err, &named):
		return err
	}
	return api.Errors{{Loc: []any{"body"}, Msg: "The multipart body is broken", Type: "value_error",
		Ctx: api.Ctx{"error": "not a complete multipart/form-data body"}}}
}

// extension is the hint a file name or a content type gives.
func extension(filename, contentType string) string {
	ext := strings.ToLower(strings.TrimPrefix(path.Ext(filename), "."))
	if ext == "" {
		media, _, _ := mime.ParseMediaType(contentType)
		ext = source.ExtensionOf(media)
	}
	for _, r := range ext {
		if r < '0' || r > 'z' || r > '9' && r < 'a' {
			return ""
		}
	}
	if len(ext) > 16 {
		return ""
	}
	return ext
}

// uploadJSON stores what the body's file field holds, or reserves an id.
func (s *Server) uploadJSON(c *Call, body io.Reader, ext string) (Reply, error) {
	raw, err := io.ReadAll(body)
	if err != nil {
		return Reply{}, multipartError(err, s.Config.Limits.UploadBytes)
	}
	return s.idempotent(c, fingerprint(c.R.URL.RawQuery, raw), func(c *Call) (Reply, error) {
		if len(raw) == 0 {
			return s.reserve(c, ext)
		}
		if errs := api.CheckContentType(c.R.Header.Get("Content-Type")); errs != nil {
			return Reply{}, errs
		}
		in, errs := api.Read[api.UploadBody]("UploadBody", raw)
		if errs != nil {
			return Reply{}, errs
		}
		if in.File == nil {
			return s.reserve(c, ext)
		}
		content, errs := in.Bytes()
		if errs != nil {
			return Reply{}, errs
		}
		stored, err := s.Objects.Upload(c.Context(), c.Org(), ext, "", bytes.NewReader(content), s.Config.Limits.UploadBytes)
		if err != nil {
			return Reply{}, err
		}
		return s.uploaded(c, stored)
	})
}

func (s *Server) uploaded(c *Call, stored object.Object) (Reply, error) {
	if err := c.bind(uploadRef + stored.ID); err != nil {
		return Reply{}, err
	}
	return Reply{Status: http.StatusOK, Ref: uploadRef + stored.ID, Value: api.UploadResponse{FileID: stored.Label}}, nil
}

func (s *Server) reserve(c *Call, ext string) (Reply, error) {
	reserved, putURL, err := s.Objects.Reserve(c.Context(), c.Org(), ext)
	if err != nil {
		return Reply{}, err
	}
	return Reply{Status: http.StatusOK, Value: api.UploadResponse{FileID: reserved.Label, PresignedURL: &putURL}}, nil
}

// deleteUpload is DELETE /upload/{file_id}.
func (s *Server) deleteUpload(c *Call) (Reply, error) {
	raw, err := url.PathUnescape(c.Values["file_id"])
	if err != nil {
		raw = ""
	}
	id, known := source.FileID(raw, s.scheme)
	if !known {
		return Reply{}, fault.New(fault.NotFound, "the file was not found").Typed("file_access_error")
	}
	label, err := s.Objects.DeleteUpload(c.Context(), c.Org(), id)
	if err != nil {
		return Reply{}, err
	}
	return ok(api.DeleteUploadResponse{FileID: label})
}
