package match

import (
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/value"
)

// mention is a value that stands somewhere, with all that may say what it is.
type mention struct {
	value  any
	unit   string
	text   *passage
	start  int
	end    int
	labels []label
	around []term
	mask   mask    // of all terms of labels and around
	fit    float64 // how well its text fits its kind, -1 until somebody asks
}

// words are those the value stands in.
func (m *mention) words() []word { return m.text.between(m.start, m.end) }

// reading finds the mentions of each kind in a document once, for all fields that want them.
type reading struct {
	view     *view
	passages []*passage
	locale   value.Locale
	found    map[kind][]*mention
	inBlock  map[int][]*passage // pieces by their blocks, nil until somebody asks
	chosen   []*choice          // nil until somebody asks
	stopped  func() bool        // nobody waits for it any more
}

func newReading(v *view, stopped func() bool) *reading {
	r := &reading{view: v, passages: v.passages(), found: map[kind][]*mention{}, stopped: stopped}
	texts := make([]string, 0, len(r.passages))
	for _, p := range r.passages {
		if p.piece != nil {
			texts = append(texts, p.text)
		}
	}
	r.locale = value.Survey(texts, "")
	return r
}

// mentions are those of one kind.
func (r *reading) mentions(k kind) []*mention {
	if all, ok := r.found[k]; ok {
		return all
	}
	var all []*mention
	for _, p := range r.passages {
		if r.stopped() {
			break
		}
		for _, f := range r.values(k, p) {
			if r.stopped() {
				break
			}
			m := &mention{value: f.Value, unit: f.Unit, text: p, start: f.Start, end: f.End, fit: -1}
			m.labels = r.view.labels(p, f.Start, f.End)
			if k == kindBoolean {
				m.labels = append(m.labels, behind(soon(p.text[f.End:]))...)
			}
			m.around = r.view.around(p)
			m.mask = maskOf(m.around)
			for _, l := range m.labels {
				m.mask |= maskOf(l.terms)
			}
			all = append(all, m)
		}
	}
	r.found[k] = all
	return all
}

// values finds what can be a value of a kind in a passage.
func (r *reading) values(k kind, p *passage) []value.Found {
	switch k {
	case kindDate:
		return value.Dates(p.text, r.locale)
	case kindMoney, kindNumber:
		return value.Numbers(p.text, r.locale)
	case kindEmail:
		return value.Emails(p.text, r.locale)
	case kindPhone:
		return value.Phones(p.text, r.locale)
	case kindID:
		return append(inGroups(p), value.IDs(p.text, r.locale)...)
	case kindDuration:
		return value.Durations(p.text, r.locale)
	case kindURL:
		return value.URLs(p.text, r.locale)
	case kindTime:
		return value.Times(p.text, r.locale)
	case kindBoolean:
		return value.Booleans(p.text, r.locale)
	case kindCurrency:
		return value.Currencies(p.text, r.locale)
	case kindPlace:
		return placesIn(p.text)
	case kindText, kindName, kindAddress:
		return free(p)
	}
	return nil
}

// behind is what a check box stands before: the words up to the next one.
func behind(text string) []label {
	if i := strings.IndexAny(text, "[☐☒☑"); i >= 0 {
		text = text[:i]
	}
	if ts := terms(text); len(ts) > 0 {
		return []label{{strings.TrimSpace(text), ts, sureInside}}
	}
	return nil
}

// inGroups is a number written in groups of digits behind a colon, which is one: "Case number: 12 345 678".
func inGroups(p *passage) []value.Found {
	i := colon(p.text)
	if i < 0 {
		return nil
	}
	rest := strings.TrimSpace(p.text[i+1:])
	groups := strings.Fields(rest)
	if len(groups) < 2 || strings.IndexFunc(rest, func(r rune) bool { return r != ' ' && !unicode.IsDigit(r) }) >= 0 {
		return nil
	}
	start := strings.LastIndex(p.text, rest)
	return []value.Found{{Value: rest, Start: start, End: start + len(rest)}}
}

// free are the texts of a piece that may be a value as a whole: what follows a colon, or all of it.
func free(p *passage) []value.Found {
	if p.piece == nil {
		return nil
	}
	start := 0
	if i := colon(p.text); i >= 0 {
		start = i + 1
	}
	rest := p.text[start:]
	trimmed := strings.TrimLeftFunc(rest, func(r rune) bool { return unicode.IsSpace(r) || r == ':' || r == '.' || r == '_' })
	start += len(rest) - len(trimmed)
	trimmed = strings.TrimRight(trimmed, " _:,;")
	if trimmed == "" || strings.IndexFunc(trimmed, unicode.IsLetter) < 0 || hasBox(trimmed) {
		return nil // what is ticked of boxes is the value, not all of them
	}
	return []value.Found{{Value: trimmed, Start: start, End: start + len(trimmed)}}
}

// colon is where a label ends inside a text, -1 where there is none.
func colon(text string) int {
	for i, r := range text {
		if i > longestPrefix {
			return -1
		}
		if r != ':' {
			continue
		}
		if strings.HasPrefix(text[i+1:], "//") || i > 0 && i+1 < len(text) && isDigit(text[i-1]) && isDigit(text[i+1]) {
			continue // an address, or a time
		}
		if strings.TrimLeft(text[i+1:], " ") == "" {
			return -1
		}
		return i
	}
	return -1
}

// longestPrefix is how many bytes a label inside a text has at most.
const longestPrefix = 60

func isDigit(b byte) bool { return b >= '0' && b <= '9' }
