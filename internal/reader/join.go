package reader

import (
	"slices"

	"github.com/octavo-dev/octavo/internal/block"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/fault"
)

// Join makes one document of the parts that its pages were read in, and decides what only the whole can tell. Info is
// what the file says about itself, nil where that is not known. It is an error that no page could be read.
func Join(parts []*doc.Document, info *engine.Info) (*doc.Document, error) {
	d := *parts[0]
	pages, blocks := 0, 0
	for _, p := range parts {
		pages, blocks = pages+len(p.Pages), blocks+len(p.Blocks)
	}
	d.Pages = slices.Grow(slices.Clip(d.Pages), pages-len(d.Pages))
	d.Blocks = slices.Grow(slices.Clip(d.Blocks), blocks-len(d.Blocks))
	for _, p := range parts[1:] {
		d.Pages = append(d.Pages, p.Pages...)
		d.Blocks = append(d.Blocks, p.Blocks...)
		d.Issues = append(d.Issues, p.Issues...)
	}
	var first *doc.Issue
	failed := 0
	for i := range d.Issues {
		if d.Issues[i].Failed == "" {
			continue
		}
		if failed++; first == nil {
			first = &d.Issues[i]
		}
	}
	if failed > 0 && failed == len(d.Pages) {
		return nil, fault.New(fault.Name(first.Failed), "%s", first.Message)
	}
	if d.Kind == doc.Paged {
		block.Finish(&d, info)
	}
	return &d, nil
}
