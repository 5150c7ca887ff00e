package chunk

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/render"
)

// cutLong divides Text, List Item and Key Value blocks that do not fit in a chunk, together with the headings above
// them. Figures and headings are never cut, tables only where that was asked for.
func cutLong(items []item, high int, o Options) []item {
	out := make([]item, 0, len(items))
	above := 0 // length of the headings right above, with the separator behind them
	for i := range items {
		it := &items[i]
		room := high - (length(it.marked(it.text)) - length(it.text))
		first := room - above
		if first <= 0 {
			first = room
		}
		switch long := it.text != "" && length(it.text) > room-above; {
		case long && canCut(it):
			out = append(out, it.cut(first, room, o)...)
		case long && canCutRows(it, o):
			out = append(out, it.cutRows(first, room, o)...)
		default:
			out = append(out, *it)
		}
		switch {
		case !it.IsHeading():
			above = 0
		case it.text != "":
			above += length(it.marked(it.text)) + 2
		}
	}
	return out
}

func canCut(it *item) bool {
	return it.Table == nil && (it.Type == doc.Text || it.Type == doc.ListItem || it.Type == doc.KeyValue)
}

// cut divides an item; the text of the first piece takes at most first characters, that of the others at most room.
func (it *item) cut(first, room int, o Options) []item {
	var pieces []doc.Block
	if len(it.Pairs) > 0 {
		pieces = cutPairs(it.Pairs, first, room, it.Render)
	} else {
		pieces = it.cutText(first, room)
	}
	out := make([]item, len(pieces))
	whole, done := 0, 0
	for i := range pieces {
		whole += size(&pieces[i])
	}
	for i := range pieces {
		p := item{Block: it.Block, tied: it.tied && i == 0}
		p.Text, p.Spans, p.Pairs, p.Marker = pieces[i].Text, pieces[i].Spans, pieces[i].Pairs, pieces[i].Marker
		n := size(&pieces[i])
		p.Box.Top += it.Box.Height * float64(done) / float64(max(whole, 1))
		p.Box.Height = it.Box.Height * float64(n) / float64(max(whole, 1))
		done += n
		p.render(o)
		out[i] = p
	}
	return out
}

func size(b *doc.Block) int {
	n := len(b.Text)
	for _, p := range b.Pairs {
		n += len(p.Key) + len(p.Value)
	}
	return n
}

// cutText divides running text. Only the first piece of a numbered item keeps the number.
func (it *item) cutText(first, room int) []doc.Block {
	var out []doc.Block
	rest := doc.Block{Type: it.Type, Level: it.Level, Marker: it.Marker, Code: it.Code, Lang: it.Lang, Text: it.Text, Spans: it.Spans}
	for limit := first; rest.Text != ""; limit = room {
		at := fits(&rest, limit, it.Render)
		piece := rest
		piece.Text, piece.Spans = rest.Text[:at], before(rest.Spans, at)
		trimRight(&piece)
		rest.Text, rest.Spans = rest.Text[at:], after(rest.Spans, at)
		trimLeft(&rest)
		rest.Marker = ""
		if piece.Text != "" {
			out = append(out, piece)
		}
	}
	return out
}

// fits returns how many bytes of the block's text make a piece whose written form has at most limit characters.
func fits(b *doc.Block, limit int, o render.Options) int {
	if limit <= 0 {
		limit = 1
	}
	piece := *b
	want := limit // characters of the text itself
	for {
		at := place(b.Text, want)
		piece.Text, piece.Spans = b.Text[:at], before(b.Spans, at)
		over := length(render.Text(&piece, render.Content(&piece, b.Page, o))) - limit
		if over <= 0 || want == 1 {
			return at
		}
		want = max(1, want-over)
	}
}

// place is where to cut off at most n characters: behind the last sentence, unless that is in the first quarter, else
// behind the last word, else anywhere.
func place(s string, n int) int {
	end := 0
	for range n {
		if end == len(s) {
			return end
		}
		_, size := utf8.DecodeRuneInString(s[end:])
		end += size
	}
	if end == len(s) {
		return end
	}
	if at := lastSentence(s, end); at > end/4 {
		return at
	}
	if at := strings.LastIndexFunc(s[:end], unicode.IsSpace); at > 0 {
		_, size := utf8.DecodeRuneInString(s[at:])
		return at + size
	}
	return end
}

// lastSentence is the end of the last sentence that ends within s[:end], 0 when there is none. A line end counts.
func lastSentence(s string, end int) int {
	for at := end; at > 0; {
		r, size := utf8.DecodeLastRuneInString(s[:at])
		if unicode.IsSpace(r) && at < len(s) && (r == '\n' || endsSentence(s[:at-size], s[at:])) {
			return at
		}
		at -= size
	}
	return 0
}

// endsSentence reports whether a sentence ends between two texts.
func endsSentence(left, right string) bool {
	left = strings.TrimRight(left, `"'”’»)]`)
	last, _ := utf8.DecodeLastRuneInString(left)
	next, _ := utf8.DecodeRuneInString(right)
	return strings.ContainsRune(".!?…。！？", last) && !unicode.IsLower(next) && !unicode.IsSpace(next)
}

func before(spans []doc.Span, at int) []doc.Span {
	var out []doc.Span
	for _, s := range spans {
		if s.Start >= at {
			break
		}
		s.End = min(s.End, at)
		out = append(out, s)
	}
	return out
}

func after(spans []doc.Span, at int) []doc.Span {
	var out []doc.Span
	for _, s := range spans {
		if s.End > at {
			s.Start, s.End = max(s.Start-at, 0), s.End-at
			out = append(out, s)
		}
	}
	return out
}

func trimRight(b *doc.Block) {
	b.Text = strings.TrimRightFunc(b.Text, unicode.IsSpace)
	b.Spans = before(b.Spans, len(b.Text))
}

func trimLeft(b *doc.Block) {
	cut := len(b.Text) - len(strings.TrimLeftFunc(b.Text, unicode.IsSpace))
	if b.Code { // the indent of the line belongs to it
		cut = len(b.Text) - len(strings.TrimLeft(b.Text, "\n"))
	}
	b.Text, b.Spans = b.Text[cut:], after(b.Spans, cut)
}

// cutPairs divides between pairs, and inside a value only when one pair alone is too long.
func cutPairs(pairs []doc.Pair, first, room int, o render.Options) []doc.Block {
	var out []doc.Block
	var now []doc.Pair
	used, limit := 0, first
	end := func() {
		if len(now) > 0 {
			out = append(out, doc.Block{Pairs: now})
			now, used, limit = nil, 0, room
		}
	}
	for _, p := range pairs {
		n := length(pairText(p, o))
		if len(now) > 0 && used+1+n > limit {
			end()
		}
		if n <= limit {
			if len(now) > 0 {
				used++
			}
			now, used = append(now, p), used+n
			continue
		}
		for _, part := range cutPair(p, limit, room, o) {
			now = append(now, part)
			end()
		}
	}
	end()
	return out
}

func cutPair(p doc.Pair, first, room int, o render.Options) []doc.Pair {
	rest := doc.Block{Type: doc.Text, Text: p.Value, Spans: p.Spans}
	lead := length(p.Key) + 2
	if p.Key == "" || lead >= first {
		if p.Key != "" {
			rest.Text, rest.Spans = p.Key+": "+p.Value, shifted(p.Spans, len(p.Key)+2)
		}
		lead, p.Key = 0, ""
	}
	var out []doc.Pair
	for limit := first - lead; rest.Text != ""; limit = room {
		at := fits(&rest, limit, o)
		piece := doc.Block{Text: rest.Text[:at], Spans: before(rest.Spans, at)}
		trimRight(&piece)
		if piece.Text != "" || p.Key != "" {
			out = append(out, doc.Pair{Key: p.Key, Value: piece.Text, Spans: piece.Spans, Box: p.Box})
		}
		p.Key = ""
		rest.Text, rest.Spans = rest.Text[at:], after(rest.Spans, at)
		trimLeft(&rest)
	}
	return out
}

func shifted(spans []doc.Span, by int) []doc.Span {
	out := slices.Clone(spans)
	for i := range out {
		out[i].Start, out[i].End = out[i].Start+by, out[i].End+by
	}
	return out
}

// pairText is the line of a pair.
func pairText(p doc.Pair, o render.Options) string {
	return render.Content(&doc.Block{Type: doc.KeyValue, Pairs: []doc.Pair{p}}, 0, o)
}
