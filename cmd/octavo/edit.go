package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/op/edit"
)

type editCmd struct {
	File         string  `arg:"" type:"existingfile" help:"Document to fill or change: PDF, image or docx."`
	Instructions string  `arg:"" optional:"" help:"What to fill in or change, in the sentences that the service understands without a model."`
	Schema       string  `help:"File with the widgets to fill or create, in the form of form_schema." type:"existingfile" placeholder:"FILE"`
	Output       string  `short:"o" help:"Where the new document goes. Without it, beside the old one." placeholder:"FILE"`
	Color        string  `help:"Color of what is written, as #RRGGBB." default:"#FF0000"`
	FontSize     float64 `help:"Size of what is written, in points. Without it, what fits."`
	Overflow     bool    `help:"Add pages for text that does not fit."`
	Flatten      bool    `help:"Turn filled fields into page content."`
	JSON         bool    `name:"json" help:"Print the answer of the service, with the form_schema."`
}

// Run edits the document in this process, as the service does without a model. The source stays as it is.
func (c editCmd) Run(s *session) (err error) {
	request, err := c.request()
	if err != nil {
		return err
	}
	reading, err := s.reading()
	if err != nil {
		return err
	}
	defer func() { _ = reading.Close() }()
	f, err := os.Open(c.File)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	made, err := os.CreateTemp(filepath.Dir(c.target("x")), ".octavo-*")
	if err != nil {
		return err
	}
	defer func() {
		_ = made.Close()
		if err != nil {
			_ = os.Remove(made.Name())
		}
	}()
	source := &op.Source{Name: filepath.Base(c.File), Size: info.Size(), Data: f, Closer: f}
	site := op.Site{Limits: op.DefaultLimits, Billing: op.Billing{Mode: "off"}}
	answer, err := edit.Local(s.ctx, op.Env{Site: site, Reader: reading.Reader, PDF: reading.Writer}, source, request, made)
	if err != nil {
		return err
	}
	to := c.target(answer.DocumentURL)
	if err := os.Rename(made.Name(), to); err != nil {
		return err
	}
	return c.tell(s, to, answer)
}

// target is where the new document goes, by the name that the service would give it.
func (c editCmd) target(name string) string {
	if c.Output != "" {
		return c.Output
	}
	return filepath.Join(filepath.Dir(c.File), name)
}

// request is checked as one that is sent.
func (c editCmd) request() (r api.EditRequest, err error) {
	options := map[string]any{"color": c.Color, "enable_overflow_pages": c.Overflow, "flatten": c.Flatten}
	if c.FontSize != 0 {
		options["font_size"] = c.FontSize
	}
	body := map[string]any{"document_url": "svc://file", "edit_instructions": c.Instructions, "edit_options": options}
	if c.Schema != "" {
		raw, err := os.ReadFile(c.Schema)
		if err != nil {
			return r, err
		}
		body["form_schema"] = json.RawMessage(raw)
	}
	sent, err := json.Marshal(body)
	if err != nil {
		return r, fmt.Errorf("%s is not JSON: %w", c.Schema, err)
	}
	normal, problems := api.Validate("EditConfig", sent)
	if problems != nil {
		return r, fmt.Errorf("the request is refused: %w", problems)
	}
	return r, json.Unmarshal(normal, &r)
}

func (c editCmd) tell(s *session, to string, answer api.EditResponse) error {
	if c.JSON {
		answer.DocumentURL = to
		body, err := api.Marshal(answer)
		if err != nil {
			return err
		}
		return indented(s.out, body)
	}
	for _, w := range answer.Warnings {
		fmt.Fprintln(os.Stderr, "octavo:", strings.Join(strings.Fields(w), " "))
	}
	_, err := fmt.Fprintln(s.out, to)
	return err
}
