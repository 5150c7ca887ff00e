package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/batch"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/op"
)

// order is what a command wants of its documents.
type order struct {
	operation op.Operation
	schema    string         // of the request in the interface
	input     string         // the field of the request that names documents
	request   map[string]any // all other fields
	together  bool           // one request for all documents

	format  string // how answers are written
	gathers bool   // what is made of several documents can be printed one after the other

	readable func(name string) bool // what is taken of a folder, by its name

	// explained is the operation where this process runs it and keeps what only it knows; nil where that is nothing.
	explained func(kept *any) op.Operation

	// place is where the output of a document stands in a folder; nil adds the format to its name.
	place func(batch.Input) string
	// beside is where the output of a document goes that no place is given for; nil for standard output.
	beside func(batch.Input) string
	// value is what the format json tells; nil is the result.
	value func(a *answer) (json.RawMessage, error)
	// write writes an answer as the output of documents; nil where the format is json or a table of rows.
	write func(w io.Writer, a *answer) error
	// rows are what an answer adds to a table of several; nil where the format is none.
	rows func(a *answer) ([]row, error)
	// after is called once an output is written, with its path; it may be nil.
	after func(path string, a *answer) error
}

// answer is what a service, or this process in its place, makes of documents.
type answer struct {
	about    []batch.Input
	body     json.RawMessage // the whole response
	result   json.RawMessage // what stands in it, also where that was stored elsewhere
	pages    int
	read     []int           // pages of every document; nil where that is not known
	document *op.Source      // that an edit made
	parsed   []*doc.Document // what this process parsed; a service does not tell
	extra    any             // what else only this process knows
}

// doer does what is ordered: this process, or a service.
type doer interface {
	// check refuses what is wrong whatever the documents are.
	check(o *order) error
	do(ctx context.Context, o *order, docs []batch.Input, report func(batch.Progress)) (*answer, error)
	io.Closer
}

// body is the request about documents by the names a service has for them.
func (o *order) body(names []string) ([]byte, error) {
	request := map[string]any{}
	for k, v := range o.request {
		request[k] = v
	}
	request[o.input] = names[0]
	if o.together {
		request[o.input] = names
	}
	return json.Marshal(request)
}

// options differ wherever outputs do.
func (o *order) options(server string) (string, error) {
	body, err := o.body([]string{"-"})
	return o.operation.Name + " " + o.format + " " + server + " " + string(body), err
}

// told is what the format json tells.
func (o *order) told(a *answer) (json.RawMessage, error) {
	if o.value == nil {
		return a.result, nil
	}
	return o.value(a)
}

// written writes an answer.
func (o *order) written(w io.Writer, a *answer) error {
	if o.rows != nil {
		rows, err := o.rows(a)
		if err != nil {
			return err
		}
		return writeRows(w, rows)
	}
	if o.write != nil {
		return o.write(w, a)
	}
	told, err := o.told(a)
	if err != nil {
		return err
	}
	return indented(w, told)
}

// run does what is ordered with all documents.
func (w *worklist) run(s *session, o *order) (err error) {
	options, err := o.options(w.Server)
	if err != nil {
		return wrongUse("%w", err)
	}
	if body, err := o.body([]string{"-"}); err != nil {
		return wrongUse("%w", err)
	} else if _, problems := api.Validate(o.schema, body); problems != nil {
		return wrongUse("the request is refused: %w", problems)
	}
	d, err := w.open(s, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	if err := d.check(o); err != nil {
		return err
	}
	inputs, to, err := w.find(o, options)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.close()) }()
	return (&shift{worklist: w, session: s, order: o, doer: d, to: to}).run(inputs)
}

// shift is one run of a command over its documents.
type shift struct {
	*worklist
	*session
	order *order
	doer  doer
	to    target
	out   printed

	mu    sync.Mutex
	notes []string
}

func (r *shift) run(inputs []batch.Input) error {
	units := inputs
	if r.order.together {
		units = []batch.Input{{Name: fmt.Sprintf("%d documents", len(inputs))}}
	}
	several := len(units) > 1 || r.to.ledger != nil
	r.out = newPrinted(r.session.out, r.order, units)
	var done func(batch.Input) bool
	if r.to.ledger != nil && !r.Force {
		done = func(in batch.Input) bool { return r.to.ledger.Done(in, r.place(in)) }
	}
	s := batch.Run(r.ctx, units, r.jobs(), done, r.display(), func(ctx context.Context, in batch.Input, report func(batch.Progress)) (int, error) {
		docs := []batch.Input{in}
		if r.order.together {
			docs = inputs
		}
		pages, err := r.document(ctx, in, docs, report)
		if err != nil {
			r.out.none(in)
		}
		return pages, err
	})
	return errors.Join(r.out.end(), r.conclude(s, several))
}

// place is where the output of a document stands in the folder of outputs.
func (r *shift) place(in batch.Input) string {
	if r.order.place != nil {
		return r.order.place(in)
	}
	return in.Place + "." + r.order.format
}

// document works on one document, or on several that are one together.
func (r *shift) document(ctx context.Context, in batch.Input, docs []batch.Input, report func(batch.Progress)) (int, error) {
	if overwrites(r.path(in), docs) {
		return 0, fmt.Errorf("the output would take the place of the document itself")
	}
	var draft *batch.Draft
	if r.to.ledger != nil {
		var err error
		if draft, err = r.to.ledger.Begin(in, r.place(in)); err != nil {
			return 0, err
		}
	}
	a, err := r.doer.do(ctx, r.order, docs, report)
	if err != nil {
		return 0, err
	}
	if a.document != nil {
		defer func() { _ = a.document.Close() }()
	}
	r.note(in, a)
	write := func(out io.Writer) error { return r.order.written(out, a) }
	path := r.path(in)
	switch {
	case path == "":
		return a.pages, r.out.give(in, a)
	case draft != nil:
		err = draft.Write(write)
	default:
		err = batch.WriteFile(path, write)
	}
	if err != nil {
		return 0, err
	}
	return a.pages, r.after(path, a)
}

// path is where the output of a document goes, empty for standard output.
func (r *shift) path(in batch.Input) string {
	switch {
	case r.to.ledger != nil:
		return r.to.ledger.Output(r.place(in))
	case r.to.file == "" && r.order.beside != nil:
		return r.order.beside(in)
	}
	return r.to.file
}

// overwrites reports whether the output of a document would take the place of a source.
func overwrites(path string, docs []batch.Input) bool {
	to, err := os.Stat(path)
	return err == nil && slices.ContainsFunc(docs, func(in batch.Input) bool {
		from, err := os.Stat(in.Path)
		return err == nil && os.SameFile(from, to)
	})
}

func (r *shift) after(path string, a *answer) error {
	if r.order.after == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.order.after(path, a)
}

// note keeps what an answer warns of until the bars are gone.
func (r *shift) note(in batch.Input, a *answer) {
	var warned struct {
		Custom   *api.Custom `json:"custom"`
		Warnings []string    `json:"warnings"`
	}
	for _, part := range []json.RawMessage{a.result, a.body} {
		_ = json.Unmarshal(part, &warned) // results of other operations have other forms and no warnings
	}
	if warned.Custom != nil {
		warned.Warnings = append(warned.Warnings, warned.Custom.Warnings...)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, w := range warned.Warnings {
		r.notes = append(r.notes, in.Name+": "+strings.Join(strings.Fields(w), " "))
	}
}

// conclude says how it went and turns that into an exit code.
func (r *shift) conclude(s batch.Summary, several bool) error {
	if !r.Quiet {
		for _, n := range r.notes {
			fmt.Fprintln(os.Stderr, "octavo:", clean(n))
		}
	}
	if !several && len(s.Failures) == 1 {
		return &exitError{exitFailed, fmt.Errorf("%s: %w", s.Failures[0].Input.Name, plain(s.Failures[0].Err))}
	}
	for _, f := range s.Failures {
		fmt.Fprintf(os.Stderr, "octavo: %s\n", clean(f.Input.Name+": "+plain(f.Err).Error()))
	}
	if several && !r.Quiet {
		fmt.Fprintf(os.Stderr, "octavo: %d done (%d pages), %d finished before, %d failed\n", s.Done, s.Pages, s.Skipped, len(s.Failures))
	}
	switch {
	case r.ctx.Err() != nil:
		if r.to.ledger != nil {
			return &exitError{exitInterrupted, errors.New("interrupted; the same command goes on where this one ended")}
		}
		return &exitError{exitInterrupted, errors.New("interrupted")}
	case s.Stopped != nil:
		return &exitError{exitService, s.Stopped}
	case len(s.Failures) > 0:
		return &exitError{exitFailed, fmt.Errorf("%d of %d documents failed", len(s.Failures), s.Done+s.Skipped+len(s.Failures))}
	}
	return nil
}
