package mcp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/octavo-dev/octavo/client"
)

// next is the call that goes on where an answer ended.
type next struct {
	Tool      string         `json:"tool"`
	Arguments map[string]any `json:"arguments"`
}

// running is the data of a job that has not ended.
type running struct {
	JobID    string  `json:"job_id"`
	Status   string  `json:"status"`
	Progress float64 `json:"progress"`
	Next     next    `json:"next"`
}

// run waits for the end of a job that was started, and answers with its outcome, or that it still runs.
func (c *call) run(ctx context.Context, id string, err error) (*answer, error) {
	if err != nil {
		return nil, err
	}
	return c.outcome(ctx, id, c.Wait, position{})
}

// outcome waits for the end of a job and answers with what came of it, from a position on.
func (c *call) outcome(ctx context.Context, id string, wait time.Duration, from position) (*answer, error) {
	waiting, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	job, err := c.service.Job(ctx, id) // without a deadline of its own: an unknown job is said so even if nobody waits
	if err != nil {
		return nil, err
	}
	progress := c.progress(ctx)
	if progress != nil {
		progress(job)
	}
	if !job.Done() && wait > 0 {
		job, err = c.service.Wait(waiting, id, progress)
		if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
			job, err = c.service.Job(ctx, id)
		}
	}
	if err == nil {
		err = job.Err()
	}
	switch {
	case err != nil:
		return nil, err
	case !job.Done():
		return stillRunning(job), nil
	}
	return c.finished(ctx, job, from)
}

func stillRunning(job client.Job) *answer {
	return &answer{
		fmt.Sprintf("The job still runs (%s, %.0f %% done). Call get_job with job_id %s to wait for it; do not start it again.",
			job.Status, 100*job.Progress, job.ID),
		running{job.ID, string(job.Status), job.Progress, next{"get_job", map[string]any{"job_id": job.ID}}},
	}
}

// progress tells a caller who asked for it how far a job is; nil where nobody did.
func (c *call) progress(ctx context.Context) func(client.Job) {
	token := c.request.Params.GetProgressToken()
	if token == nil {
		return nil
	}
	return func(j client.Job) {
		message := string(j.State)
		if j.TotalPages > 0 {
			message = fmt.Sprintf("%s, %d pages", j.State, j.TotalPages)
		}
		err := c.request.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{
			ProgressToken: token, Progress: j.Progress, Total: 1, Message: message,
		})
		if err != nil {
			slog.DebugContext(ctx, "progress not delivered", "error", err)
		}
	}
}
