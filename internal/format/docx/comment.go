package docx

import (
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/ooxml"
)

// comment is one remark with the replies to it.
type comment struct {
	block    doc.Block
	replies  []string
	isReply  bool
	answered bool // it was put into the text
}

// comments are those of a document by their ids.
type comments struct {
	byID  map[string]*comment
	order []string
	last  map[string]string // id of a comment's last paragraph, by which its thread knows it -> comment
}

// readComments reads the comments and who replied to whom.
func (r *reading) readComments(relations ooxml.Relations) error {
	c := &r.comments
	c.byID, c.last = map[string]*comment{}, map[string]string{}
	err := r.part(relations.Part("comments"), func(s *story, _ string) {
		for child := range s.r.Children() {
			if child == "w:comment" {
				c.read(s)
			}
		}
	})
	if err != nil {
		return err
	}
	return r.part(relations.Part("commentsExtended"), func(s *story, _ string) {
		for child := range s.r.Children() {
			if child != "w15:commentEx" {
				continue
			}
			one := c.byID[c.last[s.r.Attr("w15:paraId")]]
			if one == nil {
				continue
			}
			one.block.Resolved = s.r.Attr("w15:done") == "1" || s.r.Attr("w15:done") == "true"
			parent := c.byID[c.last[s.r.Attr("w15:paraIdParent")]]
			if parent != nil && parent != one && !parent.isReply && !one.isReply && len(one.replies) == 0 {
				one.isReply = true
				parent.replies = append(parent.replies, c.last[s.r.Attr("w15:paraId")])
			}
		}
	})
}

func (c *comments) read(s *story) {
	id := s.r.Attr("w:id")
	one := &comment{block: doc.Block{Type: doc.Comment, Author: s.r.Attr("w:author"), Time: s.r.Attr("w:date"), Confidence: 1}}
	inner := s.inner()
	paragraph := ""
	for child := range s.r.Children() {
		if child == "w:p" {
			paragraph = s.r.Attr("w14:paraId")
		}
		inner.block(child)
	}
	inner.end()
	said := flatten(inner.blocks)
	one.block.Text, one.block.Spans = said.text, said.spans
	s.spend(len(id)+len(one.block.Author)+len(one.block.Time), 1)
	if _, twice := c.byID[id]; !twice {
		c.order = append(c.order, id)
	}
	c.byID[id] = one
	if paragraph != "" {
		c.last[paragraph] = id
	}
}

// thread is a comment followed by the replies to it. A reply stands with what it replies to, not where it refers to, and
// nothing stands twice.
func (c *comments) thread(id string) []doc.Block {
	one := c.byID[id]
	if one == nil || one.isReply || one.answered {
		return nil
	}
	one.answered = true
	out := said(one)
	for _, reply := range one.replies {
		c.byID[reply].answered = true
		out = append(out, said(c.byID[reply])...)
	}
	return out
}

func said(c *comment) []doc.Block {
	if c.block.Text == "" {
		return nil
	}
	return []doc.Block{c.block}
}

// rest are the comments that nothing in the text refers to.
func (c *comments) rest() []doc.Block {
	var out []doc.Block
	for _, id := range c.order {
		out = append(out, c.thread(id)...)
	}
	return out
}
