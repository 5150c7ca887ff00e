package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/op/parse"
	"github.com/octavo-dev/octavo/internal/op/split"
	"github.com/octavo-dev/octavo/internal/section"
)

type splitCmd struct {
	Files    []string  `arg:"" name:"file" type:"existingfile" help:"Documents to divide; their pages are numbered through."`
	Sections []string  `name:"section" help:"A section as name=description; may be given often." placeholder:"NAME=TEXT" sep:"none"`
	Schema   string    `help:"File with sections in the form of split_description." type:"existingfile" placeholder:"FILE"`
	Rules    string    `help:"What holds for the whole, as split_rules." placeholder:"TEXT"`
	Pages    pageRange `help:"Pages to look at, such as 3 or 2-5,9." placeholder:"RANGE"`
	Deep     bool      `help:"Look again at every boundary, and give evidence for every page."`
	Alone    bool      `help:"Give every page to exactly one section."`
	Format   string    `help:"json or table." enum:"json,table" default:"json"`
}

// Run reads the documents in this process and divides them as the service does without a model; nothing is stored.
func (c splitCmd) Run(s *session) error {
	wants, err := c.wants()
	if err != nil {
		return err
	}
	reading, err := s.reading()
	if err != nil {
		return err
	}
	defer func() { _ = reading.Close() }()
	docs, err := documents(s, reading, c.Files, c.Pages.pick)
	if err != nil {
		return err
	}
	found, err := section.Divide(s.ctx, parse.Taken(docs).Documents(), wants, section.Options{
		Rules: c.Rules, Overlap: !c.Alone, Rows: split.CutoffRows, Deep: c.Deep, Divide: true, Embed: reading.Embedder,
	})
	if err != nil {
		return err
	}
	if c.Format == "table" {
		return sections(s.out, found)
	}
	var body bytes.Buffer
	if err := split.Write(&body, found, c.Deep); err != nil {
		return err
	}
	return indented(s.out, body.Bytes())
}

// wants are the sections of the file, then those of the flags, checked as a request is.
func (c splitCmd) wants() ([]section.Want, error) {
	var list []api.SplitCategory
	if c.Schema != "" {
		raw, err := os.ReadFile(c.Schema)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(raw, &list); err != nil {
			return nil, fmt.Errorf("%s is no list of sections: %w", c.Schema, err)
		}
	}
	for _, given := range c.Sections {
		name, description, _ := strings.Cut(given, "=")
		list = append(list, api.SplitCategory{Name: name, Description: description})
	}
	body, err := json.Marshal(map[string]any{"input": "-", "split_description": append([]api.SplitCategory{}, list...)})
	if err != nil {
		return nil, err
	}
	if _, wrong := api.Validate("SyncSplitConfig", body); len(wrong) > 0 {
		return nil, fmt.Errorf("sections: %s", wrong[0].Msg)
	}
	return split.Wants(list), nil
}

// sections prints sections for people: a line for each, and one for each of its parts.
func sections(out io.Writer, found []section.Section) error {
	t := &printer{w: tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)}
	for _, s := range found {
		t.line(s.Name, ranges(s.Pages))
		for _, p := range s.Parts {
			t.line("- "+p.Name, ranges(p.Pages))
		}
	}
	return t.w.Flush()
}

// ranges writes pages as people do: 1-3, 7.
func ranges(pages []section.Page) string {
	if len(pages) == 0 {
		return "-"
	}
	var out []string
	for i := 0; i < len(pages); {
		k := i
		for k+1 < len(pages) && pages[k+1].Number == pages[k].Number+1 {
			k++
		}
		if k > i {
			out = append(out, fmt.Sprintf("%d-%d", pages[i].Number, pages[k].Number))
		} else {
			out = append(out, fmt.Sprint(pages[i].Number))
		}
		i = k + 1
	}
	return strings.Join(out, ", ")
}
