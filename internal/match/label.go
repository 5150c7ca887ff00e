package match

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// label is something that may say what a value is.
type label struct {
	text     string
	terms    []term
	strength float64 // how surely it belongs to the value, by how the two stand to each other
}

// How surely what stands in a place labels a value.
const (
	sureInside = 1.0  // before the value in its own piece
	sureLeft   = 0.95 // the piece before it
	sureRow    = 0.8  // the first piece of its row, other values between
	sureAbove  = 0.85 // the piece above it
	sureHead   = 0.75 // the head of its column
	sureBoth   = 0.9  // the first piece of its row and the head of its column together
	sureGroup  = 0.75 // what heads its group, where nothing else labels it
	sureProse  = 0.8  // the words before it in a sentence
)

// labels are all that may say what the bytes [start, end) of a passage are.
func (v *view) labels(p *passage, start, end int) []label {
	inside := before(lately(p.text[:start]))
	if p.piece == nil {
		return prose(inside)
	}
	var out []label
	own := 1.0 // what labels elsewhere are worth beside one of its own
	if ts := terms(inside); len(ts) > 0 {
		out = append(out, label{inside, ts, sureInside})
		if own = 0.6; strings.HasSuffix(strings.TrimSpace(inside), ":") {
			own = 0.25
		}
	}
	whole := own
	page := &v.pages[p.page]
	at := p.piece.at
	if ws := p.between(start, end); len(ws) > 0 {
		at.left, at.right = ws[0].at.left, ws[len(ws)-1].at.right
	}
	left, first := leftOf(page, p.piece)
	up, near, head := v.aboveOf(page, p.piece, at)
	add := func(l *piece, sure float64) {
		if ts := l.says().terms; len(ts) > 0 {
			out = append(out, label{tail(l.text), ts, sure * own})
		}
	}
	if left != nil {
		add(left, sureLeft)
		if own *= 0.6; strings.HasSuffix(strings.TrimSpace(left.text), ":") {
			own *= 0.6
		}
	}
	if up != nil {
		sure := sureAbove
		if !near {
			sure = sureHead
		}
		if more := underneath(page, p.piece); more && left == nil {
			sure *= 0.6 // one of several
		}
		add(up, sure)
	}
	own = whole
	if first != nil && first != left {
		add(first, sureRow)
	}
	if group := v.around(p); len(out) == 0 && group != nil {
		out = append(out, label{"", group, sureGroup})
	}
	for _, l := range []*piece{first, left} {
		for _, h := range head {
			if l != nil && h != l {
				out = append(out, label{tail(l.text + " " + h.text), slices.Concat(l.says().terms, h.says().terms), sureBoth * own})
			}
		}
	}
	return out
}

// farthest is how many bytes of a text beside a value can say what it is: more than the longest label has, so that what a
// value costs does not grow with the text it stands in.
const farthest = 400

// lately is the last part of a text.
func lately(text string) string {
	from := max(0, len(text)-farthest)
	for from < len(text) && !utf8.RuneStart(text[from]) {
		from++
	}
	return text[from:]
}

// soon is the first part of a text.
func soon(text string) string {
	to := min(len(text), farthest)
	for to > 0 && to < len(text) && !utf8.RuneStart(text[to]) {
		to--
	}
	return text[:to]
}

// before is the text that labels what follows it: without the sentence or entry before it.
func before(text string) string {
	for _, end := range []string{"; ", " | ", " - ", " – ", " • ", "\t", ". ", ", "} {
		i := strings.LastIndex(text, end)
		if i < 0 || end == ". " && abbreviated(text[:i]) {
			continue
		}
		if rest := text[i+len(end):]; strings.IndexFunc(rest, unicode.IsLetter) >= 0 {
			text = rest
		}
	}
	return tail(text)
}

// abbreviated reports whether a text ends in an abbreviation and not in a sentence.
func abbreviated(text string) bool {
	i := strings.LastIndexAny(text, " (")
	return len(text)-i <= 6
}

// tail are the last words of a text, which is where a label stands.
func tail(text string) string {
	words := strings.Fields(text)
	if len(words) > longestLabel {
		words = words[len(words)-longestLabel:]
	}
	return strings.Join(words, " ")
}

const longestLabel = 9

// prose are the words before a value in a sentence: the nearer they stand, the surer.
func prose(text string) []label {
	words := strings.Fields(text)
	var out []label
	for _, n := range []int{3, 6, longestLabel} {
		near := strings.Join(words[max(0, len(words)-n):], " ")
		if ts := terms(near); len(ts) > 0 {
			out = append(out, label{near, ts, sureProse * (1 - 0.04*float64(n-3))})
		}
		if n >= len(words) {
			break
		}
	}
	return out
}
