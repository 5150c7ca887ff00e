package edit

import (
	"strconv"
	"strings"
)

// maxPage is the largest number of a page that is believed.
const maxPage = 1_000_000

var ordinals = map[string]int{
	"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10, "last": -1, "final": -1,
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
}

// pageNumber reads a number of a page: 3, three, third, 3rd, last.
func pageNumber(word string) (int, bool) {
	if n, ok := ordinals[word]; ok {
		return n, true
	}
	for _, ending := range []string{"st", "nd", "rd", "th"} {
		if cut, ok := strings.CutSuffix(word, ending); ok && cut != "" && startsWithDigit(cut) {
			word = cut
			break
		}
	}
	n, err := strconv.Atoi(word)
	return n, err == nil && n > 0 && n <= maxPage
}

// pagesAt reads the pages that words begin with and tells how many words that are; 0 where they name none.
func pagesAt(ts []token) (Pages, int) {
	n := len(ts) - len(without(ts, set("the entire whole")))
	if n == len(ts) {
		return nil, 0
	}
	switch t := ts[n]; {
	case t.quoted:
		return nil, 0
	case n > 0 && t.is("document", "file", "pdf", "form", "thing"), t.is("everywhere", "throughout"):
		return nil, n + 1
	case t.is("all", "every", "each") && n+1 < len(ts):
		used := n + 1
		for used < len(ts) && ts[used].is("the", "of", "single", "other") {
			if ts[used].is("other") {
				return nil, 0
			}
			used++
		}
		if used < len(ts) && ts[used].is("page", "pages") {
			return nil, used + 1
		}
		return nil, 0
	case t.is("page", "pages", "pp", "p"):
		return pageList(ts, n+1)
	}
	return ordinalPages(ts, n)
}

// pageList reads "3", "2-4, 7 and 9", "2 to the end" behind the word page.
func pageList(ts []token, at int) (Pages, int) {
	for at < len(ts) && ts[at].is("number", "no", "nr", "#") {
		at++
	}
	var out Pages
	used := 0
	for at < len(ts) && !ts[at].quoted {
		r, n := pageRange(ts[at:])
		if n == 0 {
			break
		}
		out = append(out, r)
		ended := !ts[at+n-1].comma
		at += n
		used = at
		if at < len(ts) && ts[at].is("and", "&", "or") {
			at++
			for at < len(ts) && ts[at].is("page", "pages", "the") {
				at++
			}
			continue
		}
		if ended {
			break
		}
	}
	return out, used
}

// pageRange reads one number or a range.
func pageRange(ts []token) (Range, int) {
	word := strings.Map(func(r rune) rune {
		if r == '–' || r == '—' || r == '‑' {
			return '-'
		}
		return r
	}, ts[0].low)
	if a, b, ok := strings.Cut(word, "-"); ok && a != "" && b != "" {
		first, ok1 := pageNumber(a)
		last, ok2 := pageNumber(b)
		if b == "end" {
			last, ok2 = -1, true
		}
		if ok1 && ok2 {
			return Range{first, last}, 1
		}
		return Range{}, 0
	}
	first, ok := pageNumber(word)
	if !ok {
		return Range{}, 0
	}
	if len(ts) < 3 || ts[0].comma || !ts[1].is("to", "through", "thru", "until", "till", "-", "–", "—", "up") {
		return Range{first, first}, 1
	}
	n := 2
	for n < len(ts)-1 && ts[n].is("the", "to", "page") {
		n++
	}
	if ts[n].is("end") {
		return Range{first, -1}, n + 1
	}
	if last, ok := pageNumber(ts[n].low); ok && !ts[n].quoted {
		return Range{first, last}, n + 1
	}
	return Range{first, first}, 1
}

// ordinalPages reads "first page", "last two pages", "first and last page".
func ordinalPages(ts []token, at int) (Pages, int) {
	var out Pages
	for at < len(ts) && !ts[at].quoted {
		n, ok := pageNumber(ts[at].low)
		if !ok {
			return nil, 0
		}
		one := Range{n, n}
		at++
		if at+1 < len(ts) && (n == 1 || n == -1) {
			if count, ok := pageNumber(ts[at].low); ok && count > 0 && ts[at+1].is("pages") {
				if one = (Range{1, count}); n < 0 {
					one = Range{-count, -1}
				}
				at++
			}
		}
		out = append(out, one)
		switch {
		case at < len(ts) && ts[at].is("page", "pages"):
			return out, at + 1
		case at < len(ts) && ts[at].is("and", "&"), ts[at-1].comma:
			for at < len(ts) && ts[at].is("and", "&", "the") {
				at++
			}
		default:
			return nil, 0
		}
	}
	return nil, 0
}

var colors = set("red blue green yellow black white gray grey orange purple pink brown cyan magenta italics italic bold capitals caps uppercase")

var ontoPages = set("to on onto across of from in for at over throughout through")

// cutPages takes the pages that something is to be done on off the end of an instruction. Named is false where it speaks
// of the document.
func cutPages(ts []token) (rest []token, pages Pages, named bool) {
	ts = trimmed(ts, set("please thanks too instead only"))
	if n := len(ts); n > 2 && ts[n-2].is("in") && !ts[n-1].quoted && (colors[ts[n-1].low] || looks[ts[n-1].low]) {
		ts = ts[:n-2] // how it is to look is not ours to choose here
	}
	for i := 1; i < len(ts); i++ {
		if ts[i].quoted {
			continue
		}
		if ts[i].is("everywhere", "throughout") && i == len(ts)-1 {
			return ts[:i], nil, true
		}
		if !ontoPages[ts[i].low] || i+1 >= len(ts) {
			continue
		}
		if p, n := pagesAt(ts[i+1:]); n > 0 {
			if i+1+n == len(ts) {
				return ts[:i], p, p != nil || ts[len(ts)-1].is("page", "pages")
			}
			if edge := ts[i+1+n:]; len(edge) <= 4 && edges[edge[len(edge)-1].low].place != "" && edge[0].is("at", "on", "in", "to") { // on page 2 at the top
				return append(append([]token(nil), ts[:i]...), edge...), p, true
			}
			if ts[i+n].comma || ts[i+n].colon { // at the top of page 2: "…"
				return append(append([]token(nil), ts[:i]...), ts[i+1+n:]...), p, true
			}
		}
	}
	return ts, nil, false
}
