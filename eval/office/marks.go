package main

import (
	"html"
	"regexp"
	"strings"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/doc"
)

var (
	linked   = regexp.MustCompile(`\[([^\]\[]*)\]\(([^)\s]*)\)`)
	deleted  = regexp.MustCompile(`(?s)<s>(.*?)</s>`)
	inserted = regexp.MustCompile(`(?s)<u>(.*?)</u>`)
	said     = regexp.MustCompile(`(?s)^(?:(.*?) )?\(([0-9TZ:.+-]+)\): (.*)$`)
	target   = strings.NewReplacer("%20", " ", "%28", "(", "%29", ")")
)

// links tells the hyperlinks of a block.
func (s *seen) links(b *api.ParseBlock) {
	for _, m := range linked.FindAllStringSubmatch(b.Content, -1) {
		f := fact{"kind": "link", "text": bare(m[1]), "url": html.UnescapeString(m[2]), "slide": b.BBox.Page}
		s.add(f)
		if url := target.Replace(html.UnescapeString(m[2])); url != f["url"] {
			s.add(fact{"kind": "link", "text": f["text"], "url": url, "slide": b.BBox.Page})
		}
	}
}

// comment tells who wrote a comment, and what.
func (s *seen) comment(b *api.ParseBlock) {
	f := fact{"kind": "comment", "text": b.Content}
	if m := said.FindStringSubmatch(b.Content); m != nil {
		f["author"], f["text"] = m[1], m[3]
	} else if author, text, ok := strings.Cut(b.Content, ": "); ok {
		s.add(fact{"kind": "comment", "author": author, "text": text})
	}
	s.add(f)
}

// changes tells the tracked changes of a block. Their authors are known to the document model only.
func (s *seen) changes(b *api.ParseBlock, model *doc.Document) {
	for kind, pattern := range map[doc.SpanKind]*regexp.Regexp{doc.Inserted: inserted, doc.Deleted: deleted} {
		for _, m := range pattern.FindAllStringSubmatch(b.Content, -1) {
			text := linked.ReplaceAllString(m[1], "$1")
			if b.Type == "Table" {
				text = html.UnescapeString(unmarked.Replace(text))
			}
			for _, author := range authors(model, kind, text) {
				s.add(fact{"kind": string(kind), "author": author, "text": text})
			}
		}
	}
}

// authors are those of the changes in the model that have the same words.
func authors(model *doc.Document, kind doc.SpanKind, text string) []string {
	found := map[string]bool{}
	look := func(content string, spans []doc.Span) {
		for i := 0; i < len(spans); i++ {
			if spans[i].Kind != kind {
				continue
			}
			start := i
			for i+1 < len(spans) && spans[i+1].Kind == kind && spans[i+1].Start == spans[i].End {
				i++
			}
			if folded(content[spans[start].Start:spans[i].End]) == folded(text) {
				found[spans[start].Author] = true
			}
		}
	}
	for i := range model.Blocks {
		b := &model.Blocks[i]
		look(b.Text, b.Spans)
		if b.Table == nil {
			continue
		}
		for k := range b.Table.Cells {
			if c := &b.Table.Cells[k]; c.Extra != nil {
				look(c.Text, c.Extra.Spans)
			}
		}
	}
	var out []string
	for author := range found {
		out = append(out, author)
	}
	return out
}

func folded(s string) string { return strings.Join(strings.Fields(s), " ") }
