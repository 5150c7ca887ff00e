package block

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
)

// Weights of the decision that a block is a heading.
var headingWeights = struct {
	bias, size, bold, italic, caps, color, font, numbered, above, closer, followed, bookmark, tag,
	lines, long, period, lower, digits, colon, beside, same, paragraphTag, comma, centred, contents, amid, under, date, shout float64
}{
	bias: -3.2, size: 9, bold: 2.6, italic: 0.3, caps: 0.7, color: 0.8, font: 0.4, numbered: 0.9, above: 0.8, closer: 0.5,
	followed: 0.6, bookmark: 3.5, tag: 2.5,
	lines: -1.2, long: -2, period: -2.5, lower: -3.5, digits: -3, colon: -1.6, beside: -2, same: -1.2, paragraphTag: -0.8, comma: -1.5,
	centred: 0.7, contents: 2.5, amid: -3.5, under: -2, date: -2.5, shout: 1,
}

// headings turns blocks of text that look like headings into such.
func headings(d *doc.Document, info *engine.Info) {
	usual := bodyOf(d)
	marks := bookmarks(info)
	scores := headingScores(d.Blocks, usual, marks)
	var found []*doc.Block
	for i := range d.Blocks {
		b, score := &d.Blocks[i], scores[i]
		if score <= 0 {
			continue
		}
		unlist(b)
		b.Type = doc.SectionHeader
		b.Confidence *= 1 / (1 + math.Exp(-score-2))
		found = append(found, b)
	}
	levels(found, usual, marks)
}

// headingScores are the log-odds of all blocks: half their own, half the mean of those that look the same.
func headingScores(blocks []doc.Block, usual body, marks map[string]int) []float64 {
	type sum struct {
		score float64
		n     int
	}
	scores := make([]float64, len(blocks))
	classes := map[class]sum{}
	for i := range blocks {
		b := &blocks[i]
		scores[i] = never
		if b.Style == nil || b.Type != doc.Text && b.Type != doc.ListItem {
			continue
		}
		scores[i] = headingScore(blocks, i, usual, marks)
		if scores[i] > never {
			s := classes[usual.classOf(b.Style)]
			classes[usual.classOf(b.Style)] = sum{s.score + scores[i], s.n + 1}
		}
	}
	for i := range scores {
		if scores[i] > never {
			s := classes[usual.classOf(blocks[i].Style)]
			scores[i] = (scores[i]+s.score/float64(s.n))/2 + blocks[i].Style.Seen
			// The heading of a list of contents is the only one of its kind there; others divide the list.
			if s.n == 1 && contents(blocks, i, 1) && !contents(blocks, i, -1) {
				scores[i] += headingWeights.contents
			}
		}
	}
	return scores
}

// never is the score of what cannot be a heading.
const never = -10

// headingScore is the log-odds that block i is a heading.
func headingScore(blocks []doc.Block, i int, usual body, marks map[string]int) float64 {
	w := headingWeights
	b, st := &blocks[i], blocks[i].Style
	text := strings.TrimSpace(b.Text)
	letters, digits := 0, 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
		} else if unicode.IsDigit(r) {
			digits++
		}
	}
	if st.Role != "" || letters < 2 || st.Lines > 5 || b.Type == doc.ListItem && b.Marker == "" {
		return never
	}
	score := w.bias + w.size*clip(math.Log(st.Size/usual.size), -0.3, 0.5)
	distinct := st.Size > 1.08*usual.size
	if st.Weight > usual.weight {
		score += w.bold * clip(float64(st.Weight-usual.weight)/200, 0, 1)
		distinct = true
	}
	if st.Italic {
		score += w.italic
	}
	if st.Caps && letters > 3 {
		score += w.caps
		distinct = true
		if st.Font == "" { // of recognised text the weight is not known
			score += w.shout
		}
	}
	if st.Color != usual.color {
		score += w.color
	}
	if st.Font != usual.font {
		score += w.font
	}
	if !distinct {
		score += w.same
	}
	if b.Marker != "" || numberDepth(text) > 0 {
		score += w.numbered
	}
	score += w.above * clip(st.Above-0.8, -1, 1)
	if st.Above > st.Below+0.2 {
		score += w.closer
	}
	if followedByBody(blocks, i, usual) {
		score += w.followed
	} else {
		score -= w.followed
	}
	if _, ok := marks[folded(text)]; ok {
		score += w.bookmark
	}
	switch {
	case len(st.Tag) >= 1 && st.Tag[0] == 'H' || st.Tag == "Title":
		score += w.tag
	case st.Tag == "P":
		score += w.paragraphTag
	}
	score += w.lines * clip(float64(st.Lines-2), 0, 3)
	if n := utf8.RuneCountInString(text); n > 110 {
		score += w.long * clip(float64(n-110)/80, 0.2, 2)
	}
	if endsSentence(text) && !strings.HasSuffix(text, ":") && !strings.HasSuffix(text, "?") {
		score += w.period
	}
	if strings.HasSuffix(text, ":") {
		score += w.colon
	}
	if strings.HasSuffix(text, ",") {
		score += w.comma
	}
	if startsLower(text) {
		score += w.lower
	}
	if digits > letters {
		score += w.digits
	}
	if !st.Alone {
		score += w.beside
	}
	if st.Centred {
		score += w.centred
	}
	if st.Italic && numberDepth(text) == 0 && i > 0 && blocks[i-1].Style != nil && st.Above < max(0.6, st.Below+0.1) && blocks[i-1].Style.Weight > usual.weight {
		score += w.under
	}
	if dated.MatchString(text) {
		score += w.date
	}
	if contents(blocks, i, -1) {
		score += w.amid
	}
	return score
}

// contents reports whether the next block in a direction, or the one after, is lines of a list of contents.
func contents(blocks []doc.Block, i, step int) bool {
	for j := i + step; j >= 0 && j < len(blocks) && j >= i-2 && j <= i+2; j += step {
		if st := blocks[j].Style; st != nil && st.Role == tocRole && blocks[j].Page == blocks[i].Page {
			return true
		}
	}
	return false
}

// followedByBody reports whether what follows is text that looks more usual.
func followedByBody(blocks []doc.Block, i int, usual body) bool {
	for j := i + 1; j < len(blocks) && j <= i+2; j++ {
		b := &blocks[j]
		switch {
		case b.Type == doc.Header || b.Type == doc.Footer || b.Type == doc.PageNumber:
			continue
		case b.Type == doc.TableBlock || b.Type == doc.Figure || b.Style == nil:
			return true
		}
		return b.Style.Size < 1.03*blocks[i].Style.Size && (b.Style.Weight < heavy || b.Style.Weight <= usual.weight || b.Style.Size < 0.95*blocks[i].Style.Size)
	}
	return false
}
