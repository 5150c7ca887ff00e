// Package html reads HTML: headings, paragraphs, lists, tables, figures and definitions. Nothing is fetched and nothing
// is run.
package html

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/net/html"
	encodings "golang.org/x/net/html/charset"

	"github.com/octavo-dev/octavo/internal/charset"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/flow"
	"github.com/octavo-dev/octavo/internal/format"
)

// Format is HTML.
var Format = format.Format{
	Name:       "html",
	Endings:    []string{"htm", "xhtml", "shtml"},
	MediaTypes: []string{"text/html", "application/xhtml+xml"},
	Text:       true,
	Sniff:      format.HTML,
	Read:       Read,
}

// Read reads an HTML file as one page.
func Read(ctx context.Context, f format.File, opts format.Options) (*doc.Document, error) {
	if pages, err := opts.Pages(1, nil); err != nil || len(pages) == 0 {
		return &doc.Document{Type: "html", Kind: doc.Flow, Name: f.Name, PageCount: 1}, err
	}
	text, err := decode(ctx, f, opts.Limits)
	if err != nil {
		return nil, err
	}
	d := &doc.Document{Type: "html", Name: f.Name}
	if err := Add(d, text, opts.Limits); err != nil {
		return nil, err
	}
	flow.Set(d)
	return d, ctx.Err()
}

// Add reads decoded HTML and adds its blocks to a document.
func Add(d *doc.Document, text string, limits format.Limits) error {
	blocks, err := Blocks(text, limits)
	if errors.Is(err, errDeep) {
		blocks, err = flat(text), nil
		d.Issues = append(d.Issues, doc.Issue{Message: "the HTML is nested too deeply; only its text was read"})
	}
	d.Blocks = append(d.Blocks, blocks...)
	return err
}

// decode reads the file in the encoding it declares. UTF-8 and windows-1252 are left to package charset, which bears
// mixtures of them.
func decode(ctx context.Context, f format.File, limits format.Limits) (string, error) {
	if limits.TextBytes > 0 && f.Size > limits.TextBytes {
		return "", format.TooLarge("an HTML file", f.Size, limits.TextBytes)
	}
	raw, err := io.ReadAll(f.Reader(ctx))
	if err != nil {
		return "", fmt.Errorf("read HTML: %w", err)
	}
	var r io.Reader
	switch declared, name, _ := encodings.DetermineEncoding(raw, f.MediaType); name {
	case "utf-8", "windows-1252", "utf-16le", "utf-16be":
		if r, err = charset.NewReader(bytes.NewReader(raw)); err != nil {
			return "", fmt.Errorf("decode HTML: %w", err)
		}
	default:
		r = charset.NewReaderOf(bytes.NewReader(raw), declared)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		return "", fmt.Errorf("decode HTML: %w", err)
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return "", fault.New(fault.DocumentEmpty, "")
	}
	return string(text), nil
}

// errDeep is the parser's refusal to go deeper.
var errDeep = errors.New("nested too deeply")

// Blocks finds the blocks of an HTML text.
func Blocks(text string, limits format.Limits) ([]doc.Block, error) {
	if err := countTokens(text, limits.Nodes); err != nil {
		return nil, err
	}
	root, err := html.ParseWithOptions(strings.NewReader(text), html.ParseOptionEnableScripting(false))
	if err != nil {
		return nil, errDeep
	}
	w := walker{limits: limits}
	w.children(root)
	w.flush()
	if w.err != nil {
		return nil, w.err
	}
	return w.finish(), nil
}

// countTokens bounds the tree before it is built: the tokenizer needs no memory of its own.
func countTokens(text string, limit int) error {
	if limit <= 0 {
		return nil
	}
	z := html.NewTokenizer(strings.NewReader(text))
	for n := 1; z.Next() != html.ErrorToken; n++ {
		if n > limit {
			return format.TooLarge("the number of parts of the HTML file", int64(n), int64(limit))
		}
	}
	return nil
}

// flat reads the text alone, with a break at every tag that is not part of a line.
func flat(text string) []doc.Block {
	var w walker
	skip := ""
	z := html.NewTokenizer(strings.NewReader(text))
	for {
		switch z.Next() {
		case html.ErrorToken:
			w.flush()
			return w.blocks
		case html.TextToken:
			if skip == "" {
				w.text.Add(string(z.Text()))
			}
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			tag, _ := z.TagName()
			skip = skipping(skip, string(tag), z.Token().Type)
			if !inlineTags[string(tag)] {
				w.flush()
			}
		}
	}
}

// skipping says which element is being left out after a tag; a title is kept, as the only text of the head.
func skipping(now, tag string, kind html.TokenType) string {
	switch {
	case now == "" && kind == html.StartTagToken && dropped[tag]:
		return tag
	case now == tag && kind == html.EndTagToken:
		return ""
	}
	return now
}
