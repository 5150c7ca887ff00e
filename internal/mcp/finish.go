package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/client"
)

// finished answers with the result of a job that was completed, in the form of the tool that belongs to it.
func (c *call) finished(ctx context.Context, job client.Job, from position) (*answer, error) {
	switch job.Type {
	case client.TypeParse:
		var r client.ParseResponse
		if err := c.service.Result(ctx, job, &r); err != nil {
			return nil, err
		}
		return c.readParse(job, &r, from), nil
	case client.TypeExtract:
		var r client.ExtractResponse
		if err := c.service.Result(ctx, job, &r); err != nil {
			return nil, err
		}
		return readExtract(job, &r, from.offset)
	case client.TypeSplit:
		var r client.SplitResponse
		if err := c.service.Result(ctx, job, &r); err != nil {
			return nil, err
		}
		return readSplit(job, &r, from.offset), nil
	case client.TypeClassify:
		var r client.ClassifyResponse
		if err := c.service.Result(ctx, job, &r); err != nil {
			return nil, err
		}
		return readClassify(job, &r, from.offset), nil
	case client.TypeEdit:
		var r client.EditResponse
		if err := c.service.Result(ctx, job, &r); err != nil {
			return nil, err
		}
		return c.readEdit(ctx, job, &r, from)
	}
	return readOther(job)
}

// other is a result that no tool belongs to.
type other struct {
	JobID  string          `json:"job_id"`
	Type   client.JobType  `json:"type"`
	Status client.Status   `json:"status"`
	Result json.RawMessage `json:"result,omitempty"`
	Note   string          `json:"note,omitempty"`
}

// readOther shows the result of a job that no tool starts, whole or not at all.
func readOther(job client.Job) (*answer, error) {
	said := other{JobID: job.ID, Type: job.Type, Status: job.Status}
	var tight bytes.Buffer
	if err := json.Compact(&tight, job.Result); err != nil {
		return nil, fmt.Errorf("read result of job %s: %w", job.ID, err)
	}
	if n := utf8.RuneCount(tight.Bytes()); n > mostText {
		said.Note = fmt.Sprintf("The result has %d characters, too many for an answer. Read it with GET /job/%s of the HTTP interface.", n, job.ID)
		return &answer{fmt.Sprintf("%s job %s is %s. %s", job.Type, job.ID, job.Status, said.Note), said}, nil
	}
	said.Result = tight.Bytes()
	return &answer{fmt.Sprintf("%s job %s is %s.\n\n%s", job.Type, job.ID, job.Status, tight.String()), said}, nil
}
