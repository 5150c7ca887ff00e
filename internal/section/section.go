// Package section divides the pages of documents among the sections that a caller describes, without a language model:
// by what every page speaks of, by what shows that a new document begins, and by weighing all pages together.
package section

import (
	"context"
	"fmt"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/embed"
)

// Want is a section that is asked for.
type Want struct {
	Name, Description string
	Key               string // what tells the documents of the section apart, empty where nobody asks
}

// Options of a division.
type Options struct {
	Rules   string         // what the caller says about the division as a whole
	Overlap bool           // sections may share a page on which one ends and another begins, and pages may be in none
	Rows    int            // of every table that are looked at; 0 for all
	Deep    bool           // look again at the pages around every place where a section begins
	Divide  bool           // divide sections without a key by their documents
	Embed   embed.Embedder // nil for none
}

// Section is what was found of one that was asked for.
type Section struct {
	Name  string
	Pages []Page
	Sure  Sure
	Parts []Part // nil where it is not divided
}

// Part is one of the documents of a section, or several of the same name.
type Part struct {
	Name  string
	Pages []Page
	Sure  Sure
}

// Page is a page of a section.
type Page struct {
	Number   int    // running through all documents, from 1
	Evidence string // words of the page that speak for the section, or why it goes with its neighbours
	Sure     Sure
}

// Sure is how little speaks for anything else.
type Sure uint8

// The grades.
const (
	Low Sure = iota
	Medium
	High
)

// Divide finds the sections, every one once and in the order in which they were asked for.
func Divide(ctx context.Context, docs []*doc.Document, wants []Want, o Options) ([]Section, error) {
	b := newBook(Cut(docs, o.Rows), wants, o)
	for _, do := range []struct {
		what string
		step func(context.Context) error
	}{
		{"weigh pages", b.weigh},
		{"search sections", b.search},
		{"weigh sections", b.reweigh},
		{"read again", b.again},
		{"divide sections", b.divide},
	} {
		if err := do.step(ctx); err != nil {
			return nil, fmt.Errorf("%s: %w", do.what, err)
		}
	}
	return b.sections(), nil
}
