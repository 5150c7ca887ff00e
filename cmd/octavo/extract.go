package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/octavo-dev/octavo/internal/op/extract"
)

type extractCmd struct {
	Schema    string    `group:"what" help:"File with the JSON schema of what to find. Without it, all that carries a label." type:"existingfile" placeholder:"FILE"`
	Prompt    string    `group:"what" help:"Guidance, as instructions.system_prompt." placeholder:"TEXT"`
	Pages     pageRange `group:"what" help:"Pages to look at, such as 3 or 2-5,9." placeholder:"RANGE"`
	Together  bool      `group:"what" help:"Look for one set of values in all documents."`
	Format    string    `short:"f" group:"output" enum:"json,csv,table" default:"json" help:"json; csv: a row for each document with the fields of the schema, what is nested as JSON; table: for people."`
	Citations bool      `group:"output" help:"Write with every value where it was found."`
	worklist
}

// Run looks in the documents.
func (e extractCmd) Run(s *session) error {
	instructions := map[string]any{}
	if e.Prompt != "" {
		instructions["system_prompt"] = e.Prompt
	}
	if e.Schema != "" {
		raw, err := jsonFile(e.Schema)
		if err != nil {
			return err
		}
		instructions["schema"] = raw
	}
	if e.Citations && e.Format == "csv" {
		return wrongUse("--citations needs --format json or table")
	}
	o := &order{
		operation: extract.Operation, schema: "ExtractRequest", input: "input", format: e.Format, gathers: true, together: e.Together,
		value: func(a *answer) (json.RawMessage, error) { return a.values(), nil },
		request: map[string]any{"instructions": instructions, "settings": map[string]any{
			"page_range": e.Pages.wire(), "citations": map[string]any{"enabled": e.Citations, "numerical_confidence": true},
		}},
	}
	switch e.Format {
	case "table":
		o.write = e.table
	case "csv":
		o.rows = valueRows
	}
	return e.run(s, o)
}

// values are what was found; without citations they are the only item of a list.
func (a *answer) values() json.RawMessage {
	var list []json.RawMessage
	if json.Unmarshal(a.result, &list) == nil && len(list) == 1 {
		return list[0]
	}
	return a.result
}

func (e extractCmd) table(w io.Writer, a *answer) error {
	found, err := readNodes(a, e.Citations)
	if err != nil {
		return err
	}
	names := make([]string, len(a.about))
	for i, in := range a.about {
		names[i] = in.Place
	}
	return table(w, found, names, e.Citations)
}

// valueRows are one row with a cell for every property: text and numbers as they are, all else as JSON.
func valueRows(a *answer) ([]row, error) {
	var out row
	err := members(a.values(), func(name string, value json.RawMessage) error {
		var text string
		switch {
		case string(value) == "null":
		case json.Unmarshal(value, &text) != nil:
			text = string(value)
		}
		out = append(out, cell{name, text})
		return nil
	})
	return []row{out}, err
}

// members goes through an object in its order.
func members(object json.RawMessage, visit func(name string, value json.RawMessage) error) error {
	d := json.NewDecoder(bytes.NewReader(object))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return fmt.Errorf("read result: it is no object")
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return fmt.Errorf("read result: %w", err)
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return fmt.Errorf("read result: %w", err)
		}
		if err := visit(name.(string), value); err != nil {
			return err
		}
	}
	return nil
}

// jsonFile is a file that holds JSON.
func jsonFile(path string) (json.RawMessage, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, wrongUse("%w", err)
	}
	if !json.Valid(raw) {
		return nil, wrongUse("%s is not JSON", path)
	}
	return raw, nil
}

func indented(w io.Writer, body []byte) error {
	var out bytes.Buffer
	if err := json.Indent(&out, body, "", "  "); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, out.String())
	return err
}
