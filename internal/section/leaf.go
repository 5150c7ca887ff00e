package section

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/ocr/language"
)

// leaf is what one page shows of the document it belongs to.
type leaf struct {
	document int           // index of the file it is part of
	page     int           // running number in the selection, from 1
	one      *doc.Document // the page alone

	lines  []line // from top to bottom
	em     float64
	labels []label
	edges  []edge
	words  []tally
	ids    []id
	marks  marks
	rest   float64 // share of the page that is empty below its text
	onward bool    // begins in the middle of a sentence
	begun  bool    // ends in the middle of one
	tongue string
}

// line is a line of a page in points.
type line struct {
	text                     string
	left, top, right, bottom float64
}

func (l *line) height() float64 { return l.bottom - l.top }

// Bounds of what is looked at on one page, whatever stands on it.
const (
	mostLines = 400
	mostWords = 3000
	mostIDs   = 40
	longest   = 1000 // bytes of one line
)

// leaves are the pages of documents in their order.
func leaves(docs []*doc.Document) []*leaf {
	var out []*leaf
	judge, known := language.NewJudge(tongues), vocabulary{}
	for i, d := range docs {
		at := blocksOf(d)
		for k := range d.Pages {
			one := *d
			one.Pages, one.Blocks = d.Pages[k:k+1], at[d.Pages[k].Number]
			out = append(out, newLeaf(i, len(out)+1, &one, judge, known))
		}
	}
	return out
}

// blocksOf gives every page its blocks, in one pass.
func blocksOf(d *doc.Document) map[int][]doc.Block {
	at := map[int][]doc.Block{}
	for from := 0; from < len(d.Blocks); {
		page, to := d.Blocks[from].Page, from+1
		for to < len(d.Blocks) && d.Blocks[to].Page == page {
			to++
		}
		if at[page] == nil {
			at[page] = d.Blocks[from:to:to]
		} else {
			at[page] = append(at[page], d.Blocks[from:to]...)
		}
		from = to
	}
	return at
}

func newLeaf(document, page int, one *doc.Document, judge *language.Judge, known vocabulary) *leaf {
	l := &leaf{document: document, page: page, one: one}
	l.lines = linesOf(one)
	l.em = usual(l.lines)
	l.words = known.wordsOf(l.lines)
	l.edges = edgesOf(l.lines)
	l.labels = labelsOf(l.lines)
	l.ids = idsOf(one)
	l.marks = marksOf(one)
	l.tongue = tongue(judge, l.lines)
	l.shape()
	l.flow()
	return l
}

func (l *leaf) blank() bool { return len(l.lines) == 0 }

func (l *leaf) size() (width, height float64) { return l.one.Pages[0].Width, l.one.Pages[0].Height }

// linesOf are the lines of a page from top to bottom; where a format has none, its blocks.
func linesOf(one *doc.Document) []line {
	p := &one.Pages[0]
	width, height := p.Width, p.Height
	if width <= 0 || height <= 0 {
		width, height = 1, 1
	}
	var out []line
	add := func(text string, b doc.Box) {
		if text = strings.TrimSpace(text); text != "" && len(out) < mostLines {
			out = append(out, line{clip(text, longest), b.Left * width, b.Top * height, (b.Left + b.Width) * width, (b.Top + b.Height) * height})
		}
	}
	for _, l := range p.Lines {
		if l.Rotation == 0 {
			add(l.Text, l.Box)
		}
	}
	if len(out) == 0 {
		for i := range one.Blocks {
			b := &one.Blocks[i]
			for text := range strings.SplitSeq(textOf(b), "\n") {
				add(text, b.Box)
			}
		}
		return out
	}
	slices.SortStableFunc(out, func(a, b line) int {
		switch {
		case a.top < b.top:
			return -1
		case a.top > b.top:
			return 1
		}
		return 0
	})
	return out
}

// textOf is all that a block says.
func textOf(b *doc.Block) string {
	var parts []string
	if b.Text != "" {
		parts = append(parts, b.Text)
	}
	for _, p := range b.Pairs {
		parts = append(parts, p.Key+": "+p.Value)
	}
	if b.Table != nil {
		row, open := -1, ""
		for _, c := range b.Table.Cells {
			if c.Row != row {
				if open != "" {
					parts = append(parts, open)
				}
				row, open = c.Row, ""
			}
			open = strings.TrimSpace(open + " " + c.Text)
		}
		parts = append(parts, open)
	}
	return strings.Join(parts, "\n")
}

// clip cuts a text to at most n bytes at a rune.
func clip(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && text[n]&0xc0 == 0x80 {
		n--
	}
	return text[:n]
}

// usual is the height of most lines.
func usual(lines []line) float64 {
	if len(lines) == 0 {
		return 1
	}
	all := make([]float64, len(lines))
	for i := range lines {
		all[i] = lines[i].height()
	}
	slices.Sort(all)
	return max(all[len(all)/2], 1e-6)
}

// shape is how the page looks: what is large at its top and how far down it is filled.
func (l *leaf) shape() {
	if l.blank() {
		return
	}
	_, height := l.size()
	bottom := 0.0
	for i := range l.lines {
		if !l.lines[i].number() {
			bottom = max(bottom, l.lines[i].bottom)
		}
	}
	if height > 0 {
		l.rest = min(max(1-bottom/height, 0), 1)
	}
}

// titled is how far what stands at the top of the page, and not on the page before as well, is larger than its text: the
// logarithm of the heights.
func (l *leaf) titled(before *leaf) float64 {
	if l.blank() {
		return 0
	}
	most := 0.0
	for i := range l.lines {
		s := &l.lines[i]
		if s.top > l.lines[0].top+topEms*l.em {
			break
		}
		if letters(s.text) < 4 {
			continue
		}
		own := edge{words: plainWords(s.text)}
		if !slices.ContainsFunc(before.edges, func(e edge) bool { return len(own.words) > 0 && own.same(&e) }) {
			most = max(most, math.Log(s.height()/l.em))
		}
	}
	return min(most, 1)
}

// topEms is how far the top of a page reaches, in heights of its lines.
const topEms = 12

// number reports whether a line is a page number and nothing else.
func (l *line) number() bool { return letters(l.text) < 3 && len(l.text) < 8 }

func letters(text string) int {
	n := 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}
