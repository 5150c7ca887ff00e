package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/op/parse"
	"github.com/octavo-dev/octavo/internal/reader"
	"github.com/octavo-dev/octavo/internal/render"
)

type parseCmd struct {
	Pages    pageRange `group:"what" help:"Pages to read, such as 3 or 2-5,9." placeholder:"RANGE"`
	Debug    string    `group:"what" help:"Write what was understood of each page of one file into this folder instead: as a picture with everything drawn on it, and as text." type:"path" placeholder:"FOLDER"`
	Format   string    `short:"f" group:"output" enum:"md,json,html,csv" default:"md" help:"md: Markdown; json: the result as the service answers it, with blocks and boxes; html: a page; csv: the tables only."`
	Together bool      `group:"output" help:"Make one result of all documents, in the order they are given."`
	worklist
}

// Run reads the documents.
func (p parseCmd) Run(s *session) error {
	if p.Debug != "" {
		return p.debug(s)
	}
	o := &order{
		operation: parse.Operation, schema: "ParseRequest", input: "input", format: p.Format, together: p.Together,
		request: map[string]any{"settings": map[string]any{"page_range": p.Pages.wire()}}, gathers: p.Format == "json",
	}
	switch p.Format {
	case "html":
		o.request["formatting"] = map[string]any{"table_output_format": "html"}
		o.write = writeHTML
	case "csv":
		o.request["formatting"] = map[string]any{"table_output_format": "csv"}
		o.write = writeTables
	case "md":
		o.write = writeMarkdown
	}
	return p.run(s, o)
}

// debug reads one file in this process.
func (p parseCmd) debug(s *session) error {
	if len(p.Inputs) != 1 {
		return wrongUse("--debug takes one file")
	}
	f, err := os.Open(p.Inputs[0])
	if err != nil {
		return wrongUse("%w", err)
	}
	defer f.Close()
	reading, err := s.reading()
	if err != nil {
		return err
	}
	defer func() { _ = reading.Close() }()
	var o reader.Options
	o.Select, o.Sheet.Clustering = p.Pages.pick, format.Accurate
	return debug(s, reading.Reader, f, p.Debug, o)
}

// full is the result of a parse.
func (a *answer) full() (r api.FullResult, err error) {
	if err := json.Unmarshal(a.result, &r); err != nil {
		return r, fmt.Errorf("read result: %w", err)
	}
	return r, nil
}

// writeMarkdown writes documents as text. Where this process read them, a paragraph that goes on in another column or on
// another page is one; blocks of an answer do not say so.
func writeMarkdown(w io.Writer, a *answer) error {
	var parts []string
	for _, d := range a.parsed {
		parts = append(parts, render.Markdown(d, render.Options{}))
	}
	r, err := a.full()
	if err != nil {
		return err
	}
	for i := 0; i < len(r.Chunks) && a.parsed == nil; i++ {
		parts = append(parts, r.Chunks[i].Content)
	}
	_, err = fmt.Fprintln(w, strings.Join(parts, "\n\n"))
	return err
}

// writeTables writes the tables, an empty line between two.
func writeTables(w io.Writer, a *answer) error {
	r, err := a.full()
	if err != nil {
		return err
	}
	var tables []string
	for _, c := range r.Chunks {
		for _, b := range c.Blocks {
			if b.Type == string(doc.TableBlock) {
				tables = append(tables, strings.TrimRight(b.Content, "\r\n")+"\n")
			}
		}
	}
	_, err = io.WriteString(w, strings.Join(tables, "\n"))
	return err
}
