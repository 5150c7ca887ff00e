package edit

import (
	"context"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/picture"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/reader"
)

// open opens the document, whatever it is.
func (e *editor) open(ctx context.Context) (document, error) {
	source, err := e.env.Sources.Open(ctx, e.task, e.held.Input)
	if err != nil {
		return nil, err
	}
	d, err := e.opened(ctx, source)
	if err != nil {
		_ = source.Close()
		return nil, err
	}
	return d, nil
}

func (e *editor) opened(ctx context.Context, source *op.Source) (document, error) {
	o := reader.Options{Mode: reader.Hybrid}
	o.Limits = format.DefaultLimits
	o.Limits.Pages = e.env.Site.Limits.MaxPages
	o.Limits.Expansion = e.env.Site.Limits.Expansion
	file, err := e.env.Reader.Open(ctx, format.File{Name: source.Name, MediaType: source.MediaType, Size: source.Size, Data: source.Data}, o)
	if err != nil {
		return nil, err
	}
	var d document
	switch {
	case file.Type == "pdf" || slices.Contains(picture.Kinds(), file.Type) || file.Type == "heic":
		d, err = e.openPaper(ctx, source, file)
	case e.request.FormSchema != nil:
		err = fault.New(fault.NotApplicable, "form_schema does not apply to files of type %s", file.Type)
	case file.Type == "docx":
		d, err = e.openWord(ctx, source, file)
	default:
		err = fault.New(fault.DocumentUnsupported, "files of type %s cannot be edited; PDF files, images and Word documents (docx) can", file.Type).Typed("file_conversion_error")
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return d, nil
}

// onDisk is the bytes of a document as a file that a child process can read.
func onDisk(source *op.Source) (_ *os.File, mine bool, err error) {
	if f, ok := source.Data.(*os.File); ok {
		return f, false, nil
	}
	f, err := engine.Nameless("")
	if err != nil {
		return nil, false, err
	}
	if _, err := io.Copy(f, io.NewSectionReader(source.Data, 0, source.Size)); err != nil {
		f.Close()
		return nil, false, fmt.Errorf("copy a document: %w", err)
	}
	return f, true, nil
}

// store keeps the new document under a name that tells where it comes from.
func (e *editor) store(ctx context.Context, source *op.Source, extension, media string, body io.Reader) (string, error) {
	name := strings.TrimSuffix(source.Name, path.Ext(source.Name))
	if name == "" {
		name = "document"
	}
	url, err := e.keep(ctx, name+"-edited."+extension, media, body)
	if err != nil {
		return "", fmt.Errorf("store the edited document: %w", err)
	}
	return url, nil
}
