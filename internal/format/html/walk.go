package html

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/format/inline"
)

// dropped elements hold no text for a reader.
var dropped = set("script style template noscript head title meta link iframe object embed video audio canvas svg map datalist")

// inlineTags stand inside a line; every other element breaks the paragraph.
var inlineTags = set("a abbr acronym b bdi bdo big blink button cite code data del dfn em font i img input ins kbd label " +
	"mark math meter nobr output picture progress q rp rt ruby s samp select small source span strike strong sub sup " +
	"textarea time track tt u var wbr br")

// isInline reports an element inside a line; formulas are read as their characters. Elements of other vocabularies break
// no line, as in browsers.
func isInline(n *html.Node) bool {
	return inlineTags[n.Data] || n.Namespace == "math" || strings.ContainsAny(n.Data, ":-")
}

func set(names string) map[string]bool {
	m := make(map[string]bool)
	for name := range strings.FieldsSeq(names) {
		m[name] = true
	}
	return m
}

// walker turns a tree into blocks, one paragraph at a time.
type walker struct {
	limits format.Limits
	blocks []doc.Block
	text   inline.Text
	images []string // alternative texts seen before any text of the paragraph
	lists  []list
	title  string // of the head
	titled bool   // a level-1 heading was seen
	figure bool   // inside a figure that is read as what it holds
	inside *grid  // of the cell that is read, nil outside of one
	inner  []doc.Inner
	err    error
}

func (w *walker) children(n *html.Node) {
	for c := n.FirstChild; c != nil && w.err == nil; c = c.NextSibling {
		w.node(c)
	}
}

func (w *walker) node(n *html.Node) {
	switch n.Type {
	case html.TextNode:
		w.word(n.Data)
	case html.DocumentNode:
		w.children(n)
	case html.ElementNode:
		w.element(n)
	}
}

func (w *walker) element(n *html.Node) {
	switch {
	case n.Data == "head":
		w.title = headTitle(n)
	case dropped[n.Data] || isHidden(n):
	case isInline(n):
		w.inline(n)
	default:
		w.flush()
		w.block(n)
		w.flush()
	}
}

func (w *walker) block(n *html.Node) {
	switch n.Data {
	case "h1", "h2", "h3", "h4", "h5", "h6":
		w.heading(n)
	case "ul", "ol", "menu":
		w.list(n)
	case "li":
		w.item(n)
	case "dl":
		w.definitions(n)
	case "table":
		w.table(n)
	case "pre", "listing", "xmp", "plaintext":
		w.code(n)
	case "figure":
		w.picture(n)
	default:
		w.children(n)
	}
}

func (w *walker) heading(n *html.Node) {
	text, spans := lineOf(n)
	if text == "" {
		return
	}
	level := int(n.Data[1] - '0')
	if level == 1 && !w.titled {
		w.titled = true
		w.add(doc.Block{Type: doc.Title, Text: text, Spans: spans})
		return
	}
	w.add(doc.Block{Type: doc.SectionHeader, Level: max(level, 2), Text: text, Spans: spans})
}

// code keeps program text as it is written.
func (w *walker) code(n *html.Node) {
	text := strings.Trim(rawText(n), "\n")
	if strings.TrimSpace(text) == "" {
		return
	}
	w.add(doc.Block{Type: doc.Text, Code: true, Lang: language(n), Text: text})
}

// language is the name in a class such as "language-go" of the element or the code element inside it.
func language(n *html.Node) string {
	for class := range strings.FieldsSeq(attr(n, "class")) {
		for _, prefix := range []string{"language-", "lang-", "highlight-source-"} {
			if name, ok := strings.CutPrefix(class, prefix); ok {
				return name
			}
		}
	}
	if c := n.FirstChild; c != nil && c.Type == html.ElementNode && c.Data == "code" {
		return language(c)
	}
	return ""
}

// picture adds a figure with its caption, or what else the element holds.
func (w *walker) picture(n *html.Node) {
	if w.figure {
		w.children(n)
		return
	}
	var caption string
	var alts []string
	for c := range n.Descendants() {
		if c.Type != html.ElementNode {
			continue
		}
		switch c.Data {
		case "figcaption":
			caption, _ = lineOf(c)
		case "img":
			if alt := fold(attr(c, "alt")); alt != "" {
				alts = append(alts, alt)
			}
		}
	}
	if hasText(n) {
		w.figure = true
		w.children(n)
		w.flush()
		w.figure = false
		return
	}
	if caption != "" || len(alts) > 0 {
		w.add(doc.Block{Type: doc.Figure, Caption: caption, Text: strings.Join(alts, "\n")})
	}
}

// hasText reports whether a figure holds text beside its caption.
func hasText(n *html.Node) bool {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode && strings.TrimSpace(c.Data) != "":
			return true
		case c.Type != html.ElementNode || c.Data == "figcaption" || dropped[c.Data] || isHidden(c):
		case hasText(c):
			return true
		}
	}
	return false
}

// flush ends the paragraph.
func (w *walker) flush() {
	if w.text.Empty() {
		for _, alt := range w.images {
			w.add(doc.Block{Type: doc.Figure, Text: alt})
		}
		w.images = nil
		w.text.Take()
		return
	}
	text, spans := w.text.Take()
	if !w.inItem(text, spans) {
		w.add(doc.Block{Type: doc.Text, Text: text, Spans: spans})
	}
}

func (w *walker) add(b doc.Block) {
	b.Confidence = 1
	w.blocks = append(w.blocks, b)
}

// finish puts the title of the head in front where the body has none.
func (w *walker) finish() []doc.Block {
	if w.titled || w.title == "" {
		return w.blocks
	}
	title := doc.Block{Type: doc.Title, Text: w.title, Confidence: 1}
	return append([]doc.Block{title}, w.blocks...)
}
