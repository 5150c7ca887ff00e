package server

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/object"
)

// getObject is GET and HEAD /objects/…: the signature in the URL is the credential.
func (s *Server) getObject(c *Call) (Reply, error) {
	id, err := s.verifyObject(c, http.MethodGet)
	if err != nil {
		return Reply{}, err
	}
	o, err := s.Objects.Find(c.Context(), id)
	if err != nil {
		return Reply{}, err
	}
	h := c.W.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "sandbox")
	h.Set("Cache-Control", "private, no-store")
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": o.Filename}))
	h.Set("Content-Type", contentType(o))
	if o.Mark != "" {
		return s.sendExpanded(c, o)
	}
	return s.sendObject(c, o)
}

func contentType(o object.Object) string {
	if o.ContentType == "" {
		return "application/octet-stream"
	}
	return o.ContentType
}

// sendExpanded sends a result whose URLs are signed while it is read; its length is not known beforehand.
func (s *Server) sendExpanded(c *Call, o object.Object) (Reply, error) {
	if c.R.Method == http.MethodHead {
		c.begin(http.StatusOK)
		return Written, nil
	}
	body, err := s.Objects.OpenExpanded(c.Context(), o)
	if err != nil {
		return Reply{}, err
	}
	defer body.Close()
	c.begin(http.StatusOK)
	_, err = io.Copy(c.W, body)
	return Written, err
}

func (s *Server) sendObject(c *Call, o object.Object) (Reply, error) {
	h := c.W.Header()
	tag := strconv.Quote(o.ETag)
	h.Set("ETag", tag)
	h.Set("Accept-Ranges", "bytes")
	if c.R.Header.Get("If-None-Match") == tag {
		c.begin(http.StatusNotModified)
		return Written, nil
	}
	offset, length, status := int64(0), o.Bytes, http.StatusOK
	if spec := c.R.Header.Get("Range"); spec != "" && (c.R.Header.Get("If-Range") == "" || c.R.Header.Get("If-Range") == tag) {
		from, to, valid, satisfiable := singleRange(spec, o.Bytes)
		switch {
		case valid && !satisfiable:
			h.Set("Content-Range", fmt.Sprintf("bytes */%d", o.Bytes))
			c.begin(http.StatusRequestedRangeNotSatisfiable)
			return Written, nil
		case valid:
			offset, length, status = from, to-from+1, http.StatusPartialContent
			h.Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, to, o.Bytes))
		}
	}
	h.Set("Content-Length", strconv.FormatInt(length, 10))
	if c.R.Method == http.MethodHead {
		c.begin(status)
		return Written, nil
	}
	body, _, err := s.Objects.OpenObject(c.Context(), o.ID, offset, length)
	if err != nil {
		h.Del("Content-Length")
		return Reply{}, err
	}
	defer body.Close()
	c.begin(status)
	_, err = io.Copy(c.W, body)
	return Written, err
}

// singleRange reads "bytes=a-b", "bytes=a-" and "bytes=-n". Anything else, several ranges included, is not
// valid and the whole object is sent.
func singleRange(spec string, size int64) (from, to int64, valid, satisfiable bool) {
	spec, ok := strings.CutPrefix(spec, "bytes=")
	first, last, cut := strings.Cut(strings.TrimSpace(spec), "-")
	if !ok || !cut || strings.Contains(last, ",") {
		return 0, 0, false, false
	}
	if first == "" {
		n, err := strconv.ParseInt(last, 10, 64)
		if err != nil || n < 0 {
			return 0, 0, false, false
		}
		return max(0, size-n), size - 1, true, n > 0 && size > 0
	}
	from, err := strconv.ParseInt(first, 10, 64)
	if err != nil || from < 0 {
		return 0, 0, false, false
	}
	to = size - 1
	if last != "" {
		end, err := strconv.ParseInt(last, 10, 64)
		if err != nil || end < from {
			return 0, 0, false, false
		}
		to = min(to, end)
	}
	return from, to, true, from < size
}

// putObject is PUT /objects/…: the content of a reserved upload.
func (s *Server) putObject(c *Call) (Reply, error) {
	id, err := s.verifyObject(c, http.MethodPut)
	if err != nil {
		return Reply{}, err
	}
	if s.Health.Draining() {
		return Reply{}, fault.New(fault.ServiceUnavailable, "the server is shutting down")
	}
	stored, err := s.Objects.PutReserved(c.Context(), id, c.R.Body, c.R.ContentLength)
	if err != nil {
		return Reply{}, bodyError(err)
	}
	c.W.Header().Set("ETag", strconv.Quote(stored.ETag))
	c.W.Header().Set("Content-Length", "0")
	c.begin(http.StatusOK)
	return Written, nil
}

// bodyError names an upload that the client broke off.
func bodyError(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return api.Errors{{Loc: []any{"body"}, Msg: "The body ended early", Type: "value_error", Ctx: api.Ctx{"error": "the body is shorter than announced"}}}
	}
	return err
}

func (s *Server) verifyObject(c *Call, method string) (string, error) {
	path, _ := s.router.strip(c.R.URL.EscapedPath())
	q := c.R.URL.Query()
	return s.Objects.VerifyPath(method, path, q.Get("expires"), q.Get("signature"))
}

// result is GET /results/{result_id}.
func (s *Server) result(c *Call) (Reply, error) {
	o, err := s.Objects.FindResult(c.Context(), c.Org(), c.Values["result_id"])
	if err != nil {
		return Reply{}, err
	}
	c.W.Header().Set("Content-Type", "application/json")
	return s.sendExpanded(c, o)
}
