// Package docx reads Word documents: their own structure, without laying out pages.
package docx

import (
	"context"
	"errors"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/flow"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/markup"
	"github.com/octavo-dev/octavo/internal/ooxml"
)

// The formats of Word since 2007: documents, documents with macros, which are never run, and templates.
var (
	Format = format.Format{
		Name:       "docx",
		MediaTypes: []string{"application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
		Read:       as("docx"),
		Printed:    format.Paper,
	}
	Macros   = format.Format{Name: "docm", MediaTypes: []string{"application/vnd.ms-word.document.macroenabled.12"}, Read: as("docm"), Printed: format.Paper}
	Template = format.Format{
		Name:       "dotx",
		MediaTypes: []string{"application/vnd.openxmlformats-officedocument.wordprocessingml.template"},
		Read:       as("dotx"),
		Printed:    format.Paper,
	}
)

func as(name string) func(context.Context, format.File, format.Options) (*doc.Document, error) {
	return func(ctx context.Context, f format.File, o format.Options) (*doc.Document, error) {
		d, err := Read(ctx, f, o)
		if d != nil {
			d.Type = name
		}
		return d, err
	}
}

// Read reads a Word document as one page.
func Read(ctx context.Context, f format.File, o format.Options) (*doc.Document, error) {
	if pages, err := o.Pages(1, nil); err != nil || len(pages) == 0 {
		return &doc.Document{Type: "docx", Kind: doc.Flow, Name: f.Name, PageCount: 1}, err
	}
	pkg, err := ooxml.Open(ctx, f.Data, f.Size, ooxml.Limits(o.Limits.Expansion))
	if err != nil {
		return nil, err
	}
	d := &doc.Document{Type: "docx", Name: f.Name}
	if d.Properties, err = pkg.Properties(); err != nil {
		return nil, err
	}
	r := &reading{pkg: pkg, limits: o.Limits, issues: map[string]bool{}}
	if d.Blocks, err = r.document(); err != nil {
		return nil, err
	}
	for message := range r.issues {
		d.Issues = append(d.Issues, doc.Issue{Message: message})
	}
	flow.Set(d)
	return d, ctx.Err()
}

// reading is what all parts of one document share.
type reading struct {
	pkg       *ooxml.Package
	limits    format.Limits
	styles    styles
	numbers   numbering
	comments  comments
	footnotes notes
	endnotes  notes
	evenOdd   bool // pages on the left have headers of their own
	issues    map[string]bool

	bytes int64 // of text held
	nodes int   // blocks and cells held
}

// document reads the main part with all that it refers to.
func (r *reading) document() ([]doc.Block, error) {
	main, err := r.pkg.Main()
	if err != nil {
		return nil, err
	}
	relations, err := r.pkg.Relations(main)
	if err != nil {
		return nil, err
	}
	if err := r.readStyles(relations.Part("styles")); err != nil {
		return nil, err
	}
	if err := r.readNumbering(relations.Part("numbering")); err != nil {
		return nil, err
	}
	if err := r.readSettings(relations.Part("settings")); err != nil {
		return nil, err
	}
	if err := r.readComments(relations); err != nil {
		return nil, err
	}
	r.footnotes.kind, r.endnotes.kind = "footnote", "endnote"
	for _, n := range []*notes{&r.footnotes, &r.endnotes} {
		if err := r.readNotes(n, relations.Part(n.kind+"s")); err != nil {
			return nil, err
		}
	}
	var body body
	if err := r.part(main, func(s *story, root string) {
		if root != "w:document" {
			s.r.Fail(ooxml.Corrupt(nil, "its main part is no text document"))
		}
		for child := range s.r.Children() {
			if child == "w:body" {
				body.read(s)
			}
		}
	}); err != nil {
		return nil, err
	}
	return r.assemble(&body)
}

// part reads one part. One that is missing reads as empty.
func (r *reading) part(name string, read func(s *story, root string)) error {
	if name == "" {
		return nil
	}
	relations, err := r.pkg.Relations(name)
	if err != nil {
		return err
	}
	err = r.pkg.Read(name, func(x *markup.Reader, root string) error {
		read(&story{reading: r, r: x, relations: relations.Map()}, root)
		return nil
	})
	if errors.Is(err, ooxml.ErrMissing) {
		return nil
	}
	return err
}

// readSettings finds out whether left pages have headers of their own.
func (r *reading) readSettings(name string) error {
	return r.part(name, func(s *story, _ string) {
		for child := range s.r.Children() {
			if child == "w:evenAndOddHeaders" {
				r.evenOdd = on(s.r)
			}
		}
	})
}

// spend counts what is held in memory against the limits.
func (s *story) spend(bytes, nodes int) {
	s.bytes += int64(bytes)
	s.nodes += nodes
	switch {
	case s.limits.TextBytes > 0 && s.bytes > s.limits.TextBytes:
		s.r.Fail(format.TooLarge("the text of the document", s.bytes, s.limits.TextBytes))
	case s.limits.Nodes > 0 && s.nodes > s.limits.Nodes:
		s.r.Fail(format.TooLarge("the number of parts of the document", int64(s.nodes), int64(s.limits.Nodes)))
	}
}

// on reads a switch: an element that is there is on, unless it says otherwise.
func on(r *markup.Reader) bool {
	switch v, ok := r.Lookup("w:val"); {
	case !ok:
		return true
	default:
		return v != "0" && v != "false" && v != "off" && v != "none"
	}
}

// Empty is the failure of a document without any content.
func empty() error { return fault.New(fault.DocumentEmpty, "") }
