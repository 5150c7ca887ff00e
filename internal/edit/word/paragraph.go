package word

import (
	"strings"
)

// paragraph is a paragraph with its pieces of text in order.
type paragraph struct {
	*node
	pieces []piece
	read   []piece // those that are shown
}

// piece is a part of a paragraph that is read: a text, a tab, the end of a line, a symbol.
type piece struct {
	at       *node
	run      *node // the run it stands in
	text     string
	from     int  // in the text of the paragraph; deleted text has none
	deleted  bool // by a tracked change
	inserted bool
	code     bool // the instruction of a field, which is not shown
}

func (p *piece) to() int { return p.from + len(p.text) }

// paragraphs are all paragraphs below an element, those in text boxes among them.
func (n *node) paragraphs() []*paragraph {
	var out []*paragraph
	n.each(func(k *node) bool {
		if k.name == "w:p" {
			out = append(out, newParagraph(k))
		}
		return true
	})
	return out
}

func newParagraph(n *node) *paragraph {
	p := &paragraph{node: n}
	p.collect(n, nil, false, false)
	at := 0
	for i := range p.pieces {
		c := &p.pieces[i]
		c.from = at
		if !c.deleted && !c.code && c.text != "" {
			at += len(c.text)
			p.read = append(p.read, *c)
		}
	}
	return p
}

// collect gathers the pieces below an element. Text boxes hold paragraphs of their own, and of several alternatives for
// one text the first is read.
func (p *paragraph) collect(n, run *node, deleted, inserted bool) {
	for _, k := range n.kids {
		switch k.name {
		case "w:pPr", "w:rPr", "w:sdtPr", "w:txbxContent", "alt:Fallback", "w:p", "w:ffData":
		case "w:r":
			p.collect(k, k, deleted, inserted)
		case "w:del", "w:moveFrom":
			p.collect(k, run, true, inserted)
		case "w:ins", "w:moveTo":
			p.collect(k, run, deleted, true)
		case "w:t", "w:delText", "w:instrText", "w:delInstrText", "w:tab", "w:ptab", "w:br", "w:cr", "w:noBreakHyphen", "w:sym":
			if run != nil {
				p.pieces = append(p.pieces, piece{at: k, run: run, text: k.says(), deleted: deleted || k.name == "w:delText", inserted: inserted, code: strings.HasSuffix(k.name, "nstrText")})
			}
		default:
			p.collect(k, run, deleted, inserted)
		}
	}
}

// says is what an element of a run shows.
func (n *node) says() string {
	switch n.name {
	case "w:t":
		if n.attr("xml:space") != "preserve" {
			return strings.Trim(n.chars, " \t\r\n")
		}
		return n.chars
	case "w:tab", "w:ptab":
		return "\t"
	case "w:br", "w:cr":
		return "\n"
	case "w:noBreakHyphen":
		return "\u2011"
	case "w:sym":
		return symbol(n)
	}
	return n.chars
}

// text is what the paragraph shows.
func (p *paragraph) text() string {
	return joinedText(p.read)
}

// shown are the pieces that are read.
func (p *paragraph) shown() []piece { return p.read }

// look is how the text at a place looks: that of the run there, or of the run before it.
func (p *paragraph) look(at int) look {
	var found *node
	for _, c := range p.shown() {
		if found != nil && c.from > at {
			break
		}
		found = c.run
		if c.to() > at {
			break
		}
	}
	if found == nil {
		return lookOf(p.child("w:pPr", "w:rPr"))
	}
	return lookOf(found.child("w:rPr"))
}

// whole puts one run in place of all that a paragraph holds beside its properties.
func (p *paragraph) whole(run string) patch {
	if p.outer == p.inner && p.end == p.inner { // a single tag
		return patch{p.start, p.end, p.open() + run + p.shut()}
	}
	from := p.inner
	if pr := p.child("w:pPr"); pr != nil {
		from = pr.end
	}
	return patch{from, p.outer, run}
}
