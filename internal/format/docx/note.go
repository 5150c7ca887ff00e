package docx

import (
	"fmt"

	"github.com/octavo-dev/octavo/internal/doc"
)

// notes are the footnotes or endnotes of a document.
type notes struct {
	kind string
	byID map[string]lines
	used []string // ids in the order they are referred to
	at   map[string]int
}

// readNotes reads the notes themselves; separators are none.
func (r *reading) readNotes(n *notes, name string) error {
	n.byID, n.at = map[string]lines{}, map[string]int{}
	return r.part(name, func(s *story, _ string) {
		for child := range s.r.Children() {
			if kind := s.r.Attr("w:type"); child != "w:"+n.kind || kind != "" && kind != "normal" {
				continue
			}
			id := s.r.Attr("w:id")
			n.byID[id] = flatten(s.within())
		}
	})
}

// note writes a reference to a note. A note whose reference was deleted is gone with it.
func (s *story) note(n *notes, l look) {
	id := s.r.Attr("w:id")
	if _, ok := n.byID[id]; !ok || s.base.change == doc.Deleted {
		return
	}
	if n.at[id] == 0 {
		n.used = append(n.used, id)
		n.at[id] = len(n.used)
	}
	l.shift = "" // the brackets say it
	s.write(n.mark(n.at[id]), l)
}

// mark is how a note is referred to: footnotes [^1], endnotes [^e1].
func (n *notes) mark(at int) string {
	if n.kind == "endnote" {
		return fmt.Sprintf("[^e%d]", at)
	}
	return fmt.Sprintf("[^%d]", at)
}

// blocks are the notes that are referred to, in order.
func (n *notes) blocks() []doc.Block {
	var out []doc.Block
	for i, id := range n.used {
		note := n.byID[id]
		if note.text == "" {
			continue
		}
		lead := n.mark(i+1) + ": "
		out = append(out, doc.Block{Type: doc.Text, Text: lead + note.text, Spans: shifted(note.spans, len(lead)), Confidence: 1})
		out = append(out, note.beside...)
	}
	return out
}
