package server

import (
	"cmp"
	"errors"
	"strconv"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/work"
)

// mostEasels is how many pages are drawn at a time: those who look at pages must not keep those from working who read
// them.
const mostEasels = 2

// pagePicture is GET /job/{job_id}/pages/{n}.png.
func (s *Server) pagePicture(c *Call) (Reply, error) {
	query, errs := api.ReadQuery[api.PageImageQuery]("get_page_image", c.R.URL.Query())
	if errs != nil {
		return Reply{}, errs
	}
	page, err := strconv.Atoi(c.Values["n"])
	if err != nil || page < 1 {
		return Reply{}, fault.New(fault.NotFound, "pages are numbered from 1")
	}
	j, err := s.Jobs.Get(c.Context(), c.Org(), c.Values["job_id"])
	if err != nil {
		return Reply{}, jobMissing(err)
	}
	if err := gone(j); err != nil {
		return Reply{}, err
	}
	if j.State != job.Completed {
		return Reply{}, fault.New(fault.NotFound, "pages can be seen when the job is completed; it is %s", j.State)
	}
	select {
	case s.easels <- struct{}{}:
		defer func() { <-s.easels }()
	case <-c.Context().Done():
		return Reply{}, c.Context().Err()
	}
	reply, err := s.sendPicture(c, j, work.Picture{Page: page, DPI: query.DPI, Edited: query.View == "after"})
	if err == nil || reply.Written {
		return reply, err
	}
	c.W.Header().Del("Cache-Control")
	// A job can be deleted while a page of it is drawn: that is said, rather than what failed because of it.
	now, missing := s.Jobs.Get(c.Context(), c.Org(), j.ID)
	if errors.Is(missing, job.ErrNotFound) {
		return Reply{}, jobMissing(missing)
	}
	return Reply{}, cmp.Or(gone(now), err)
}

func (s *Server) sendPicture(c *Call, j job.Job, p work.Picture) (Reply, error) {
	o, err := s.Pictures.Draw(c.Context(), j, p)
	if err != nil {
		return Reply{}, err
	}
	h := c.W.Header()
	h.Set("Content-Type", "image/png")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "private, max-age=3600")
	return s.sendObject(c, o)
}
