package mcp

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/octavo-dev/octavo/client"
)

type splitArguments struct {
	Input    string                 `json:"input"`
	Sections []client.SplitCategory `json:"sections"`
	Rules    string                 `json:"rules"`
	Pages    pages                  `json:"pages"`
	Password string                 `json:"password"`
}

// split divides the pages of a document among sections.
func split(ctx context.Context, c *call, a splitArguments) (*answer, error) {
	input, chosen, err := c.document(a.Input, a.Pages)
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(input, jobScheme) && !chosen.IsZero() {
		return nil, wrong("pages", "a document that was parsed before is split as it was parsed; leave pages out, or give the document itself")
	}
	id, err := c.service.SplitAsync(ctx, client.SplitRequest{
		Input: client.Document(input), SplitDescription: a.Sections, SplitRules: a.Rules,
		Parsing: client.ParseOptions{Settings: client.Settings{PageRange: chosen, DocumentPassword: a.Password}},
	})
	return c.run(ctx, id, err)
}

// division is the sections of a document, or as many of them as an answer holds.
type division struct {
	JobID    string    `json:"job_id"`
	Sections []section `json:"sections"`
	Total    int       `json:"total_sections"`
	Next     *next     `json:"next,omitempty"`
}

// section is one section; pages are written as parse and extract take them.
type section struct {
	Name       string            `json:"name"`
	Pages      string            `json:"pages"`
	Confidence client.Confidence `json:"confidence,omitempty"`
	Partitions []section         `json:"partitions,omitempty"`
}

func readSplit(job client.Job, r *client.SplitResponse, from int) *answer {
	var all []section
	for _, s := range r.Result.Splits {
		one := section{Name: s.Name, Pages: span(s.Pages), Confidence: s.Conf}
		for _, p := range s.Partitions {
			one.Partitions = append(one.Partitions, section{Name: p.Name, Pages: span(p.Pages), Confidence: p.Conf})
		}
		all = append(all, one)
	}
	said := division{JobID: job.ID, Sections: fit(all, from, mostText), Total: len(all)}
	var b strings.Builder
	fmt.Fprintf(&b, "job_id: %s; sections: %d\n", job.ID, said.Total)
	for _, s := range said.Sections {
		fmt.Fprintf(&b, "\n%s", s)
		for _, p := range s.Partitions {
			fmt.Fprintf(&b, "\n  %s", p)
		}
	}
	if shown := from + len(said.Sections); shown < said.Total {
		said.Next = &next{"get_job", map[string]any{"job_id": job.ID, "offset": shown}}
		fmt.Fprintf(&b, "\n\n[%d of %d sections are shown. For more, call get_job with job_id %s and offset %d.]", len(said.Sections), said.Total, job.ID, shown)
	}
	return &answer{b.String(), said}
}

// String is the section for people.
func (s section) String() string {
	if s.Pages == "" {
		return s.Name + ": no pages"
	}
	line := s.Name + ": pages " + s.Pages
	if s.Confidence != "" {
		line += fmt.Sprintf(" (%s confidence)", s.Confidence)
	}
	return line
}

// span writes pages as a choice of pages: 1-3,7.
func span(list []client.SplitPage) string {
	var parts []string
	for i := 0; i < len(list); {
		first := list[i].PageNumber
		last := first
		for i++; i < len(list) && list[i].PageNumber == last+1; i++ {
			last++
		}
		part := strconv.Itoa(first)
		if last > first {
			part += "-" + strconv.Itoa(last)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ",")
}
