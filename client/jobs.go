package client

import (
	"context"
	"iter"
	"net/url"
	"strconv"
	"time"
)

// Filter chooses jobs; its zero value is all of them.
type Filter struct {
	Type   JobType
	Status Status
	State  State
	From   time.Time // created at or after
	To     time.Time // created before
	// Configs asks for the requests of the jobs too.
	Configs bool
	// PageSize is how many jobs one request brings, 100 when 0.
	PageSize int
}

func (f Filter) query(cursor string) url.Values {
	q := url.Values{}
	for name, value := range map[string]string{
		"type": string(f.Type), "status": string(f.Status), "state": string(f.State), "cursor": cursor,
	} {
		if value != "" {
			q.Set(name, value)
		}
	}
	for name, at := range map[string]time.Time{"from": f.From, "to": f.To} {
		if !at.IsZero() {
			q.Set(name, at.UTC().Format(time.RFC3339Nano))
		}
	}
	if f.PageSize > 0 {
		q.Set("limit", strconv.Itoa(f.PageSize))
	}
	if !f.Configs {
		q.Set("exclude_configs", "true")
	}
	return q
}

// Jobs walks the jobs of the organization, newest first. It ends with the first error.
func (c *Client) Jobs(ctx context.Context, f Filter) iter.Seq2[Job, error] {
	return func(yield func(Job, error) bool) {
		for cursor := ""; ; {
			jobs, next, err := c.JobsPage(ctx, f, cursor)
			if err != nil {
				yield(Job{}, err)
				return
			}
			for _, j := range jobs {
				if !yield(j, nil) {
					return
				}
			}
			if next == "" {
				return
			}
			cursor = next
		}
	}
}

// JobsPage reads one page of jobs, the first where cursor is empty, and the cursor of the next, empty where there is
// none.
func (c *Client) JobsPage(ctx context.Context, f Filter, cursor string) ([]Job, string, error) {
	var page struct {
		Jobs       []Job  `json:"jobs"`
		NextCursor string `json:"next_cursor"`
	}
	if err := c.get(ctx, "/jobs", f.query(cursor), &page); err != nil {
		return nil, "", err
	}
	return page.Jobs, page.NextCursor, nil
}
