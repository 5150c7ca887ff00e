package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/kind"
	"github.com/octavo-dev/octavo/internal/op/classify"
	"github.com/octavo-dev/octavo/internal/op/parse"
)

type classifyCmd struct {
	Files      []string  `arg:"" name:"file" type:"existingfile" help:"Documents that are one together."`
	Categories []string  `name:"category" help:"A category as name=criterion; criterion; may be given often." placeholder:"NAME=CRITERIA" sep:"none"`
	Schema     string    `help:"File with categories in the form of classification_schema." type:"existingfile" placeholder:"FILE"`
	Pages      pageRange `help:"Pages to look at, such as 3 or 2-5,9; the first five of each document without it." placeholder:"RANGE"`
	Format     string    `help:"json or table, which says what speaks for each category." enum:"json,table" default:"json"`
}

// Run reads the documents in this process and assigns them as the service does without a model; nothing is stored.
func (c classifyCmd) Run(s *session) error {
	categories, err := c.categories()
	if err != nil {
		return err
	}
	reading, err := s.reading()
	if err != nil {
		return err
	}
	defer func() { _ = reading.Close() }()
	docs, err := documents(s, reading, c.Files, c.Pages.start(classify.Few.First))
	if err != nil {
		return err
	}
	ratings, err := classify.Rate(s.ctx, categories, parse.Taken(docs).Documents(), "", reading.Embedder)
	if err != nil {
		return err
	}
	if c.Format == "table" {
		return rated(s.out, categories, ratings)
	}
	body, err := api.Marshal(struct {
		Result             api.ClassifyResult      `json:"result"`
		ResponseConfidence *api.ResponseConfidence `json:"response_confidence"`
	}{api.ClassifyResult{Category: categories[classify.Choice(ratings)].Category}, classify.Confidence(categories, ratings)})
	if err != nil {
		return err
	}
	return indented(s.out, body)
}

// categories are those of the file, then those of the flags, checked as a request is.
func (c classifyCmd) categories() ([]api.ClassificationCategory, error) {
	var list []api.ClassificationCategory
	if c.Schema != "" {
		raw, err := os.ReadFile(c.Schema)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(raw, &list); err != nil {
			return nil, fmt.Errorf("%s is no list of categories: %w", c.Schema, err)
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
		return nil, errors.New("there is no category; --category or --schema gives them")
	}
	body, err := json.Marshal(map[string]any{"input": "-", "classification_schema": list})
	if err != nil {
		return nil, err
	}
	if _, wrong := api.Validate("ClassifyConfig", body); len(wrong) > 0 {
		return nil, fmt.Errorf("categories: %s", wrong[0].Msg)
	}
	return list, nil
}

// rated prints for people how well each category and each of its criteria fits, and what speaks for it. The category that
// is chosen is marked.
func rated(out io.Writer, categories []api.ClassificationCategory, ratings []kind.Rating) error {
	t := &printer{w: tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)}
	chosen := classify.Choice(ratings)
	for i, c := range categories {
		mark := "  "
		if i == chosen {
			mark = "* "
		}
		t.line(mark+c.Category, fmt.Sprintf("%.2f", ratings[i].Score))
		for k, criterion := range c.Criteria {
			r := ratings[i].Criteria[k]
			t.line("  - "+criterion, fmt.Sprintf("%.2f", r.Met), r.Reason)
		}
	}
	return t.w.Flush()
}
