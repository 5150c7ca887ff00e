package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/batch"
	"github.com/octavo-dev/octavo/internal/kind"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/op/classify"
)

type classifyCmd struct {
	Categories []string  `group:"what" name:"category" help:"A category as name=criterion; criterion; may be given often." placeholder:"NAME=CRITERIA" sep:"none"`
	Schema     string    `group:"what" help:"File with categories in the form of classification_schema." type:"existingfile" placeholder:"FILE"`
	Pages      pageRange `group:"what" help:"Pages of PDF files to look at, such as 3 or 2-5,9; the first five of each document without it." placeholder:"RANGE"`
	Together   bool      `group:"what" help:"Assign all documents as one."`
	Format     string    `short:"f" group:"output" enum:"json,csv,table" default:"json" help:"json; csv: a row for each document; table: says how well each category fits and, without --server, what speaks for it."`
	worklist
}

// Run assigns the documents.
func (c classifyCmd) Run(s *session) error {
	categories, err := c.categories()
	if err != nil {
		return err
	}
	o := &order{
		operation: classify.Operation, schema: "ClassifyConfig", input: "input", format: c.Format, gathers: true, together: c.Together,
		value: func(a *answer) (json.RawMessage, error) {
			c, err := a.classified()
			if err != nil {
				return nil, err
			}
			return api.Marshal(c)
		},
		request: map[string]any{"classification_schema": categories},
	}
	if c.Pages != nil {
		o.request["page_range"] = c.Pages.wire()
		o.readable = func(name string) bool { return ending(name) == "pdf" }
		for _, arg := range c.Inputs {
			if !batch.IsURL(arg) && !isFolder(arg) && !o.readable(arg) {
				return wrongUse("--pages selects pages of PDF files only, and %s is none", arg)
			}
		}
	}
	switch c.Format {
	case "table":
		o.explained = func(kept *any) op.Operation {
			return classify.Explained(func(ratings []kind.Rating) { *kept = ratings })
		}
		o.write = func(w io.Writer, a *answer) error { return rated(w, categories, a) }
	case "csv":
		o.rows = categoryRows
	}
	return c.run(s, o)
}

// categories are those of the file, then those of the flags.
func (c classifyCmd) categories() ([]api.ClassificationCategory, error) {
	var list []api.ClassificationCategory
	if c.Schema != "" {
		raw, err := jsonFile(c.Schema)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(raw, &list); err != nil {
			return nil, wrongUse("%s is no list of categories: %w", c.Schema, err)
		}
	}
	for _, given := range c.Categories {
		name, criteria, _ := strings.Cut(given, "=")
		one := api.ClassificationCategory{Category: name, Criteria: []string{}}
		for criterion := range strings.SplitSeq(criteria, ";") {
			if criterion = strings.TrimSpace(criterion); criterion != "" {
				one.Criteria = append(one.Criteria, criterion)
			}
		}
		list = append(list, one)
	}
	if len(list) == 0 {
		return nil, wrongUse("there is no category; --category or --schema gives them")
	}
	return list, nil
}

// classified is what the answer says of a document.
type classified struct {
	Result             api.ClassifyResult      `json:"result"`
	ResponseConfidence *api.ResponseConfidence `json:"response_confidence"`
}

func (a *answer) classified() (c classified, err error) {
	if err := json.Unmarshal(a.body, &c); err != nil {
		return c, fmt.Errorf("read answer: %w", err)
	}
	return c, json.Unmarshal(a.result, &c.Result)
}

// sure is how well a category fits, empty where that is not told.
func (c *classified) sure(category string) string {
	if c.ResponseConfidence == nil {
		return ""
	}
	for _, r := range c.ResponseConfidence.Categories {
		if r.Category == category {
			return fmt.Sprintf("%.2f", r.Confidence)
		}
	}
	return ""
}

func categoryRows(a *answer) ([]row, error) {
	c, err := a.classified()
	return []row{{{"category", c.Result.Category}, {"confidence", c.sure(c.Result.Category)}}}, err
}

// rated prints for people how well each category and each of its criteria fits and, where this process found it out, what
// speaks for it. The category that is chosen is marked.
func rated(w io.Writer, categories []api.ClassificationCategory, a *answer) error {
	found, err := a.classified()
	if err != nil {
		return err
	}
	ratings, explained := a.extra.([]kind.Rating)
	t := &printer{w: tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)}
	for i, c := range categories {
		mark := "  "
		if c.Category == found.Result.Category {
			mark = "* "
		}
		if !explained {
			t.line(mark+c.Category, found.sure(c.Category))
			continue
		}
		t.line(mark+c.Category, fmt.Sprintf("%.2f", ratings[i].Score))
		for k, criterion := range c.Criteria {
			r := ratings[i].Criteria[k]
			t.line("  - "+criterion, fmt.Sprintf("%.2f", r.Met), r.Reason)
		}
	}
	return t.w.Flush()
}
