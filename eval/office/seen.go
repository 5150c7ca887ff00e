package main

import (
	"html"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/reader"
)

// fact is one statement about a document, as the scorer's README has it.
type fact map[string]any

// seen is what the scorer compares with the facts of a file.
type seen struct {
	Text  string `json:"text"`
	Facts []fact `json:"facts"`

	kind     string            // type of the file
	tables   int               // told so far
	formulas map[string]string // by sheet and cell
}

// Requests: the text as it is by default, and with everything that can be shown.
var (
	plainly = map[string]any{
		"formatting":  map[string]any{"table_output_format": "html"},
		"spreadsheet": map[string]any{"split_large_tables": map[string]any{"enabled": false}},
	}
	marked = map[string]any{
		"formatting": map[string]any{"table_output_format": "html", "include": []string{"change_tracking", "comments", "hyperlinks"}},
		"spreadsheet": map[string]any{
			"split_large_tables": map[string]any{"enabled": false}, "include": []string{"cell_colors", "formula", "dropdowns"},
		},
	}
)

// see asks for a file and turns the answers into facts.
func see(name string, content []byte, r *reader.Reader) (*seen, error) {
	d := &desk{name: name, content: content, reader: r}
	s := &seen{kind: strings.TrimPrefix(filepath.Ext(name), "."), Facts: []fact{}, formulas: map[string]string{}}
	plain, _, err := d.ask(plainly)
	if err != nil {
		return nil, err
	}
	for _, b := range plain.blocks() {
		s.Text += bare(b.Content) + "\n\n"
	}
	s.structure(plain.blocks())
	s.slides(plain.blocks())
	s.charts(plain.blocks())
	shown, model, err := d.ask(marked)
	if err != nil {
		return nil, err
	}
	for _, b := range shown.blocks() {
		s.links(&b)
		s.changes(&b, model)
		if b.Type == "Comment" {
			s.comment(&b)
		}
	}
	if model.Kind == doc.Sheet {
		return s, s.sheets(d, shown, model)
	}
	return s, nil
}

func (s *seen) add(f fact) { s.Facts = append(s.Facts, f) }

// structure tells what the blocks are.
func (s *seen) structure(blocks []api.ParseBlock) {
	for i := range blocks {
		b := &blocks[i]
		text := bare(b.Content)
		switch b.Type {
		case "Title":
			s.add(fact{"kind": "title", "text": text})
			s.add(fact{"kind": "heading", "level": 1, "text": text})
			s.add(fact{"kind": "slide", "index": b.BBox.Page, "title": text})
		case "Section Header":
			s.add(fact{"kind": "heading", "level": b.Extra.Level - s.top(), "text": text})
		case "List Item":
			s.item(blocks[i:])
		case "Table":
			s.table(b)
		case "Header", "Footer":
			s.add(fact{"kind": strings.ToLower(b.Type), "text": text})
		case "Figure":
			s.add(fact{"kind": "picture", "slide": b.BBox.Page, "alt": text})
		case "Key Value":
			s.pairs(b)
			s.attachments(b)
		case "Text":
			s.note(text)
		}
		s.boxes(b.Content)
		s.textbox(blocks[i:])
	}
}

// top is how much deeper a heading of the first level stands in an answer than in the file: word processors have a title
// above their first level, web pages have not.
func (s *seen) top() int {
	if s.kind == "html" {
		return 0
	}
	return 1
}

// item tells an item of a list: by itself, and with the items inside it, which facts count as its text where the file
// has them in it.
func (s *seen) item(blocks []api.ParseBlock) {
	level := blocks[0].Extra.Level
	var parts []string
	for i := range blocks {
		b := &blocks[i]
		if i > 0 && (b.Type != "List Item" || b.Extra.Level <= level) {
			break
		}
		parts = append(parts, bare(b.Content))
		if i == 0 || i+1 == len(blocks) || blocks[i+1].Type != "List Item" || blocks[i+1].Extra.Level <= level {
			s.add(fact{"kind": "list_item", "level": level - 1, "text": strings.Join(parts, " ")})
		}
	}
}

var noteMark = regexp.MustCompile(`^\[\^(e?)\d+\]: `)

// note tells notes, which begin with the mark that refers to them.
func (s *seen) note(text string) {
	m := noteMark.FindStringSubmatch(text)
	if m == nil {
		return
	}
	kind := map[string]string{"": "footnote", "e": "endnote"}[m[1]]
	s.add(fact{"kind": kind, "text": text[len(m[0]):]})
}

var tick = regexp.MustCompile(`\[([ x])\] ?([^\[\n|<]*)`)

// boxes tells check boxes with the words behind them.
func (s *seen) boxes(content string) {
	for _, m := range tick.FindAllStringSubmatch(content, -1) {
		s.add(fact{"kind": "checkbox", "label": strings.TrimSpace(html.UnescapeString(m[2])), "checked": m[1] == "x"})
	}
}

// maxBox is how many blocks one text box is taken to hold.
const maxBox = 12

// textbox tells the blocks that may be those of a text box: an answer does not say where one ends, only that its
// paragraphs follow each other and nothing stands between them.
func (s *seen) textbox(blocks []api.ParseBlock) {
	var parts []string
	for i := range blocks[:min(len(blocks), maxBox)] {
		if t := blocks[i].Type; t == "Header" || t == "Footer" {
			break
		}
		parts = append(parts, bare(blocks[i].Content))
		s.add(fact{"kind": "textbox", "text": strings.Join(parts, " ")})
	}
}

// metaKeys are the labels of mail headers in answers.
var metaKeys = map[string]string{"subject": "subject", "from": "from", "to": "to", "cc": "cc", "bcc": "bcc", "date": "date"}

func (s *seen) pairs(b *api.ParseBlock) {
	for line := range strings.SplitSeq(b.Content, "\n") {
		key, value, _ := strings.Cut(line, ": ")
		if name := metaKeys[strings.ToLower(key)]; name != "" {
			s.add(fact{"kind": "meta", "key": name, "value": value})
		}
	}
}

var (
	tag      = regexp.MustCompile(`</?[a-z]+[^<>]*>`)
	unmarked = strings.NewReplacer("<br>", " ", "<change>", "", "</change>", "", "<u>", "", "</u>", "", "<s>", "", "</s>", "", "<mark>", "", "</mark>", "", "<b>", "", "</b>", "", "<i>", "", "</i>", "")
)

// bare is the text of content without markup.
func bare(content string) string {
	if !strings.Contains(content, "<") {
		return strings.TrimSpace(content)
	}
	text := content
	if strings.HasPrefix(text, "<table>") {
		text = html.UnescapeString(tag.ReplaceAllString(unmarked.Replace(text), " "))
	}
	return strings.TrimSpace(text)
}
