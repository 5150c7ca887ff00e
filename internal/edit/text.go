package edit

import (
	"strings"
	"unicode"
)

// structures are parts of a document that are not told by their words: what is asked about them we cannot do.
var structures = set(`paragraph paragraphs sentence sentences section sections table tables row rows column columns image images picture pictures figure
	figures logo chapter chapters heading headings header headers footer footers footnote footnotes everything anything all text content contents comments
	watermark watermarks signature signatures emails email addresses names dates numbers ssn ssns it them this that word words line lines page pages bullet list
	annotations annotation links hyperlinks information data numbering first second third last entire whole blank empty`)

// parts are words around a quotation by which it only names a part that cannot be told by its words.
var parts = set("section paragraph table row column image picture figure chapter footnote starting beginning starts begins ending ends containing contains between after before until under below above where when")

// replace reads `replace "a" with "b"`.
func replace(s *source, verb string, ts []token) []Action {
	ts, pages, _ := cutPages(ts)
	if verb == "substitute" {
		if at := index(ts, set("for")); at > 0 && at+1 < len(ts) {
			return replacing(s, ts[at+1:], ts[:at], pages)
		}
	}
	by := set("with by to into")
	if verb == "change" || verb == "correct" {
		by = set("to into")
	}
	at := index(ts, by)
	if at <= 0 || at+1 > len(ts) {
		return nil
	}
	if (verb == "change" || verb == "correct") && len(quoted(ts[:at])) != 1 && strings.ContainsFunc(s.said(ts[:at]), unicode.IsLetter) {
		return nil // the value of a field
	}
	out := replacing(s, ts[:at], ts[at+1:], pages)
	for rest := ts[at+1:]; len(out) > 0 && len(quoted(rest)) > 1; { // "a" with "b", "c" with "d"
		next := index(rest, by)
		if next < 2 || !rest[0].quoted || !rest[next-1].quoted || next+1 >= len(rest) {
			break
		}
		out[len(out)-1].Value = rest[0].text
		out = append(out, replacing(s, rest[next-1:next], rest[next+1:], pages)...)
		rest = rest[next+1:]
	}
	return out
}

func replacing(s *source, find, by []token, pages Pages) []Action {
	old, ok := phrase(s, find)
	if !ok || len(by) == 0 {
		return nil
	}
	text := s.said(by)
	if q := quoted(by); len(q) == 1 {
		text = q[0].text
	}
	return []Action{{Kind: Replace, Find: old, Value: text, Pages: pages}}
}

// phrase is the text that words speak of; false where they speak of something else.
func phrase(s *source, ts []token) (string, bool) {
	switch q := quoted(ts); {
	case len(q) == 1 && index(ts, parts) < 0:
		return q[0].text, q[0].text != ""
	case len(q) > 0:
		return "", false
	}
	ts = without(ts, set("the a an all every each any occurrence occurrences instance instances mention mentions of text word words phrase string"))
	if len(ts) == 0 || structures[ts[0].low] || structures[ts[len(ts)-1].low] {
		return "", false
	}
	if at := last(ts, numbered); at >= 0 && at+1 < len(ts) && strings.ContainsFunc(ts[at+1].text, unicode.IsDigit) {
		ts = ts[at+1:] // the words only say what the number is
	}
	text := s.said(ts)
	return text, text != ""
}

// numbered are words that a number follows.
var numbered = set("number no ssn id code account phone telephone")

// phrases are the texts of a list.
func phrases(s *source, ts []token) []string {
	if q := quoted(ts); len(q) > 1 {
		if index(ts, parts) >= 0 {
			return nil
		}
		out := make([]string, len(q))
		for i := range q {
			out[i] = q[i].text
		}
		return out
	}
	if text, ok := phrase(s, ts); ok {
		return []string{text}
	}
	return nil
}

// remove reads `redact "a"`.
func remove(s *source, verb string, ts []token) []Action {
	if verb == "black" || verb == "strip" {
		if len(ts) == 0 || !ts[0].is("out") {
			return nil
		}
		ts = ts[1:]
	}
	return onText(s, Remove, ts)
}

// emphasise reads `highlight "a"`, `underline "a"` and `strike through "a"`.
func emphasise(s *source, verb string, ts []token) []Action {
	kind := Kind(verb)
	switch verb {
	case "strike", "cross", "strikethrough", "strike-through":
		kind = Strike
		before := len(ts)
		ts = without(ts, set("through out off"))
		if verb == "cross" && len(ts) == before {
			return nil
		}
	}
	return onText(s, kind, ts)
}

func onText(s *source, kind Kind, ts []token) []Action {
	ts, pages, _ := cutPages(ts)
	var out []Action
	for _, find := range phrases(s, ts) {
		if find == "" {
			return nil
		}
		out = append(out, Action{Kind: kind, Find: find, Pages: pages})
	}
	return out
}

var sides = map[string]Place{
	"after": After, "following": After, "behind": After, "below": After, "underneath": After, "before": Before, "preceding": Before, "above": Before,
}

// insert reads `add "t" after "a"`.
func insert(s *source, _ string, ts []token) []Action {
	ts, pages, _ := cutPages(ts)
	for i, t := range ts {
		place, ok := sides[t.low]
		right := ts[i+1:]
		if t.quoted || !ok || i == 0 && len(quoted(ts)) != 2 || len(right) == 0 {
			continue
		}
		left := ts[:i]
		if i == 0 { // after "a" insert "t"
			left, right = right[1:], right[:1]
		}
		if at := index(right, set("that saying says reading with")); at > 0 && len(quoted(left)) == 0 { // a line after "a" that says "t"
			left, right = right[at:], right[:at]
		}
		find, ok := phrase(s, right)
		if !ok {
			return nil
		}
		if text := inserted(s, left); text != "" {
			return []Action{{Kind: Insert, Value: text, Find: find, Place: place, Pages: pages}}
		}
		return nil
	}
	return nil
}

// inserted is the text that is to be added.
func inserted(s *source, ts []token) string {
	if q := quoted(ts); len(q) > 0 {
		if len(q) > 1 {
			return ""
		}
		return q[0].text
	}
	if head := without(ts, set("the text following word words phrase")); len(head) > 0 && !structures[head[len(head)-1].low] {
		return s.said(head)
	}
	return ""
}

// edges are the words for the top and the bottom: of a page, and of every page or the document where none is named.
var edges = map[string]struct {
	place Place
	pages Pages
}{
	"top": {Top, Page(1)}, "bottom": {Bottom, Page(-1)}, "foot": {Bottom, Page(-1)}, "beginning": {Top, Page(1)}, "start": {Top, Page(1)},
	"end": {Bottom, Page(-1)}, "header": {Top, nil}, "footer": {Bottom, nil},
}

// write reads `write "t" at the top of page n`.
func write(s *source, _ string, ts []token) []Action {
	ts, pages, named := cutPages(ts)
	for i := len(ts) - 1; i >= 0; i-- {
		edge, ok := edges[ts[i].low]
		if ts[i].quoted || !ok {
			continue
		}
		from := i
		for from > 0 && (ts[from-1].is("the", "very") || ts[from-1].is("at", "on", "in", "to", "near")) {
			from--
		}
		if from == i || i <= 1 && ts[0].is("a", "the", ts[i].low) && ts[i].is("header", "footer") {
			if text := s.said(without(ts[i+1:], saying)); ts[i].is("header", "footer") && i <= 1 && text != "" { // a header that says "t"
				return []Action{{Kind: Write, Value: text, Place: edge.place, Pages: pages}}
			}
			continue
		}
		rest := append(append([]token(nil), ts[:from]...), without(ts[i+1:], set("of the left right corner center centre middle margin in"))...)
		rest = without(rest, set("of"))
		text := inserted(s, rest)
		if text == "" {
			return nil
		}
		if !named {
			pages = edge.pages
		}
		return []Action{{Kind: Write, Value: text, Place: edge.place, Pages: pages}}
	}
	return nil
}
