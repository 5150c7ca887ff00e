package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/octavo-dev/octavo/internal/app"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/match"
	"github.com/octavo-dev/octavo/internal/op/extract"
	"github.com/octavo-dev/octavo/internal/op/parse"
	"github.com/octavo-dev/octavo/internal/reader"
	"github.com/octavo-dev/octavo/internal/schema"
)

type extractCmd struct {
	Files     []string  `arg:"" name:"file" type:"existingfile" help:"Documents to look in."`
	Schema    string    `help:"File with the JSON schema of what to find. Without it, all that carries a label." type:"existingfile" placeholder:"FILE"`
	Prompt    string    `help:"Guidance, as instructions.system_prompt." placeholder:"TEXT"`
	Pages     pageRange `help:"Pages to look at, such as 3 or 2-5,9." placeholder:"RANGE"`
	Format    string    `help:"json or table." enum:"json,table" default:"json"`
	Citations bool      `help:"Write with every value where it was found."`
}

// Run reads the documents in this process and looks in them as the service does without a model; nothing is stored.
func (e extractCmd) Run(s *session) error {
	root, err := e.schema()
	if err != nil {
		return err
	}
	reading, err := s.reading()
	if err != nil {
		return err
	}
	defer func() { _ = reading.Close() }()
	docs, err := documents(s, reading, e.Files, e.Pages.pick)
	if err != nil {
		return err
	}
	docs = parse.Taken(docs).Documents()
	found, err := match.Extract(s.ctx, docs, root, match.Options{Guidance: e.Prompt, Embed: reading.Embedder})
	if err != nil {
		return err
	}
	if e.Format == "table" {
		return table(s.out, found, e.Files, e.Citations)
	}
	var body bytes.Buffer
	if e.Citations {
		err = extract.Cite(&body, docs, found)
	} else {
		err = found.Write(&body, nil)
	}
	if err != nil {
		return err
	}
	return indented(s.out, body.Bytes())
}

func (e extractCmd) schema() (*schema.Field, error) {
	if e.Schema == "" {
		return nil, nil
	}
	raw, err := os.ReadFile(e.Schema)
	if err != nil {
		return nil, err
	}
	if !json.Valid(raw) {
		return nil, fmt.Errorf("%s is not JSON", e.Schema)
	}
	return schema.Parse(raw)
}

// documents reads files in this process; pick chooses their pages.
func documents(s *session, reading *app.Reading, files []string, pick func(int, []string) ([]int, error)) ([]*doc.Document, error) {
	var o reader.Options
	o.Select, o.Sheet.Clustering = pick, format.Accurate
	var docs []*doc.Document
	for _, path := range files {
		d, err := document(s, reading.Reader, path, o)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		docs = append(docs, d)
	}
	return docs, nil
}

func document(s *session, r *reader.Reader, path string, o reader.Options) (*doc.Document, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return r.ReadStream(s.ctx, path, f, o)
}

func indented(w io.Writer, body []byte) error {
	var out bytes.Buffer
	if err := json.Indent(&out, body, "", "  "); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, out.String())
	return err
}
