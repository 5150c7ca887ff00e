package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// How long one request waits for the end of a job: as long as proxies commonly keep a silent connection, or shortly
// where somebody watches the progress.
const (
	longPoll  = 30 * time.Second
	shortPoll = time.Second
)

// Job reads a job.
func (c *Client) Job(ctx context.Context, id string) (Job, error) { return c.poll(ctx, id, 0) }

// poll reads a job once it has ended or the wait is over.
func (c *Client) poll(ctx context.Context, id string, wait time.Duration) (Job, error) {
	var query url.Values
	if wait > 0 {
		query = url.Values{"timeout": {strconv.FormatFloat(wait.Seconds(), 'f', 3, 64)}}
	}
	j := Job{}
	err := c.get(ctx, "/job/"+url.PathEscape(id), query, &j)
	j.ID = id
	return j, err
}

// Wait waits for the end of a job. A failed job is returned with an *Error. While it waits, progress, unless nil, is
// called with the job about once a second. When ctx ends first the job goes on; Cancel stops it.
func (c *Client) Wait(ctx context.Context, id string, progress func(Job)) (Job, error) {
	wait := longPoll
	if progress != nil {
		wait = shortPoll
	}
	last := Job{ID: id}
	for {
		started := time.Now()
		j, err := c.poll(ctx, id, wait)
		if err != nil {
			return last, err
		}
		if last = j; progress != nil {
			progress(j)
		}
		if j.Done() {
			return j, j.Err()
		}
		if err := pause(ctx, shortPoll-time.Since(started)); err != nil { // an answer that did not wait must not be asked for at once
			return j, err
		}
	}
}

// pause waits for some time, unless it is over already.
func pause(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return nil
	}
	select {
	case <-ctx.Done():
		return fmt.Errorf("octavo: %w", ctx.Err())
	case <-time.After(d):
		return nil
	}
}

// Run starts an operation, such as "parse", with a request of this package or any other value that is written as its
// JSON, and waits for its end as Wait does. The job has its id even where an error ended the wait.
func (c *Client) Run(ctx context.Context, operation string, request any, progress func(Job)) (Job, error) {
	id, err := c.start(ctx, operation, request)
	if err != nil {
		return Job{}, err
	}
	return c.Wait(ctx, id, progress)
}

// start submits an asynchronous operation and returns the id of its job.
func (c *Client) start(ctx context.Context, operation string, request any) (string, error) {
	var answer struct {
		JobID string `json:"job_id"`
	}
	if err := c.post(ctx, "/"+operation+"_async", request, &answer); err != nil {
		return "", err
	}
	if answer.JobID == "" {
		return "", errors.New("octavo: the service started no job")
	}
	return answer.JobID, nil
}

// Cancel stops a job that has not ended and returns where it stands.
func (c *Client) Cancel(ctx context.Context, id string) (Job, error) {
	j := Job{ID: id}
	err := c.post(ctx, "/cancel/"+url.PathEscape(id), nil, &j)
	return j, err
}

// Delete removes a job and what it made; with persisted, also a result that was to be kept.
func (c *Client) Delete(ctx context.Context, id string, persisted bool) error {
	var query url.Values
	if persisted {
		query = url.Values{"include_persisted": {"true"}}
	}
	return c.exchange(ctx, c.newCall(http.MethodDelete, "/job/"+url.PathEscape(id), query), nil)
}
