package match

import (
	"regexp"
	"slices"
	"strings"
)

// choice is a question with what may be ticked for it.
type choice struct {
	asks    string
	terms   []term // of the question
	options []option
	page    int
}

// option is what a check box stands for.
type option struct {
	text   string
	words  []word
	ticked bool
}

// mostOptions is how many options a question has at most.
const mostOptions = 60

// boxes are check boxes as a parse writes them, and as letters.
var boxes = regexp.MustCompile(`\[([xX✓]?) ?\]|[☐☒☑]`)

// hasBox reports whether a text has a check box in it.
func hasBox(text string) bool {
	return strings.ContainsAny(text, "[☐☒☑") && boxes.MatchString(text)
}

// choices are the questions of a document with boxes to be ticked, found once: what stands before boxes on their row, or
// right over a row or a list of them.
func (r *reading) choices() []*choice {
	if r.chosen == nil {
		r.chosen = []*choice{}
		for p := 0; p < len(r.view.pages) && !r.stopped(); p++ {
			r.choicesOn(p)
		}
	}
	return r.chosen
}

func (r *reading) choicesOn(p int) {
	page := &r.view.pages[p]
	var open *choice
	for i := 0; i < len(page.rows) && !r.stopped(); i++ {
		found := choicesOf(&page.rows[i])
		if len(found) == 0 || i > 0 && page.rows[i].at.top-page.rows[i-1].at.bottom > widestRow*page.em {
			open = nil
		}
		for k, c := range found {
			switch {
			case c.asks != "" || k > 0:
			case open != nil && len(open.options) < mostOptions:
				open.options = append(open.options, c.options...)
				continue
			case i > 0:
				if up := overlapping(page.rows[i-1].pieces, page.rows[i].pieces[0].at, page.em); up != nil && !hasBox(up.text) {
					c.asks = up.text
				}
			}
			c.terms, c.page = terms(tail(c.asks)), p
			r.chosen = append(r.chosen, c)
			open = c
		}
	}
}

// choicesOf are the boxes of a row with what stands behind each, and the texts before them.
func choicesOf(row *row) []*choice {
	var out []*choice
	var last *option // that has nothing behind it yet
	before := ""
	for _, p := range row.pieces {
		if !hasBox(p.text) {
			if last != nil && last.text == "" {
				last.text, last.words = p.text, p.words // the box stands apart from it
			} else {
				before = p.text
			}
			continue
		}
		found := boxes.FindAllStringIndex(p.text, -1)
		if text := strings.TrimSpace(p.text[:found[0][0]]); text != "" {
			before = text
		}
		if before != "" || len(out) == 0 {
			out = append(out, &choice{asks: before})
			before = ""
		}
		c := out[len(out)-1]
		for i, at := range found {
			end := len(p.text)
			if i+1 < len(found) {
				end = found[i+1][0]
			}
			text := strings.Trim(p.text[at[1]:end], " .,;")
			c.options = append(c.options, option{text, (&passage{words: p.words}).between(at[1], end), strings.ContainsAny(p.text[at[0]:at[1]], "xX✓☒☑")})
			last = &c.options[len(c.options)-1]
		}
	}
	return out
}

// ticked are the values that were ticked for a field: those of the question that names it, each by itself.
func (r *reading) ticked(w *want, about subject) []candidate {
	var best *choice
	score := least
	for _, c := range r.choices() {
		a := w.affinity(label{text: c.asks, terms: c.terms, strength: sureInside}, nil, about)
		if n := c.allowed(w); n > 1 {
			a = max(a, surelyAllowed) // it asks for just these values
		}
		if a > score {
			best, score = c, a
		}
	}
	if best == nil {
		return nil
	}
	var out []candidate
	for _, o := range best.options {
		if !o.ticked || o.text == "" || len(o.words) == 0 {
			continue
		}
		v := o.text
		if w.kind == kindEnum {
			if v = w.allows(o.text); v == "" {
				continue
			}
		}
		out = append(out, candidate{value: v, words: o.words, page: best.page, text: o.text, score: score})
	}
	return out
}

// surelyAllowed is how surely a question is that of a field whose values are its options.
const surelyAllowed = 0.7

// allowed counts the options that are values of a field.
func (c *choice) allowed(w *want) int {
	n := 0
	for _, o := range c.options {
		if w.kind == kindEnum && w.allows(o.text) != "" {
			n++
		}
	}
	return n
}

// allows is the value of a list that a text stands for, "" for none.
func (w *want) allows(text string) string {
	said := terms(text)
	best := ""
	for _, v := range w.field.Enum {
		name, ok := v.(string)
		if !ok {
			continue
		}
		if strings.EqualFold(name, text) {
			return name
		}
		if ts := terms(name); len(ts) > 0 && len(said) > 0 && (within(ts, said) || within(said, ts)) && len(name) > len(best) {
			best = name
		}
	}
	return best
}

// within reports whether all of some terms are among others.
func within(ts, all []term) bool {
	return !slices.ContainsFunc(ts, func(t term) bool { return !contains(all, t.name) })
}

// joinedTicks is what was ticked as one text.
func joinedTicks(all []candidate) []candidate {
	if len(all) < 2 {
		return all
	}
	out := all[0]
	var texts []string
	out.words = nil
	for _, c := range all {
		texts, out.words = append(texts, c.text), append(out.words, c.words...)
	}
	out.text = strings.Join(texts, ", ")
	out.value = out.text
	return []candidate{out}
}
