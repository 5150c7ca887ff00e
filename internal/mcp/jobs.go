package mcp

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/octavo-dev/octavo/client"
)

type getJobArguments struct {
	JobID  string `json:"job_id"`
	Page   int    `json:"page"`
	Offset int    `json:"offset"`
	Wait   *int   `json:"wait"`
	SaveTo string `json:"save_to"`
}

// getJob waits for a job, or reads on in what came of it.
func getJob(ctx context.Context, c *call, a getJobArguments) (*answer, error) {
	wait := min(30*time.Second, c.Wait)
	if a.Wait != nil {
		wait = min(time.Duration(max(*a.Wait, 0))*time.Second, c.Wait)
	}
	if a.Offset < 0 || a.Page < 0 {
		return nil, wrong("offset", "page and offset must not be negative")
	}
	id := strings.TrimPrefix(strings.TrimSpace(a.JobID), jobScheme)
	return c.outcome(ctx, id, wait, position{page: a.Page, offset: a.Offset, saveTo: a.SaveTo})
}

type listJobsArguments struct {
	Type   client.JobType `json:"type"`
	Status client.Status  `json:"status"`
	Limit  int            `json:"limit"`
	Cursor string         `json:"cursor"`
}

// jobs is a page of jobs.
type jobs struct {
	Jobs []listed `json:"jobs"`
	Next *next    `json:"next,omitempty"`
}

// listed is a job in a list.
type listed struct {
	JobID     string         `json:"job_id"`
	Type      client.JobType `json:"type"`
	Status    client.Status  `json:"status"`
	CreatedAt time.Time      `json:"created_at"`
	Pages     int            `json:"pages,omitempty"`
	Documents []string       `json:"documents,omitempty"`
}

const mostJobs = 100

// listJobs lists the jobs of the organization.
func listJobs(ctx context.Context, c *call, a listJobsArguments) (*answer, error) {
	if a.Limit == 0 {
		a.Limit = 20
	}
	if a.Limit < 1 || a.Limit > mostJobs {
		return nil, wrong("limit", "it must be between 1 and %d", mostJobs)
	}
	page, cursor, err := c.service.JobsPage(ctx, client.Filter{Type: a.Type, Status: a.Status, PageSize: a.Limit}, a.Cursor)
	if err != nil {
		return nil, err
	}
	said := jobs{Jobs: []listed{}}
	var b strings.Builder
	fmt.Fprintf(&b, "%d jobs", len(page))
	for _, j := range page {
		one := listed{JobID: j.ID, Type: j.Type, Status: j.Status, CreatedAt: j.CreatedAt, Pages: j.NumPages}
		if j.Source != nil {
			for _, input := range j.Source.Inputs[:min(len(j.Source.Inputs), 3)] {
				one.Documents = append(one.Documents, quote(input.Name))
			}
		}
		said.Jobs = append(said.Jobs, one)
		fmt.Fprintf(&b, "\n%s %s %s, %s", j.ID, j.Type, j.Status, j.CreatedAt.Format(time.RFC3339))
		if one.Pages > 0 {
			fmt.Fprintf(&b, ", %d pages", one.Pages)
		}
		if len(one.Documents) > 0 {
			fmt.Fprintf(&b, ", %s", strings.Join(one.Documents, ", "))
		}
	}
	if cursor != "" {
		arguments := map[string]any{"cursor": cursor, "limit": a.Limit}
		for name, value := range map[string]string{"type": string(a.Type), "status": string(a.Status)} {
			if value != "" {
				arguments[name] = value
			}
		}
		said.Next = &next{"list_jobs", arguments}
		fmt.Fprintf(&b, "\n[There are more. Call list_jobs with the same arguments and cursor %s.]", cursor)
	}
	return &answer{b.String(), said}, nil
}
