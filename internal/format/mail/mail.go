// Package mail reads stored mail: its headers as labelled values, its body, and a list of what is attached.
package mail

import (
	"fmt"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/flow"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/format/html"
	"github.com/octavo-dev/octavo/internal/format/text"
)

// message is a mail as both formats tell it.
type message struct {
	headers  []doc.Pair
	body     []piece // in reading order
	attached []attachment
	issues   []string
}

// piece is one text of the body.
type piece struct {
	text string
	html bool
}

// attachment is a file that came with the mail. It is listed, not read.
type attachment struct {
	name, kind string
	size       int64
}

// header keeps a header that says something.
func (m *message) header(key, value string) {
	if value = strings.Join(strings.Fields(value), " "); value != "" {
		m.headers = append(m.headers, doc.Pair{Key: key, Value: value})
	}
}

// attach keeps an attachment, under a name that says so where it has none.
func (m *message) attach(a attachment) {
	if a.name = strings.Join(strings.Fields(a.name), " "); a.name == "" {
		a.name = "unnamed"
	}
	if a.kind == "" {
		a.kind = "application/octet-stream"
	}
	m.attached = append(m.attached, a)
}

// document sets the mail as one page.
func (m *message) document(kind string, f format.File, limits format.Limits) (*doc.Document, error) {
	d := &doc.Document{Type: kind, Name: f.Name}
	if len(m.headers) > 0 {
		d.Blocks = append(d.Blocks, doc.Block{Type: doc.KeyValue, Pairs: m.headers, Confidence: 1})
	}
	for _, p := range m.body {
		if !p.html {
			d.Blocks = append(d.Blocks, plain(p.text)...)
			continue
		}
		if err := html.Add(d, p.text, limits); err != nil {
			return nil, err
		}
	}
	if list := m.list(); len(list) > 0 {
		d.Blocks = append(d.Blocks, doc.Block{Type: doc.KeyValue, Pairs: list, Confidence: 1})
	}
	if len(d.Blocks) == 0 {
		return nil, fault.New(fault.DocumentEmpty, "")
	}
	for _, text := range m.issues {
		d.Issues = append(d.Issues, doc.Issue{Message: text})
	}
	flow.Set(d)
	return d, nil
}

// plain reads typed text. What it opens with is a greeting and no title; that is the subject.
func plain(body string) []doc.Block {
	blocks := text.Blocks(body)
	for i := range blocks {
		if blocks[i].Type == doc.Title {
			blocks[i].Type = doc.Text
		}
	}
	return blocks
}

// list names the attachments.
func (m *message) list() []doc.Pair {
	var out []doc.Pair
	for _, a := range m.attached {
		out = append(out, doc.Pair{Key: "Attachment", Value: fmt.Sprintf("%s (%s, %d bytes)", a.name, a.kind, a.size)})
	}
	return out
}
