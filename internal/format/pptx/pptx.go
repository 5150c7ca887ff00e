// Package pptx reads PowerPoint presentations: slides as pages, with the boxes, titles, lists, tables, charts, pictures,
// notes and comments that the file itself tells.
package pptx

import (
	"context"
	"errors"
	"strconv"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/markup"
	"github.com/octavo-dev/octavo/internal/ooxml"
)

// Format is a PowerPoint presentation.
var Format = format.Format{
	Name: "pptx", MediaTypes: []string{"application/vnd.openxmlformats-officedocument.presentationml.presentation"}, Read: read,
	Printed: format.Slides,
}

// deck is an opened presentation: what its slides share.
type deck struct {
	pack          *ooxml.Package
	slides        []string // names of their parts, in order of display
	width, height float64  // of a slide
	authors       map[string]string
	layouts       map[string]*layout // by the names of their parts
}

// Sizes in the unit of the format.
const (
	perPoint  = 12700
	usualWide = 9144000 // of a slide whose size is not told
	usualHigh = 6858000
	maxSlides = 100_000
)

func read(ctx context.Context, f format.File, opts format.Options) (*doc.Document, error) {
	p, err := ooxml.Open(ctx, f.Data, f.Size, ooxml.DefaultLimits)
	if err != nil {
		return nil, err
	}
	k := &deck{pack: p, width: usualWide, height: usualHigh, authors: map[string]string{}, layouts: map[string]*layout{}}
	if err := k.open(); err != nil {
		return nil, err
	}
	d := &doc.Document{Type: "pptx", Kind: doc.Paged, Name: f.Name, PageCount: len(k.slides)}
	if d.Properties, err = p.Properties(); err != nil {
		return nil, err
	}
	selected, err := opts.Pages(len(k.slides), nil)
	if err != nil {
		return nil, err
	}
	if most := opts.Limits.Pages; most > 0 && len(selected) > most {
		return nil, format.TooLarge("the number of slides", int64(len(selected)), int64(most))
	}
	for _, n := range selected {
		s := &slide{deck: k, number: n, part: k.slides[n-1], room: opts.Limits.Nodes}
		blocks, err := s.read()
		if err != nil {
			return nil, err
		}
		d.Pages = append(d.Pages, doc.Page{Number: n, Width: k.width / perPoint, Height: k.height / perPoint, Native: true})
		d.Blocks = append(d.Blocks, blocks...)
	}
	return d, nil
}

// open reads which slides there are and how large.
func (k *deck) open() error {
	main, err := k.pack.Main()
	if err != nil {
		return err
	}
	relations, err := k.pack.Relations(main)
	if err != nil {
		return err
	}
	byID := relations.Map()
	err = k.pack.Read(main, func(r *markup.Reader, _ string) error {
		for child := range r.Children() {
			switch child {
			case "p:sldSz":
				if w, h := number(r.Attr("cx")), number(r.Attr("cy")); w > 0 && h > 0 {
					k.width, k.height = w, h
				}
			case "p:sldIdLst":
				for range r.Children() {
					rel, ok := byID[r.Attr("r:id")]
					if ok && !rel.External && len(k.slides) < maxSlides {
						k.slides = append(k.slides, rel.Target)
					}
				}
			}
		}
		return nil
	})
	if err == nil && len(k.slides) == 0 {
		return ooxml.Corrupt(nil, "it has no slides")
	}
	if err != nil {
		return err
	}
	return k.readAuthors(relations)
}

// read reads a part that may be missing.
func (k *deck) read(part string, read func(*markup.Reader)) error {
	if part == "" {
		return nil
	}
	err := k.pack.Read(part, func(r *markup.Reader, _ string) error {
		read(r)
		return nil
	})
	if errors.Is(err, ooxml.ErrMissing) {
		return nil
	}
	return err
}

// number reads a length; what is none or beyond any slide is 0.
func number(s string) float64 {
	v, err := strconv.ParseInt(s, 10, 64)
	if err != nil || v > 1<<40 || v < -1<<40 {
		return 0
	}
	return float64(v)
}
