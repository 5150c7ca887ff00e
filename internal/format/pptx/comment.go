package pptx

import (
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/markup"
	"github.com/octavo-dev/octavo/internal/ooxml"
)

// maxComments bounds the comments of a slide.
const maxComments = 10_000

// readAuthors reads who wrote comments, in the older and the newer form.
func (k *deck) readAuthors(relations ooxml.Relations) error {
	for _, rel := range relations {
		if rel.External || rel.Kind != "commentAuthors" && rel.Kind != "authors" {
			continue
		}
		err := k.read(rel.Target, func(r *markup.Reader) {
			for range r.Children() {
				if len(k.authors) < maxComments {
					k.authors[r.Attr("id")] = fold(r.Attr("name"))
				}
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// comments reads the remarks on a slide, replies behind what they answer.
func (s *slide) comments(relations ooxml.Relations) ([]doc.Block, error) {
	var out []doc.Block
	for _, rel := range relations {
		if rel.Kind != "comments" || rel.External {
			continue
		}
		err := s.deck.read(rel.Target, func(r *markup.Reader) {
			for range r.Children() {
				out = append(out, s.comment(r)...)
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// comment reads one remark with its replies.
func (s *slide) comment(r *markup.Reader) []doc.Block {
	b := doc.Block{Type: doc.Comment, Author: s.deck.authors[r.Attr("authorId")], Time: r.Attr("dt"), Box: whole}
	if b.Time == "" {
		b.Time = r.Attr("created")
	}
	var replies []doc.Block
	for child := range r.Children() {
		switch child {
		case "p:text":
			b.Text = strings.TrimSpace(r.String(maxText))
		case "p188:txBody":
			var t textReader
			t.read(r)
			b.Text, _ = t.cell()
		case "p188:replyLst":
			for range r.Children() {
				if len(replies) < maxComments {
					replies = append(replies, s.comment(r)...)
				}
			}
		}
	}
	if b.Text == "" {
		return replies
	}
	return append([]doc.Block{b}, replies...)
}
