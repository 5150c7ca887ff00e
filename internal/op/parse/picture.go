package parse

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/op"
)

// pictureDPI is the resolution of the images of settings.return_images.
const pictureDPI = 150

// pageImage is a stored picture of a page.
type pageImage struct {
	Page   int    `json:"page"` // in its document
	URL    string `json:"url"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

// pictures stores the images that settings.return_images asks for: of whole pages, and of figures and tables, whose
// blocks then know where theirs is.
func (p *parser) pictures(ctx context.Context, file *opened, d *doc.Document) ([]pageImage, error) {
	wish := p.request.Settings.ReturnImages
	if !file.Drawable() || len(wish) == 0 {
		return nil, nil
	}
	var images []pageImage
	for i := range d.Pages {
		n := d.Pages[i].Number
		blocks := pictured(d, n, wish)
		whole := slices.Contains(wish, "page")
		if !whole && len(blocks) == 0 {
			continue
		}
		r, err := file.draw(ctx, d, n, pictureDPI)
		if errors.Is(err, errUndrawn) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for k, b := range blocks {
			name := fmt.Sprintf("page-%d-%d.png", n, k+1)
			if b.Image, err = p.picture(ctx, name, r.Crop(b.Box.Left, b.Box.Top, b.Box.Width, b.Box.Height)); err != nil {
				return nil, err
			}
		}
		if !whole {
			continue
		}
		url, err := p.picture(ctx, fmt.Sprintf("page-%d.png", n), r)
		if err != nil {
			return nil, err
		}
		images = append(images, pageImage{n, url, r.Width, r.Height})
	}
	return images, nil
}

// errUndrawn is a page that cannot be drawn while others can.
var errUndrawn = errors.New("the page cannot be drawn")

// draw draws a page. One that cannot be drawn is an issue of the document, and its error is errUndrawn.
func (o *opened) draw(ctx context.Context, d *doc.Document, n int, dpi float64) (*engine.Raster, error) {
	r, err := o.Render(ctx, d, n, dpi)
	var own *engine.PageError
	if errors.As(err, &own) {
		about := func(i doc.Issue) bool { return i.Page == n && (i.Failed != "" || i.Message == errUndrawn.Error()) }
		if !slices.ContainsFunc(d.Issues, about) {
			d.Issues = append(d.Issues, doc.Issue{Page: n, Message: errUndrawn.Error()})
		}
		return nil, fmt.Errorf("%w: %w", errUndrawn, err)
	}
	if err != nil {
		return nil, fmt.Errorf("draw page %d: %w", n, err)
	}
	return r, nil
}

// pictured lists the blocks of a page whose picture is wanted.
func pictured(d *doc.Document, page int, wish []string) []*doc.Block {
	var out []*doc.Block
	for i := range d.Blocks {
		b := &d.Blocks[i]
		if b.Page != page {
			continue
		}
		if b.Type == doc.Figure && slices.Contains(wish, "figure") || b.Type == doc.TableBlock && slices.Contains(wish, "table") {
			out = append(out, b)
		}
	}
	return out
}

// picture stores one image and returns its URL.
func (p *parser) picture(ctx context.Context, name string, r *engine.Raster) (string, error) {
	body := op.Produce(func(w io.Writer) error { return r.WritePNG(w) })
	defer func() { _ = body.Close() }()
	stored, err := p.env.Artifacts.Add(ctx, p.task, op.Artifact{Kind: op.KindImage, Name: name, ContentType: "image/png", Body: body})
	if err != nil {
		return "", fmt.Errorf("store %s: %w", name, err)
	}
	return stored.URL, nil
}
