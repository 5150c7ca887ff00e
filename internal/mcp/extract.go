package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/client"
)

type extractArguments struct {
	Input        string          `json:"input"`
	Schema       json.RawMessage `json:"schema"`
	Instructions string          `json:"instructions"`
	Pages        pages           `json:"pages"`
	Citations    *bool           `json:"citations"`
	Password     string          `json:"password"`
}

// extract finds the values of a schema. The schema goes to the service as it is, which has the only code that may read it.
func extract(ctx context.Context, c *call, a extractArguments) (*answer, error) {
	input, chosen, err := c.document(a.Input, a.Pages)
	if err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(a.Schema, []byte("{")) && !bytes.HasPrefix(a.Schema, []byte(`"`)) { // many write the object as a text
		return nil, wrong("schema", "it must be a JSON object")
	}
	id, err := c.service.ExtractAsync(ctx, client.ExtractRequest{
		Input:        client.Document(input),
		Instructions: client.Instructions{Schema: a.Schema, SystemPrompt: a.Instructions},
		// Pages that are not wanted are not read; a document that was read before has them all.
		Parsing: client.ParseOptions{Settings: client.Settings{PageRange: chosen, DocumentPassword: a.Password}},
		Settings: client.ExtractSettings{
			PageRange: chosen, Citations: client.Citations{Enabled: a.Citations == nil || *a.Citations, ParentBlock: client.ParentBoxOnly},
		},
	})
	return c.run(ctx, id, err)
}

// extraction is what was found, or as much of it as an answer holds.
type extraction struct {
	JobID    string          `json:"job_id"`
	Values   json.RawMessage `json:"values,omitempty"`
	Fields   []field         `json:"fields,omitempty"`
	Total    int             `json:"total_fields"`
	Complete bool            `json:"complete"`
	Next     *next           `json:"next,omitempty"`
}

// readExtract answers with the fields of an extraction from one on, and with its values where they fit whole.
func readExtract(job client.Job, r *client.ExtractResponse, from int) (*answer, error) {
	var object json.RawMessage
	if err := r.Decode(&object); err != nil {
		return nil, err
	}
	found, err := flatten(object)
	if err != nil {
		return nil, fmt.Errorf("read result of job %s: %w", job.ID, err)
	}
	said := extraction{JobID: job.ID, Total: len(found.fields), Complete: true}
	size, room := utf8.RuneCount(found.plain.Bytes()), mostText
	if from == 0 && size <= mostText && !found.cited { // the values say it all
		said.Values = found.plain.Bytes()
		return &answer{fmt.Sprintf("job_id: %s; values: %d\n\n%s", job.ID, said.Total, said.Values), said}, nil
	}
	if from == 0 && size <= mostText/2 {
		said.Values = found.plain.Bytes()
		room -= size
	}
	said.Fields = fit(found.fields, from, room)
	if shown := from + len(said.Fields); shown < said.Total {
		said.Complete = false
		said.Next = &next{"get_job", map[string]any{"job_id": job.ID, "offset": shown}}
	}
	return &answer{said.text(), said}, nil
}

func (e extraction) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "job_id: %s; values: %d\n", e.JobID, e.Total)
	for _, f := range e.Fields {
		fmt.Fprintf(&b, "\n%s", f)
	}
	if e.Next != nil {
		fmt.Fprintf(&b, "\n\n[%d of %d values are shown. For more, call get_job with job_id %s and offset %d; or ask for fewer fields or pages.]",
			len(e.Fields), e.Total, e.JobID, e.Next.Arguments["offset"])
	}
	return b.String()
}
