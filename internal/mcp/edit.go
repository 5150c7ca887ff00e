package mcp

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/octavo-dev/octavo/client"
)

type editArguments struct {
	Input        string `json:"input"`
	Instructions string `json:"instructions"`
	Flatten      bool   `json:"flatten"`
	Color        string `json:"color"`
	SaveTo       string `json:"save_to"`
}

// edit fills in or changes a document.
func edit(ctx context.Context, c *call, a editArguments) (*answer, error) {
	input, err := c.reference(a.Input)
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(input, jobScheme) {
		return nil, wrong("input", "edit needs the document itself: the id that upload returned, or a URL")
	}
	id, err := c.service.EditAsync(ctx, client.EditRequest{
		DocumentURL: input, EditInstructions: a.Instructions, EditOptions: client.EditOptions{Flatten: a.Flatten, Color: a.Color},
	})
	if err != nil {
		return nil, err
	}
	return c.outcome(ctx, id, c.Wait, position{saveTo: a.SaveTo})
}

// edited is the new document.
type edited struct {
	JobID       string   `json:"job_id"`
	DocumentURL string   `json:"document_url,omitempty"`
	SavedTo     string   `json:"saved_to,omitempty"`
	Fields      []filled `json:"fields,omitempty"`
	Total       int      `json:"total_fields"`
	Warnings    []string `json:"warnings,omitempty"`
	Next        *next    `json:"next,omitempty"`
}

// filled is a field of the document and what stands in it now.
type filled struct {
	Label   string            `json:"label"`
	Type    client.WidgetType `json:"type"`
	Page    int               `json:"page"`
	Value   *string           `json:"value"`
	Options []string          `json:"options,omitempty"`
}

func (c *call) readEdit(ctx context.Context, job client.Job, r *client.EditResponse, from position) (*answer, error) {
	var all []filled
	for _, w := range r.FormSchema {
		one := filled{Label: quote(w.Description), Type: w.Type, Page: w.BBox.Page}
		if w.Value != nil {
			value, _ := cutText(*w.Value, mostValue)
			one.Value = &value
		}
		for _, option := range w.Options {
			one.Options = append(one.Options, option.Label)
		}
		all = append(all, one)
	}
	said := edited{JobID: job.ID, Fields: fit(all, from.offset, mostText), Total: len(all), Warnings: fit(r.Warnings, 0, mostText)}
	if !c.Unserved {
		said.DocumentURL = r.DocumentURL
	}
	if from.saveTo != "" {
		if err := c.save(ctx, r.DocumentURL, from.saveTo); err != nil {
			return nil, err
		}
		said.SavedTo = from.saveTo
	}
	if shown := from.offset + len(said.Fields); shown < said.Total {
		said.Next = &next{"get_job", map[string]any{"job_id": job.ID, "offset": shown}}
	}
	return &answer{said.text(c.Local), said}, nil
}

func (e edited) text(local bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "The document was edited. job_id: %s", e.JobID)
	if e.DocumentURL != "" {
		fmt.Fprintf(&b, "\ndocument_url: %s", e.DocumentURL)
	}
	switch {
	case e.SavedTo != "":
		fmt.Fprintf(&b, "\nIt was written to %s.", e.SavedTo)
	case local:
		b.WriteString("\nTo write it to a file, call get_job with the job_id and save_to.")
	}
	for _, warning := range e.Warnings {
		fmt.Fprintf(&b, "\nWarning: %s", warning)
	}
	for _, f := range e.Fields {
		value := "(empty)"
		if f.Value != nil {
			value = *f.Value
		}
		fmt.Fprintf(&b, "\n%s (%s, page %d): %s", f.Label, f.Type, f.Page, value)
		if len(f.Options) > 0 {
			fmt.Fprintf(&b, " [options: %s]", strings.Join(f.Options, ", "))
		}
	}
	if e.Next != nil {
		fmt.Fprintf(&b, "\n[%d of %d fields are shown. For more, call get_job with job_id %s and offset %d.]", len(e.Fields), e.Total, e.JobID, e.Next.Arguments["offset"])
	}
	return b.String()
}

// save writes what is behind a URL to a new file. One that is there already may be the user's only copy.
func (c *call) save(ctx context.Context, from, to string) (err error) {
	f, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return wrong("save_to", "%s exists already; choose another path", to)
	}
	if err != nil {
		return wrong("save_to", "%s", err)
	}
	err = errors.Join(c.service.Download(ctx, from, f), f.Close())
	if err != nil {
		return errors.Join(err, os.Remove(to))
	}
	return nil
}
