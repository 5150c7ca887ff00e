package pptx

import (
	"strconv"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/format/inline"
	"github.com/octavo-dev/octavo/internal/markup"
)

// textReader reads the text of a shape.
type textReader struct {
	slide         *slide
	holder, index string
	levels        levels // of the shape itself
	paragraphs    []paragraph
}

// paragraph is one paragraph with its marker.
type paragraph struct {
	text   string
	spans  []doc.Span
	level  int // from 0
	bullet bullet
}

func (t *textReader) read(r *markup.Reader) {
	for child := range r.Children() {
		switch child {
		case "a:lstStyle":
			t.levels = readLevels(r)
		case "a:p":
			if p := t.paragraph(r); p.text != "" {
				t.paragraphs = append(t.paragraphs, p)
			}
		}
	}
}

func (t *textReader) paragraph(r *markup.Reader) paragraph {
	var p paragraph
	var own bullet
	var text inline.Text
	for child := range r.Children() {
		switch child {
		case "a:pPr":
			if n, err := strconv.Atoi(r.Attr("lvl")); err == nil && n > 0 {
				p.level = min(n, 8)
			}
			own = readBullet(r)
		case "a:r", "a:fld":
			t.run(r, &text)
		case "a:br":
			text.Break()
		case "a14:m", "m:oMath", "m:oMathPara":
			text.Add(r.String(maxText))
		}
	}
	p.text, p.spans = text.Take()
	p.bullet = own
	if !p.bullet.known {
		p.bullet = t.levels[p.level]
	}
	if !p.bullet.known && t.holder != "" && t.slide != nil {
		p.bullet = t.slide.layout.bullet(t.holder, t.index, p.level)
	}
	return p
}

// run reads a stretch of text with one look.
func (t *textReader) run(r *markup.Reader, text *inline.Text) {
	target, marked := "", false
	var shift doc.SpanKind
	for child := range r.Children() {
		switch child {
		case "a:rPr":
			shift = shifted(r.Attr("baseline"))
			for inner := range r.Children() {
				switch inner {
				case "a:hlinkClick":
					if rel := t.relation(r.Attr("r:id")); rel != "" {
						target = rel
					}
				case "a:highlight":
					marked = true
				}
			}
		case "a:t":
			content := r.String(maxText)
			if marked {
				text.Open(doc.Highlight, "")
			}
			if target != "" {
				text.Open(doc.Link, target)
			}
			if shift != "" {
				text.Shift(shift)
			}
			// Line ends inside a run are written as vertical tabs.
			for i, line := range strings.Split(content, "\v") {
				if i > 0 {
					text.Break()
				}
				text.Add(line)
			}
			if shift != "" {
				text.Unshift()
			}
			if target != "" {
				text.Close()
			}
			if marked {
				text.Close()
			}
		}
	}
}

// shifted is what a baseline makes of text: thousandths of a percent above the line, or below it.
func shifted(baseline string) doc.SpanKind {
	switch n, _ := strconv.Atoi(strings.TrimSuffix(baseline, "%")); {
	case n > 0:
		return doc.Raised
	case n < 0:
		return doc.Lowered
	}
	return ""
}

// relation is the address behind a link; one to another slide is none.
func (t *textReader) relation(id string) string {
	if t.slide == nil {
		return ""
	}
	if rel := t.slide.relations[id]; rel.External {
		return rel.Target
	}
	return ""
}

// blocks gives the paragraphs of a shape, each its share of the shape's height.
func (t *textReader) blocks(box doc.Box) []doc.Block {
	if kind := placeholderType(t.holder); kind != doc.Text {
		return []doc.Block{t.joined(kind, box)}
	}
	total := 0
	for _, p := range t.paragraphs {
		total += lines(p.text)
	}
	var counts [9]int
	var out []doc.Block
	top := 0
	for _, p := range t.paragraphs {
		b := doc.Block{Type: doc.Text, Text: p.text, Spans: p.spans, Box: box}
		b.Box.Top += box.Height * float64(top) / float64(total)
		b.Box.Height = box.Height * float64(lines(p.text)) / float64(total)
		top += lines(p.text)
		counts = advance(counts, p)
		if p.bullet.shown {
			b.Type, b.Level = doc.ListItem, p.level+1
			if p.bullet.auto != "" {
				b.Marker = marker(p.bullet.auto, counts[p.level])
			}
		}
		out = append(out, b)
	}
	return out
}

// advance counts numbered paragraphs: a level starts anew behind one above it, or behind one without numbers.
func advance(counts [9]int, p paragraph) [9]int {
	for deeper := p.level + 1; deeper < len(counts); deeper++ {
		counts[deeper] = 0
	}
	switch {
	case p.bullet.auto == "":
		counts[p.level] = 0
	case counts[p.level] == 0:
		counts[p.level] = p.bullet.start
	default:
		counts[p.level]++
	}
	return counts
}

func lines(text string) int { return 1 + strings.Count(text, "\n") }

// joined makes one block of a placeholder that is one thing: a title, a footer.
func (t *textReader) joined(kind doc.BlockType, box doc.Box) doc.Block {
	b := doc.Block{Type: kind, Box: box}
	for i, p := range t.paragraphs {
		if i > 0 {
			b.Text += " "
		}
		for _, s := range p.spans {
			s.Start, s.End = s.Start+len(b.Text), s.End+len(b.Text)
			b.Spans = append(b.Spans, s)
		}
		b.Text += strings.ReplaceAll(p.text, "\n", " ")
	}
	return b
}

// placeholderType is what the text of a placeholder is.
func placeholderType(kind string) doc.BlockType {
	switch kind {
	case "title", "ctrTitle":
		return doc.Title
	case "ftr", "dt":
		return doc.Footer
	case "hdr":
		return doc.Header
	case "sldNum":
		return doc.PageNumber
	}
	return doc.Text
}

func fold(s string) string { return strings.Join(strings.Fields(s), " ") }
