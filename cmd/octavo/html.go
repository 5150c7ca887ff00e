package main

import (
	"fmt"
	"html"
	"io"
	"regexp"
	"strings"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/doc"
)

// writeHTML writes the result of a parse as one page.
func writeHTML(w io.Writer, a *answer) error {
	r, err := a.full()
	if err != nil {
		return err
	}
	title := ""
	if len(a.about) > 0 {
		title = a.about[0].Place
	}
	p := &webPage{}
	fmt.Fprintf(&p.out, "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>%s</title>\n</head>\n<body>\n", html.EscapeString(title))
	for i := range r.Chunks {
		p.chunk(&r.Chunks[i])
	}
	p.lists(0)
	p.out.WriteString("</body>\n</html>\n")
	_, err = io.WriteString(w, p.out.String())
	return err
}

// webPage is a page that is being written.
type webPage struct {
	out  strings.Builder
	open []string // lists that are open, outermost first
}

// chunk writes the blocks of a chunk. What stands before a block in the text of the chunk is its number or mark, which the
// block itself does not say.
func (p *webPage) chunk(c *api.ParseChunk) {
	rest := c.Content
	for i := range c.Blocks {
		b := &c.Blocks[i]
		mark := ""
		if at := strings.Index(rest, b.Content); b.Content != "" && at >= 0 {
			line := rest[:at]
			mark = strings.TrimLeft(line[strings.LastIndexByte(line, '\n')+1:], "# ")
			rest = rest[at+len(b.Content):]
		}
		p.block(b, strings.TrimSpace(mark))
	}
}

func (p *webPage) block(b *api.ParseBlock, mark string) {
	level := 1
	if b.Extra != nil && b.Extra.Level > 0 {
		level = b.Extra.Level
	}
	if b.Type == string(doc.ListItem) {
		p.item(b, mark, min(level, maxDepth))
		return
	}
	p.lists(0)
	text := escaped(b.Content)
	switch doc.BlockType(b.Type) {
	case doc.Title:
		p.element("h1", text)
	case doc.SectionHeader:
		p.element(fmt.Sprintf("h%d", min(max(level, 2), 6)), strings.TrimSpace(escaped(mark)+" "+text))
	case doc.TableBlock:
		if !strings.HasPrefix(b.Content, "<table>") { // one without a grid is text
			p.element("p", text)
			return
		}
		p.out.WriteString(b.Content + "\n")
	case doc.Figure:
		p.element("figure", "<figcaption>"+text+"</figcaption>")
	case doc.Header, doc.Footer, doc.PageNumber:
		p.element("small", text)
	default:
		p.element("p", text)
	}
}

// maxDepth is how deep lists are nested.
const maxDepth = 9

var number = regexp.MustCompile(`^(\d{1,9})[.)]$`)

// item writes an item of a list, which is opened where it is the first.
func (p *webPage) item(b *api.ParseBlock, mark string, level int) {
	tag, attribute, text := "ul", "", escaped(b.Content)
	switch m := number.FindStringSubmatch(mark); {
	case m != nil:
		tag, attribute = "ol", ` value="`+m[1]+`"`
	case mark != "" && mark != "-" && mark != "•":
		text = escaped(mark) + " " + text
	}
	p.lists(level)
	if len(p.open) == level && p.open[level-1] != tag {
		p.lists(level - 1)
	}
	for len(p.open) < level {
		p.out.WriteString("<" + tag + ">\n")
		p.open = append(p.open, tag)
	}
	fmt.Fprintf(&p.out, "<li%s>%s</li>\n", attribute, text)
}

// lists closes the lists below a depth.
func (p *webPage) lists(depth int) {
	for len(p.open) > depth {
		p.out.WriteString("</" + p.open[len(p.open)-1] + ">\n")
		p.open = p.open[:len(p.open)-1]
	}
}

func (p *webPage) element(tag, inside string) {
	fmt.Fprintf(&p.out, "<%s>%s</%s>\n", tag, inside, tag)
}

// escaped is a text without markup, its lines kept.
func escaped(text string) string {
	return strings.ReplaceAll(html.EscapeString(text), "\n", "<br>")
}
