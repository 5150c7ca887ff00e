package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/batch"
	"github.com/octavo-dev/octavo/internal/op/edit"
)

type editCmd struct {
	Instructions string  `short:"i" group:"what" help:"What to fill in or change. It may also be the last argument." placeholder:"TEXT"`
	Schema       string  `group:"what" help:"File with the widgets to fill or create, in the form of form_schema." type:"existingfile" placeholder:"FILE"`
	Color        string  `group:"what" help:"Color of what is written, as #RRGGBB." default:"#FF0000" placeholder:"COLOR"`
	FontSize     float64 `group:"what" help:"Size of what is written, in points. Without it, what fits." placeholder:"POINTS"`
	Overflow     bool    `group:"what" help:"Add pages for text that does not fit."`
	Flatten      bool    `group:"what" help:"Turn filled fields into page content."`
	JSON         bool    `group:"output" name:"json" help:"Print the answer of the service, with the form_schema."`
	worklist
}

// Run edits the documents. The sources stay as they are.
func (c editCmd) Run(s *session) error {
	c.takeInstructions()
	request, err := c.request()
	if err != nil {
		return err
	}
	o := &order{
		operation: edit.Operation, schema: "EditConfig", input: "document_url", request: request, format: "pdf",
		readable: func(name string) bool { return ending(name) == "pdf" || ending(name) == "docx" },
		place:    editedPlace, beside: beside,
		write: func(w io.Writer, a *answer) error {
			_, err := io.Copy(w, io.NewSectionReader(a.document.Data, 0, a.document.Size))
			return err
		},
		after: func(to string, a *answer) error { return c.tell(s, to, a) },
	}
	return c.run(s, o)
}

// takeInstructions takes the last argument for the instructions where it can be no document.
func (c *editCmd) takeInstructions() {
	last := len(c.Inputs) - 1
	if c.Instructions != "" || last < 1 || batch.IsURL(c.Inputs[last]) || !strings.Contains(c.Inputs[last], " ") {
		return
	}
	if _, err := os.Stat(c.Inputs[last]); err != nil {
		c.Inputs, c.Instructions = c.Inputs[:last], c.Inputs[last]
	}
}

// editedPlace is the name of the source; what an edit makes of an image is a PDF file.
func editedPlace(in batch.Input) string {
	if e := ending(in.Place); e == "pdf" || e == "docx" {
		return in.Place
	}
	return in.Place + ".pdf"
}

// beside is where an edited document goes that no place is given for.
func beside(in batch.Input) string {
	dir := filepath.Dir(in.Path)
	if in.URL != "" {
		dir = "."
	}
	place := path.Base(in.Place)
	kind := "pdf"
	if ending(place) == "docx" {
		kind = "docx"
	}
	return filepath.Join(dir, strings.TrimSuffix(place, path.Ext(place))+"-edited."+kind)
}

func (c *editCmd) request() (map[string]any, error) {
	options := map[string]any{"color": c.Color, "enable_overflow_pages": c.Overflow, "flatten": c.Flatten}
	if c.FontSize != 0 {
		options["font_size"] = c.FontSize
	}
	request := map[string]any{"edit_instructions": c.Instructions, "edit_options": options}
	if c.Schema != "" {
		raw, err := jsonFile(c.Schema)
		if err != nil {
			return nil, err
		}
		request["form_schema"] = raw
	}
	return request, nil
}

// tell prints where an edited document is.
func (c *editCmd) tell(s *session, to string, a *answer) error {
	if !c.JSON {
		_, err := fmt.Fprintln(s.out, to)
		return err
	}
	var response api.EditResponse
	if err := json.Unmarshal(a.body, &response); err != nil {
		return fmt.Errorf("read answer: %w", err)
	}
	response.DocumentURL = to
	body, err := api.Marshal(response)
	if err != nil {
		return err
	}
	return indented(s.out, body)
}
