package work

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/object"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/reader"
)

const (
	mostEarlier = 10               // jobs that are followed from one that took its documents from another
	removeTime  = 10 * time.Second // to look whether a job is still there, and to remove what was drawn of it if not
)

// Picture is what is to be seen of a job.
type Picture struct {
	Page   int // bbox.page of its answer
	DPI    int
	Edited bool // the page of the document that an edit has made, not of the one that it was given
}

func (p Picture) name() string {
	if p.Edited {
		return fmt.Sprintf("edited-%d-%d.png", p.Page, p.DPI)
	}
	return fmt.Sprintf("page-%d-%d.png", p.Page, p.DPI)
}

func noPicture(message string, args ...any) error { return fault.New(fault.NotFound, message, args...) }

// Draw returns the picture of a page of a completed job. It is drawn when it is wanted first, and lives as long as the
// job's results.
func (c *Crew) Draw(ctx context.Context, j job.Job, p Picture) (object.Object, error) {
	found, err := c.Objects.FindNamed(ctx, j.Org, j.ID, op.KindPage, p.name())
	if err == nil || !fault.Is(err, fault.NotFound) {
		return found, err
	}
	from, page, err := c.pageOf(ctx, j, p)
	if err != nil {
		return object.Object{}, err
	}
	body, err := c.drawn(ctx, from, page, float64(p.DPI))
	if err != nil {
		return object.Object{}, err
	}
	defer func() { _ = body.Close() }()
	return c.keep(ctx, object.Artifact{
		Org: j.Org, Environment: j.Bucket, JobID: j.ID, Kind: op.KindPage, Filename: p.name(), ContentType: "image/png",
	}, body)
}

// keep stores what was drawn of a completed job. The job may be deleted, or expire, while that is done: what came too
// late to be removed with it is removed here.
func (c *Crew) keep(ctx context.Context, a object.Artifact, body io.Reader) (object.Object, error) {
	kept, failed := c.Objects.Add(ctx, a, body, c.Site.Limits.ResultBytes)
	// Also for a caller who has gone; but a database that does not answer must not keep the place of another caller.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), removeTime)
	defer cancel()
	j, err := c.Job(ctx, a.Org, a.JobID)
	switch missing := errors.Is(err, job.ErrNotFound); {
	case err != nil && !missing:
		return object.Object{}, errors.Join(failed, err)
	case missing || j.Deletion != job.Kept || j.Expired:
		return object.Object{}, errors.Join(noPicture("the job was removed"), c.Objects.RemoveJob(ctx, a.JobID, false))
	}
	return kept, failed
}

// canvas is a document of a job whose pages can be drawn.
type canvas struct {
	op.AlbumDocument
	job   job.Task
	print string // name of the PDF file that is printed of it, where it is none
}

// pageOf finds the document and the page of it that a picture is to show.
func (c *Crew) pageOf(ctx context.Context, j job.Job, p Picture) (canvas, int, error) {
	org, id, bucket := j.Org, j.ID, j.Bucket
	album, err := c.album(ctx, org, id)
	if err != nil {
		return canvas{}, 0, err
	}
	index, page, ok := album.At(p.Page)
	switch {
	case !ok:
		return canvas{}, 0, noPicture("the job has no page %d", p.Page)
	case p.Edited && album.Edited == nil:
		return canvas{}, 0, noPicture("the job has not edited a document")
	case p.Edited:
		return canvas{*album.Edited, job.Task{Org: org, JobID: id, Bucket: bucket}, "edited.pdf"}, p.Page, nil
	}
	for range mostEarlier {
		d := album.Documents[index]
		if d.Job == "" {
			return canvas{d, job.Task{Org: org, JobID: id, Bucket: bucket}, fmt.Sprintf("pages-%d.pdf", index+1)}, page, nil
		}
		if id, index = d.Job, d.Index; index < 0 {
			break
		}
		if album, err = c.album(ctx, org, id); err != nil {
			return canvas{}, 0, err
		}
		if index >= len(album.Documents) {
			break
		}
	}
	return canvas{}, 0, noPicture("the pages of the earlier job cannot be found")
}

func (c *Crew) album(ctx context.Context, org, id string) (*op.Album, error) {
	stored, err := c.artifact(ctx, org, id, op.KindAlbum)
	if fault.Is(err, fault.NotFound) {
		return nil, noPicture("the job has no pages that can be shown")
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = stored.Close() }()
	return op.ReadAlbum(stored)
}

// drawn draws a page as a PNG file.
func (c *Crew) drawn(ctx context.Context, from canvas, page int, dpi float64) (io.ReadCloser, error) {
	file, release, err := c.unroll(ctx, &from)
	if err != nil {
		return nil, err
	}
	defer release()
	if page > len(file.Selected) {
		return nil, noPicture("the document has no page %d", page)
	}
	raster, err := file.Render(ctx, &doc.Document{}, page, dpi)
	if err != nil {
		return nil, fmt.Errorf("draw page %d: %w", page, err)
	}
	return op.Produce(raster.WritePNG), nil
}

// unroll opens a document for drawing. What has to be printed first is printed once.
func (c *Crew) unroll(ctx context.Context, from *canvas) (*reader.File, func(), error) {
	input := from.Input
	switch printed, err := c.Objects.FindNamed(ctx, from.job.Org, from.job.JobID, op.KindPDF, from.print); {
	case err == nil:
		input, from.Force = fetched+printed.ID, ""
	case !fault.Is(err, fault.NotFound):
		return nil, nil, err
	case from.Object != "":
		input = fetched + from.Object
	case input == "":
		return nil, nil, noPicture("the document has no pages that can be shown")
	}
	all := &sources{c}
	source, err := all.Open(ctx, from.job, input)
	if err != nil {
		return nil, nil, err
	}
	o := reader.Options{Mode: reader.Pixels}
	o.Force, o.Limits = from.Force, format.DefaultLimits
	o.Limits.Pages, o.Limits.Expansion = c.Site.Limits.MaxPages, c.Site.Limits.Expansion
	file, err := c.Reader.Open(ctx, format.File{Name: source.Name, MediaType: source.MediaType, Size: source.Size, Data: source.Data}, o)
	if fault.Is(err, fault.DocumentPasswordProtected) {
		err = noPicture("the document is locked, and its password was not kept")
	}
	if err == nil && !file.Drawable() {
		file.Close()
		err = noPicture("the document has no pages that can be shown")
	}
	if err != nil {
		return nil, nil, errors.Join(err, source.Close())
	}
	release := func() { file.Close(); _ = source.Close() }
	if err := c.keepPrint(ctx, from, file); err != nil {
		release()
		return nil, nil, err
	}
	return file, release, nil
}

// keepPrint stores the pages that an office file was printed on: the next one that is looked at is of the same print.
func (c *Crew) keepPrint(ctx context.Context, from *canvas, file *reader.File) error {
	printed := file.Print()
	if printed == nil {
		return nil
	}
	_, err := c.keep(ctx, object.Artifact{
		Org: from.job.Org, Environment: from.job.Bucket, JobID: from.job.JobID, Kind: op.KindPDF, Filename: from.print, ContentType: "application/pdf",
	}, io.NewSectionReader(printed, 0, math.MaxInt64))
	if err != nil {
		return fmt.Errorf("store the print: %w", err)
	}
	return nil
}
