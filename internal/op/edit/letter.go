package edit

import (
	"context"
	"io"

	"github.com/octavo-dev/octavo/internal/edit"
	"github.com/octavo-dev/octavo/internal/edit/word"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/ooxml"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/reader"
)

// letter is a Word document.
type letter struct {
	editor *editor
	source *op.Source
	file   *reader.File
	word   *word.File
}

func (e *editor) openWord(ctx context.Context, source *op.Source, file *reader.File) (*letter, error) {
	w, err := word.Open(ctx, source.Data, source.Size, ooxml.DefaultLimits)
	if err != nil {
		return nil, err
	}
	return &letter{e, source, file, w}, nil
}

func (l *letter) close() {
	l.file.Close()
	_ = l.source.Close()
}

func (l *letter) about(context.Context, []edit.Action) (edit.Document, error) {
	return l.word.Document()
}

func (l *letter) whole(context.Context) (edit.Document, error) { return l.word.Document() }

// change carries out actions and stores the new document.
func (l *letter) change(ctx context.Context, actions []edit.Action) (*changed, error) {
	options := &l.editor.request.EditOptions
	o := word.Options{Color: options.Color}
	if options.FontSize != nil {
		o.FontSize = *options.FontSize
	}
	made, err := engine.Nameless("")
	if err != nil {
		return nil, err
	}
	defer func() { _ = made.Close() }()
	report, err := l.word.Apply(made, actions, o)
	if err != nil {
		return nil, err
	}
	c := &changed{applied: len(report.Done), left: report.Left, notes: report.Notes, pages: 1}
	if read, err := l.file.Read(ctx, nil); err == nil { // a page more or less is no reason to fail
		c.pages = max(1, read.PageCount)
	}
	info, err := made.Stat()
	if err != nil {
		return nil, err
	}
	const media = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
	c.url, err = l.editor.store(ctx, l.source, "docx", media, io.NewSectionReader(made, 0, info.Size()))
	return c, err
}
