// Package markdown reads Markdown (CommonMark with tables, task lists, definition lists and footnotes).
package markdown

import (
	"context"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/flow"
	"github.com/octavo-dev/octavo/internal/format"
	plain "github.com/octavo-dev/octavo/internal/format/text"
)

// Format is Markdown.
var Format = format.Format{
	Name:       "md",
	Endings:    []string{"markdown", "mdown", "mkd"},
	MediaTypes: []string{"text/markdown", "text/x-markdown"},
	Text:       true,
	Read:       Read,
}

// Read reads a Markdown file as one page.
func Read(ctx context.Context, f format.File, opts format.Options) (*doc.Document, error) {
	if pages, err := opts.Pages(1, nil); err != nil || len(pages) == 0 {
		return &doc.Document{Type: "md", Kind: doc.Flow, Name: f.Name, PageCount: 1}, err
	}
	body, err := format.ReadText(ctx, f, opts.Limits)
	if err != nil {
		return nil, err
	}
	d := &doc.Document{Type: "md", Name: f.Name}
	if isHostile(body) {
		d.Blocks = plain.Blocks(body)
		d.Issues = append(d.Issues, doc.Issue{Message: "the Markdown is too large or too deeply nested; it was read as plain text"})
	} else {
		d.Blocks = blocks(body, opts.Limits)
	}
	flow.Set(d)
	return d, ctx.Err()
}

func blocks(body string, limits format.Limits) []doc.Block {
	var w walker
	body = w.frontMatter(body)
	w.source, w.limits = []byte(body), limits
	md := goldmark.New(goldmark.WithExtensions(
		extension.Table, extension.Strikethrough, extension.TaskList, extension.DefinitionList, extension.Footnote,
	))
	w.children(md.Parser().Parse(text.NewReader(w.source)), 0)
	return oneTitle(w.blocks)
}

// oneTitle keeps the first level-1 heading as the title and makes the others sections.
func oneTitle(blocks []doc.Block) []doc.Block {
	seen := false
	for i := range blocks {
		b := &blocks[i]
		if b.Type != doc.Title {
			continue
		}
		if seen {
			b.Type, b.Level = doc.SectionHeader, 2
		}
		seen = true
	}
	return blocks
}

// frontMatter takes a block of labelled values between --- lines off the start of the text.
func (w *walker) frontMatter(body string) string {
	rest, ok := strings.CutPrefix(body, "---\n")
	if !ok {
		return body
	}
	head, tail, ok := strings.Cut(rest, "\n---\n")
	if !ok {
		return body
	}
	var pairs []doc.Pair
	for line := range strings.SplitSeq(head, "\n") {
		key, value, ok := strings.Cut(line, ":")
		switch {
		case strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#"):
		case ok && !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "-"):
			pairs = append(pairs, doc.Pair{Key: strings.TrimSpace(key), Value: strings.Trim(strings.TrimSpace(value), `"'`)})
		case len(pairs) > 0:
			more(&pairs[len(pairs)-1], strings.TrimSpace(line))
		default:
			return body
		}
	}
	if len(pairs) > 0 {
		w.add(doc.Block{Type: doc.KeyValue, Pairs: pairs})
	}
	return tail
}

// more adds a line to a value; entries of a list are separated by commas.
func more(p *doc.Pair, line string) {
	sep := " "
	if entry, ok := strings.CutPrefix(line, "- "); ok {
		line, sep = entry, ", "
	}
	if p.Value != "" {
		line = p.Value + sep + line
	}
	p.Value = line
}

// walker turns a tree into blocks.
type walker struct {
	source []byte
	limits format.Limits
	blocks []doc.Block
}

func (w *walker) add(b doc.Block) {
	b.Confidence = 1
	w.blocks = append(w.blocks, b)
}

func (w *walker) children(n ast.Node, level int) {
	var markup strings.Builder // HTML blocks that follow each other are parts of one fragment
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if block, ok := c.(*ast.HTMLBlock); ok {
			w.writeHTML(&markup, block)
			continue
		}
		w.html(&markup)
		w.node(c, level)
	}
	w.html(&markup)
}
