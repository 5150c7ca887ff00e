package edit

import (
	"strconv"
	"strings"
)

// deletePages reads "delete page n".
func deletePages(_ *source, _ string, ts []token) []Action {
	pages, n := pagesAt(ts)
	if n == 0 || n < len(trimmed(ts, courtesies)) && !(n+3 >= len(ts) && ts[n].is("from", "of") && ts[len(ts)-1].is("document", "file", "pdf", "it")) {
		return nil
	}
	return []Action{{Kind: DeletePage, Pages: pages}}
}

// turns are the words for directions, in degrees clockwise.
var turns = map[string]int{
	"clockwise": 1, "right": 1, "counterclockwise": -1, "counter-clockwise": -1, "anticlockwise": -1, "anti-clockwise": -1, "left": -1,
}

// rotate reads "rotate page n by 90 degrees".
func rotate(_ *source, _ string, ts []token) []Action {
	var pages Pages
	rest := ts
	for i := range ts {
		if p, n := pagesAt(ts[i:]); n > 0 {
			pages = p
			rest = append(append([]token(nil), ts[:i]...), ts[i+n:]...)
			break
		}
	}
	degrees, way, counter := 0, 1, false
	for _, t := range trimmed(rest, courtesies) {
		word := strings.TrimSuffix(strings.TrimSuffix(t.low, "°"), "deg")
		n, err := strconv.Atoi(word)
		switch {
		case t.quoted:
			return nil
		case err == nil && degrees == 0:
			degrees = n
		case word == "counter" || word == "anti":
			counter = true
		case turns[word] != 0:
			way = turns[word]
			if counter {
				way = -1
			}
		case word == "upside" || word == "half" || word == "around":
			degrees = 180
		case t.is("by", "degrees", "degree", "to", "the", "in", "down", "a", "turn", "so", "", "direction", "quarter", "through"):
		default:
			return nil
		}
	}
	if degrees == 0 {
		degrees = 90
	}
	turn := ((degrees*way)%360 + 360) % 360
	if len(ts) == 0 || turn%90 != 0 || turn == 0 {
		return nil
	}
	return []Action{{Kind: Rotate, Pages: pages, Turn: turn}}
}

// numbers reads "add page numbers".
func numbers(_ *source, verb string, ts []token) []Action {
	a := Action{Kind: NumberPages, Place: Bottom}
	ts, a.Pages, _ = cutPages(ts)
	ts = without(ts, articles)
	switch {
	case verb == "number" || verb == "paginate":
		if pages, n := pagesAt(ts); n > 0 {
			a.Pages, ts = pages, ts[n:]
		} else {
			ts = without(ts, set("the all pages every page"))
		}
	case len(ts) > 0 && ts[0].is("pagination"):
		ts = ts[1:]
	case len(ts) > 1 && ts[0].is("page") && ts[1].is("numbers", "numbering", "number"):
		ts = ts[2:]
	default:
		return nil
	}
	for _, t := range trimmed(ts, courtesies) {
		switch {
		case t.quoted:
			return nil
		case edges[t.low].place != "":
			a.Place = edges[t.low].place
		case t.is("at", "in", "on", "the", "to", "center", "centre", "left", "right", "corner", "of", "document", "file", "it", "please", "all", "every", "each", "page", "pages"):
		default:
			return nil
		}
	}
	return []Action{a}
}

// watermark reads "add a watermark that says T to every page".
func watermark(s *source, verb string, ts []token) []Action {
	if verb == "stamp" {
		return nil
	}
	return overlay(s, Watermark, "watermark", verb, ts)
}

// stamp reads "stamp T".
func stamp(s *source, verb string, ts []token) []Action {
	if verb == "mark" {
		return nil
	}
	return overlay(s, Stamp, "stamp", verb, ts)
}

var (
	// looks say how a watermark is to look; that is ours to choose.
	looks = set("diagonal large big small bold red blue green gray grey black light dark faint subtle semi-transparent transparent new text huge visible rubber")
	// saying are the words between a watermark and its text.
	saying = set("that says saying say reading reads which with the text word words of containing contains stating as labelled labeled")
)

// overlay reads a text that is laid over pages, named by a noun, which is its verb as well.
func overlay(s *source, kind Kind, noun, verb string, ts []token) []Action {
	ts, pages, named := cutPages(ts)
	at := index(ts, set(noun+" "+noun+"s"))
	if at < 0 && verb != noun {
		return nil
	}
	var before, behind []token
	if at >= 0 {
		before, behind = ts[:at], ts[at+1:]
	} else {
		behind = ts
		if p, n := pagesAt(ts); n > 0 { // stamp every page with T
			behind = ts[n:]
			if !named {
				pages = p
			}
		}
	}
	text := ""
	switch q := quoted(ts); {
	case len(q) == 1:
		text = q[0].text
	case len(q) > 1:
		return nil
	default:
		if text = s.said(without(without(behind, set("it this them")), saying)); text == "" {
			text = s.said(without(before, merged(articles, looks)))
		}
	}
	if text == "" || generic[text] {
		return nil
	}
	return []Action{{Kind: kind, Value: text, Pages: pages}}
}

func merged(a, b map[string]bool) map[string]bool {
	out := map[string]bool{}
	for _, m := range []map[string]bool{a, b} {
		for w := range m {
			out[w] = true
		}
	}
	return out
}
