package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/octavo-dev/octavo/client"
	"github.com/octavo-dev/octavo/internal/batch"
)

type jobsCmd struct {
	List   jobListCmd   `cmd:"" help:"List jobs, newest first."`
	Get    jobGetCmd    `cmd:"" help:"Print a job with its result as JSON."`
	Wait   jobWaitCmd   `cmd:"" help:"Wait for jobs to end; exits 1 when one fails."`
	Cancel jobCancelCmd `cmd:"" help:"Stop jobs that have not ended."`
	Delete jobDeleteCmd `cmd:"" help:"Remove jobs and what they made."`
}

// connect calls the service that is named, or else that of the settings.
func (s *service) connect(in *session) (*client.Client, error) {
	if s.Server == "" {
		cfg, err := in.config()
		if err != nil {
			return nil, err
		}
		s.Server = cfg.PublicURL
	}
	return s.client()
}

// moment is a point in time on the command line.
type moment struct{ time.Time }

// UnmarshalText reads a day or an RFC 3339 time.
func (m *moment) UnmarshalText(text []byte) (err error) {
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		if m.Time, err = time.Parse(layout, string(text)); err == nil {
			return nil
		}
	}
	return fmt.Errorf("%q is neither a day such as 2026-01-31 nor a time such as 2026-01-31T12:00:00Z", text)
}

type jobListCmd struct {
	service
	Type   string `group:"what" enum:",Parse,Extract,Split,Classify,Edit,Pipeline,Chart" default:"" help:"Only jobs of this operation." placeholder:"TYPE"`
	Status string `group:"what" enum:",Idle,Pending,Completed,Failed" default:"" help:"Only jobs of this status." placeholder:"STATUS"`
	State  string `group:"what" enum:",Idle,Pending,InProgress,Completing,Completed,Failed,Cancelled" default:"" help:"Only jobs in this state, which says more than the status." placeholder:"STATE"`
	From   moment `group:"what" help:"Only jobs made at this time or later: a day, or a time such as 2026-01-31T12:00:00Z." placeholder:"TIME"`
	To     moment `group:"what" help:"Only jobs made before this time." placeholder:"TIME"`
	Limit  int    `group:"what" default:"50" help:"At most so many." placeholder:"N"`
	Format string `short:"f" group:"output" enum:"table,json" default:"table" help:"table: for people; json: a list of objects."`
}

func (c jobListCmd) Run(s *session) error {
	cl, err := c.connect(s)
	if err != nil {
		return err
	}
	if c.Limit < 1 {
		return wrongUse("--limit must be at least 1")
	}
	f := client.Filter{
		Type: client.JobType(c.Type), Status: client.Status(c.Status), State: client.State(c.State),
		From: c.From.Time, To: c.To.Time, PageSize: min(c.Limit, 100),
	}
	found := []client.Job{}
	for j, err := range cl.Jobs(s.ctx, f) {
		if err != nil {
			return refused(err)
		}
		if found = append(found, j); len(found) == c.Limit {
			break
		}
	}
	if c.Format == "json" {
		return printJSON(s, found)
	}
	return jobTable(s, found)
}

func jobTable(s *session, found []client.Job) error {
	t := &printer{w: tabwriter.NewWriter(s.out, 0, 4, 2, ' ', 0)}
	t.line("ID", "TYPE", "STATE", "PAGES", "CREATED", "SECONDS", "DOCUMENTS")
	for _, j := range found {
		var names []string
		if j.Source != nil {
			for _, in := range j.Source.Inputs {
				names = append(names, in.Name)
			}
		}
		t.line(j.ID, string(j.Type), string(j.State), fmt.Sprint(j.NumPages), day(&j.CreatedAt), fmt.Sprintf("%.1f", j.Duration), strings.Join(names, ", "))
	}
	return t.w.Flush()
}

func printJSON(s *session, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return indented(s.out, body)
}

type jobGetCmd struct {
	service
	ID string `arg:"" help:"Id of the job."`
}

func (c jobGetCmd) Run(s *session) error {
	cl, err := c.connect(s)
	if err != nil {
		return err
	}
	j, err := cl.Job(s.ctx, c.ID)
	if err != nil {
		return refused(err)
	}
	return printJSON(s, j)
}

// someJobs are jobs by their ids.
type someJobs struct {
	service
	IDs []string `arg:"" name:"id" help:"Ids of jobs."`
}

// each asks something about every job and prints what is said of it. One that fails does not keep the others from it.
func (c *someJobs) each(s *session, ask func(cl *client.Client, id string) (says string, err error)) error {
	cl, err := c.connect(s)
	if err != nil {
		return err
	}
	var last error
	for _, id := range c.IDs {
		says, err := ask(cl, id)
		switch {
		case s.ctx.Err() != nil:
			return &exitError{exitInterrupted, s.ctx.Err()}
		case err != nil:
			coded := refused(err)
			if coded.code == exitService {
				return coded
			}
			last, says = coded, coded.Error()
		}
		if _, err := fmt.Fprintln(s.out, clean(id+" "+says)); err != nil {
			return err
		}
	}
	return last
}

type jobWaitCmd struct {
	someJobs
	Quiet bool `short:"q" group:"run" help:"Print no progress."`
}

func (c jobWaitCmd) Run(s *session) error {
	return c.each(s, func(cl *client.Client, id string) (string, error) {
		w := worklist{Quiet: c.Quiet}
		var j client.Job
		var err error
		batch.Run(s.ctx, []batch.Input{{Name: id}}, 1, nil, w.display(), func(ctx context.Context, _ batch.Input, report func(batch.Progress)) (int, error) {
			j, err = cl.Wait(ctx, id, func(j client.Job) { report(progressOf(j)) })
			return j.NumPages, err
		})
		if j.Status == client.Failed {
			return "", &exitError{exitFailed, atService(err)} // whatever its cause is: the service is well
		}
		return string(j.State), err
	})
}

type jobCancelCmd struct{ someJobs }

func (c jobCancelCmd) Run(s *session) error {
	return c.each(s, func(cl *client.Client, id string) (string, error) {
		j, err := cl.Cancel(s.ctx, id)
		return string(j.State), err
	})
}

type jobDeleteCmd struct {
	someJobs
	Persisted bool `help:"Also those whose results were to be kept."`
}

func (c jobDeleteCmd) Run(s *session) error {
	return c.each(s, func(cl *client.Client, id string) (string, error) {
		return "deleted", cl.Delete(s.ctx, id, c.Persisted)
	})
}
