package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/op/split"
)

type splitCmd struct {
	Sections []string  `group:"what" name:"section" help:"A section as name=description; may be given often." placeholder:"NAME=TEXT" sep:"none"`
	Schema   string    `group:"what" help:"File with sections in the form of split_description." type:"existingfile" placeholder:"FILE"`
	Rules    string    `group:"what" help:"What holds for the whole, as split_rules." placeholder:"TEXT"`
	Pages    pageRange `group:"what" help:"Pages to look at, such as 3 or 2-5,9." placeholder:"RANGE"`
	Deep     bool      `group:"what" help:"Look again at every boundary, and give evidence for every page."`
	Alone    bool      `group:"what" help:"Give every page to exactly one section."`
	Together bool      `group:"what" help:"Divide all documents as one; their pages are numbered through."`
	Format   string    `short:"f" group:"output" enum:"json,csv,table" default:"json" help:"json; csv: a row for each section and part; table: for people."`
	worklist
}

// Run divides the documents.
func (c splitCmd) Run(s *session) error {
	wants, err := c.wants()
	if err != nil {
		return err
	}
	o := &order{
		operation: split.Operation, schema: "SyncSplitConfig", input: "input", format: c.Format, gathers: true, together: c.Together,
		request: map[string]any{
			"split_description": wants,
			"parsing":           map[string]any{"settings": map[string]any{"page_range": c.Pages.wire()}},
			"settings":          map[string]any{"deep_split": c.Deep, "allow_page_overlap": !c.Alone, "auto_partition": true},
		},
	}
	if c.Rules != "" {
		o.request["split_rules"] = c.Rules
	}
	switch c.Format {
	case "table":
		o.write = sectionTable
	case "csv":
		o.rows = sectionRows
	}
	return c.run(s, o)
}

// wants are the sections of the file, then those of the flags.
func (c splitCmd) wants() ([]api.SplitCategory, error) {
	list := []api.SplitCategory{}
	if c.Schema != "" {
		raw, err := jsonFile(c.Schema)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(raw, &list); err != nil {
			return nil, wrongUse("%s is no list of sections: %w", c.Schema, err)
		}
	}
	for _, given := range c.Sections {
		name, description, _ := strings.Cut(given, "=")
		list = append(list, api.SplitCategory{Name: name, Description: description})
	}
	return list, nil
}

// part is a section, or a part of one, as both forms of results tell of it.
type part struct {
	Name       string          `json:"name"`
	Pages      json.RawMessage `json:"pages"` // numbers, or objects with evidence
	Conf       string          `json:"conf"`
	Partitions []part          `json:"partitions"`
}

// ranges writes pages as people do: 1-3, 7.
func (p *part) ranges() string {
	var pages []int
	if json.Unmarshal(p.Pages, &pages) != nil {
		var evidence []api.DeepSplitPageEvidence
		_ = json.Unmarshal(p.Pages, &evidence) // one of the two it is
		pages = nil
		for _, e := range evidence {
			pages = append(pages, e.PageNumber)
		}
	}
	if len(pages) == 0 {
		return "-"
	}
	var out []string
	for i := 0; i < len(pages); {
		k := i
		for k+1 < len(pages) && pages[k+1] == pages[k]+1 {
			k++
		}
		if k > i {
			out = append(out, fmt.Sprintf("%d-%d", pages[i], pages[k]))
		} else {
			out = append(out, fmt.Sprint(pages[i]))
		}
		i = k + 1
	}
	return strings.Join(out, ", ")
}

func (a *answer) sections() ([]part, error) {
	var found struct {
		Splits []part `json:"splits"`
	}
	if err := json.Unmarshal(a.result, &found); err != nil {
		return nil, fmt.Errorf("read result: %w", err)
	}
	return found.Splits, nil
}

// sectionTable prints sections for people: a line for each, and one for each of its parts.
func sectionTable(w io.Writer, a *answer) error {
	found, err := a.sections()
	if err != nil {
		return err
	}
	t := &printer{w: tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)}
	for _, s := range found {
		t.line(s.Name, s.ranges())
		for _, p := range s.Partitions {
			t.line("- "+p.Name, p.ranges())
		}
	}
	return t.w.Flush()
}

// sectionRows are a row for each section, and one for each of its parts.
func sectionRows(a *answer) ([]row, error) {
	found, err := a.sections()
	var out []row
	for _, s := range found {
		out = append(out, row{{"section", s.Name}, {"part", ""}, {"pages", s.ranges()}, {"confidence", s.Conf}})
		for _, p := range s.Partitions {
			out = append(out, row{{"section", s.Name}, {"part", p.Name}, {"pages", p.ranges()}, {"confidence", p.Conf}})
		}
	}
	return out, err
}
