package parse

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/pdfout"
)

// scanDPI is the resolution of the PDF that is made of an image; the image's own bounds it.
const scanDPI = 150

// pdf stores the file whose pages the answer speaks of: the PDF itself, the one that an office file
// was converted to, one made of an image, or one of page images with the words behind them. Files without pages have
// none.
func (p *parser) pdf(ctx context.Context, file *opened, d *doc.Document) (op.Stored, error) {
	if body := p.asItIs(file); body != nil {
		return p.storePDF(ctx, body)
	}
	dpi, words := float64(scanDPI), p.request.Settings.EmbedPDFMetadata
	if words {
		dpi = float64(p.request.Settings.EmbedPDFMetadataDPI)
	}
	body := p.drawn(ctx, file, d, dpi, words)
	defer func() { _ = body.Close() }()
	return p.storePDF(ctx, body)
}

// asItIs is the PDF that the pages are of, where there is one and it need not be drawn; nil elsewhere.
func (p *parser) asItIs(file *opened) io.Reader {
	switch {
	case p.request.Settings.EmbedPDFMetadata:
		return nil
	case file.Print() != nil:
		return io.NewSectionReader(file.Print(), 0, math.MaxInt64)
	case file.Type == "pdf":
		return io.NewSectionReader(file.bytes.Data, 0, file.bytes.Size)
	}
	return nil
}

func (p *parser) storePDF(ctx context.Context, body io.Reader) (op.Stored, error) {
	stored, err := p.env.Artifacts.Add(ctx, p.task, op.Artifact{
		Kind: op.KindPDF, Name: "document.pdf", ContentType: "application/pdf", Body: body,
	})
	if err != nil {
		return op.Stored{}, fmt.Errorf("store PDF: %w", err)
	}
	return stored, nil
}

// drawn writes a PDF of page images, page by page. Every page of the document is there, so that numbers fit, be it empty
// because it cannot be drawn; words are known of those that were read.
func (p *parser) drawn(ctx context.Context, file *opened, d *doc.Document, dpi float64, words bool) io.ReadCloser {
	read := map[int]*doc.Page{}
	for i := range d.Pages {
		read[d.Pages[i].Number] = &d.Pages[i]
	}
	return op.Produce(func(w io.Writer) error {
		out := pdfout.New(w)
		undrawn := 0
		for n := 1; n <= d.PageCount; n++ {
			r, err := file.draw(ctx, d, n, dpi)
			if errors.Is(err, errUndrawn) && undrawn < d.PageCount-1 {
				undrawn++
				r, err = empty(read[n]), nil
			}
			if err != nil {
				return err
			}
			page := pdfout.Page{Width: float64(r.Width) * 72 / r.DPI, Height: float64(r.Height) * 72 / r.DPI}
			if page.Image, err = pdfout.JPEG(r); err != nil {
				return err
			}
			if known := read[n]; words && known != nil {
				page.Words = known.Words
			}
			if err := out.Page(page); err != nil {
				return err
			}
		}
		return out.Close()
	})
}

// empty stands for a page that cannot be drawn.
func empty(known *doc.Page) *engine.Raster {
	width, height := 612.0, 792.0
	if known != nil && known.Width > 0 {
		width, height = known.Width, known.Height
	}
	const dpi = 10 // enough for white
	r := &engine.Raster{Grey: true}
	r.Width, r.Height, r.DPI = engine.RasterSize(width, height, dpi)
	r.Pixels = bytes.Repeat([]byte{0xff}, r.Width*r.Height)
	return r
}
