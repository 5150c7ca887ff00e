// Package word carries out actions on Word documents: only what an action is about changes, every other byte stays.
package word

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/edit"
	"github.com/octavo-dev/octavo/internal/ooxml"
)

// Options are how inserted text looks.
type Options struct {
	Color    string  // "#FF0000"; empty keeps that of the text around
	FontSize float64 // in points; 0 keeps that of the text around
}

// Report is what became of actions.
type Report struct {
	Done  []edit.Action
	Left  []edit.Left // what was not carried out, and why
	Notes []string    // what whoever asked should know
}

// File is an opened document with what was changed in it.
type File struct {
	ctx      context.Context // of the editing; the file does not outlive it
	pkg      *ooxml.Package
	main     string
	links    ooxml.Relations // of the main part
	parts    map[string]*part
	o        Options
	notes    []string
	searched map[string]bool // texts that were removed from every part
}

// Open opens a document. What is locked with a password is DOCUMENT_PASSWORD_PROTECTED, what is no Word document
// DOCUMENT_CORRUPT.
func Open(ctx context.Context, data io.ReaderAt, size int64, limits ooxml.Limits) (*File, error) {
	data, size, err := ooxml.Unlock(data, size, "")
	if err != nil {
		return nil, err
	}
	f := &File{ctx: ctx, parts: map[string]*part{}}
	if f.pkg, err = ooxml.Open(ctx, data, size, limits); err != nil {
		return nil, err
	}
	if f.main, err = f.pkg.Main(); err != nil {
		return nil, err
	}
	if f.links, err = f.pkg.Relations(f.main); err != nil {
		return nil, err
	}
	root, err := f.root(f.main)
	if err != nil {
		return nil, err
	}
	if root.name != "w:document" || root.child("w:body") == nil {
		return nil, ooxml.Corrupt(nil, "its main part is no text document")
	}
	return f, nil
}

// Kinds are what can be done to a Word document.
func Kinds() []edit.Kind {
	return slices.DeleteFunc(slices.Clone(edit.Kinds), func(k edit.Kind) bool { return k == edit.Rotate })
}

// Document is the document as instructions are about it.
func (f *File) Document() (edit.Document, error) {
	d := edit.Document{Kinds: Kinds()}
	fields, err := f.Fields()
	if err != nil {
		return d, err
	}
	d.Fields = fields
	var text strings.Builder
	for _, name := range f.stories() {
		root, err := f.root(name)
		if err != nil {
			return d, err
		}
		for _, p := range root.paragraphs() {
			if line := p.text(); strings.TrimSpace(line) != "" && !p.within("alt:Fallback") {
				text.WriteString(line)
				text.WriteByte('\n')
			}
		}
	}
	d.Text = text.String()
	return d, nil
}

// Apply carries out actions and writes the document. Fields are filled first, everything else follows in its order. Where
// nothing could be done the document is written as it was.
func (f *File) Apply(w io.Writer, actions []edit.Action, o Options) (Report, error) {
	f.o = o
	var r Report
	if err := f.fill(actions, &r); err != nil {
		return r, err
	}
	for _, a := range actions {
		if err := f.ctx.Err(); err != nil {
			return r, err
		}
		if a.Fields() {
			continue
		}
		why, err := f.do(a)
		if err != nil {
			return r, fmt.Errorf("%s: %w", a.Kind, err)
		}
		if why != "" {
			r.Left = append(r.Left, edit.Left{Sentence: a.Source, Reason: why})
			continue
		}
		r.Done = append(r.Done, a)
	}
	changed := f.changed()
	if r.Notes = f.notes; len(changed) > 0 && f.signed() {
		r.Notes = append(r.Notes, "the digital signature of the document is no longer valid")
	}
	return r, f.pkg.Rewrite(w, changed)
}

// signed reports whether somebody put a digital signature to the document.
func (f *File) signed() bool {
	return slices.ContainsFunc(f.pkg.Names(), func(name string) bool { return strings.HasPrefix(strings.ToLower(name), "_xmlsignatures/") })
}

// do carries out one action; why says why it could not be.
func (f *File) do(a edit.Action) (why string, err error) {
	switch a.Kind {
	case edit.Replace:
		return f.replace(a)
	case edit.Remove:
		return f.remove(a)
	case edit.Insert:
		return f.insert(a)
	case edit.Highlight, edit.Underline, edit.Strike:
		return f.emphasise(a)
	case edit.Write:
		return f.write(a)
	case edit.Watermark, edit.Stamp:
		return f.overlay(a)
	case edit.NumberPages:
		return f.number(a)
	case edit.DeletePage:
		return f.deletePages(a)
	case edit.Rotate:
		return "a text document has no pages that could be turned one by one", nil
	}
	return fmt.Sprintf("%q is no action", a.Kind), nil
}
