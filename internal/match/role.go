package match

import (
	"slices"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/schema"
)

// unlabelled are the values that a field may take from where they stand alone: who a paper is from and to, what its
// currency is, what its title is.
func (r *reading) unlabelled(w *want, about subject) []candidate {
	if len(r.view.pages) == 0 || r.view.doc.Kind == doc.Sheet {
		return nil
	}
	switch w.kind {
	case kindCurrency:
		return r.currency()
	case kindName:
		switch {
		case w.has("customer"):
			return r.recipient()
		case w.speaks("seller") || w.has("company"):
			return r.issuer()
		}
	case kindAddress:
		if !grouped(w.name, "party") || w.has("seller") {
			return r.issuerAddress()
		}
	case kindDate:
		return r.bareDate(w, about)
	case kindEnum:
		return r.mentioned(w.field)
	case kindText:
		if w.has("title") {
			return r.title()
		}
	}
	return nil
}

// currency is the one most amounts are in.
func (r *reading) currency() []candidate {
	count := map[any]int{}
	var first []*mention // of each
	all := r.mentions(kindCurrency)
	for _, m := range all {
		if count[m.value]++; count[m.value] == 1 {
			first = append(first, m)
		}
	}
	var out []candidate
	for _, m := range first {
		share := float64(count[m.value]) / float64(len(all))
		out = append(out, r.candidate(m, m.value, 0.35+0.4*share))
	}
	return out
}

func (r *reading) candidate(m *mention, v any, score float64) candidate {
	return candidate{value: v, words: m.words(), page: m.text.page, text: m.text.text[m.start:m.end], score: score}
}

// lines are the pieces of the first page down to a part of its height, from top to bottom.
func (r *reading) lines(part float64) []*piece {
	page := &r.view.pages[0]
	top, bottom := page.height, 0.0
	for _, row := range page.rows {
		top, bottom = min(top, row.at.top), max(bottom, row.at.bottom)
	}
	var out []*piece
	for _, row := range page.rows {
		if row.at.top <= top+part*(bottom-top) {
			out = append(out, row.pieces...)
		}
	}
	return out
}

// bareDate is a date without a label, where the paper can have no other: its own.
func (r *reading) bareDate(w *want, about subject) []candidate {
	for _, t := range w.name {
		if !t.generic() && !about[t.name] {
			return nil
		}
	}
	var out []candidate
	for _, m := range r.mentions(kindDate) {
		if m.text.page == 0 && m.text.piece != nil && len(out) < 4 {
			out = append(out, r.candidate(m, m.value, 0.45-0.03*float64(len(out))))
		}
	}
	return out
}

// mentioned is the value of a list that a document speaks of most prominently: in its headings, then at its top.
func (r *reading) mentioned(f *schema.Field) []candidate {
	lines := r.lines(1)
	says := make([][]term, len(lines))
	masks := make([]mask, len(lines))
	for i, p := range lines {
		if r.stopped() {
			return nil
		}
		says[i] = terms(p.text)
		masks[i] = maskOf(says[i])
	}
	var out []candidate
	for _, allowed := range f.Enum {
		name, ok := allowed.(string)
		want := terms(name)
		if r.stopped() {
			return nil
		}
		if !ok || len(want) == 0 {
			continue
		}
		asked := maskOf(want)
		best := candidate{}
		for i, p := range lines {
			if asked&^masks[i] != 0 || slices.ContainsFunc(want, func(t term) bool { return !contains(says[i], t.name) }) {
				continue
			}
			score := 0.6*float64(len(want))/float64(max(len(says[i]), len(want))) + 0.3*max(0, 1-float64(i)/30)
			if p.block >= 0 && r.view.doc.Blocks[p.block].IsHeading() {
				score += 0.2
			}
			if score > best.score {
				best = candidate{value: name, words: p.words, text: p.text, score: min(score, 0.9)}
			}
		}
		if best.score > 0 {
			out = append(out, best)
		}
	}
	return out
}

// title is that of the document: the first title, else the largest line of the first page.
func (r *reading) title() []candidate {
	var best *piece
	score := 0.5
	for _, p := range r.lines(0.6) {
		if p.block >= 0 && r.view.doc.Blocks[p.block].Type == doc.Title {
			best, score = p, 0.8
			break
		}
		if best == nil || p.at.height() > best.at.height()*1.05 {
			best = p
		}
	}
	if best == nil {
		return nil
	}
	return []candidate{{value: best.text, words: best.words, text: best.text, score: score}}
}
