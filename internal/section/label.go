package section

import (
	"regexp"
	"strconv"
	"strings"
)

// label is a page number as it is printed.
type label struct {
	number, total int  // total is 0 where it is not told
	plain         bool // a number that stands alone, which may be something else
	low           bool // at the bottom of the page
}

// Page numbers as people print them. Words for page and of are those of the languages that write numbers between them.
var (
	pageWord = `(?:page|pages|pg|seite|blatt|pagina|página|pág|pag|side|sida|strona|strana|sivu|oldal|sayfa|страница|стр|p)`
	ofWord   = `(?:of|von|de|di|van|sur|af|av|z|ze|из|out of|/|\|)`

	counted = regexp.MustCompile(`(?i)(?:^|[^\pL])` + pageWord + `\.?\s*(?:no\.?|nr\.?|#|:)?\s*(\d{1,4})\s*` + ofWord + `\s*(\d{1,4})(?:[^\d]|$)`)
	named   = regexp.MustCompile(`(?i)(?:^|[^\pL])` + pageWord + `\.?\s*(?:no\.?|nr\.?|#|:)?\s*(\d{1,4})\s*$`)
	between = regexp.MustCompile(`(?i)^\W*(\d{1,4})\s*(?:of|von|de|di|van|sur|/)\s*(\d{1,4})\W*$`)
	alone   = regexp.MustCompile(`^[-–—|\[\](). ]*(\d{1,4})[-–—|\[\](). ]*$`)
)

// edgeLines is how many lines at the top and at the bottom of a page may hold what runs through its document.
const edgeLines = 5

// labelsOf are the page numbers that a page may have: those that say so anywhere, plain ones at its edges.
func labelsOf(lines []line) []label {
	var out []label
	for i := range lines {
		text := lines[i].text
		low := i >= len(lines)/2
		edge := i < edgeLines || i >= len(lines)-edgeLines
		if m := counted.FindStringSubmatch(text); m != nil {
			out = appendLabel(out, m[1], m[2], false, low)
			continue
		}
		if !edge {
			continue
		}
		if m := between.FindStringSubmatch(text); m != nil {
			out = appendLabel(out, m[1], m[2], false, low)
		} else if m := named.FindStringSubmatch(text); m != nil {
			out = appendLabel(out, m[1], "", false, low)
		} else if m := alone.FindStringSubmatch(text); m != nil {
			out = appendLabel(out, m[1], "", true, low)
		}
	}
	return out
}

func appendLabel(out []label, number, total string, plain, low bool) []label {
	n, err := strconv.Atoi(number)
	if err != nil || n == 0 || len(out) >= mostIDs {
		return out
	}
	t := 0
	if total = strings.TrimSpace(total); total != "" {
		if t, err = strconv.Atoi(total); err != nil || t < n {
			return out
		}
	}
	return append(out, label{n, t, plain, low})
}

// counting is what the page numbers of two neighbours say of them.
type counting struct {
	opens   bool // the second is the first page of something
	ends    bool // the first is the last page of something
	follows bool // the second follows the first
	breaks  bool // both are numbered, and not one after the other
	plainly bool // plain numbers follow each other at the same edge
	later   bool // the second is not the first page of something, whatever the first is
	lost    bool // the first has a number, the second has none
	first   bool // the second has a plain 1
	second  bool // the second has a plain 2 and the first no number
}

func count(a, b []label) counting {
	var c counting
	var before, after bool
	for _, y := range b {
		if y.plain {
			continue
		}
		after = true
		c.opens = c.opens || y.number == 1
		c.later = c.later || y.number > 1
		for _, x := range a {
			if !x.plain && y.number == x.number+1 && (x.total == y.total || x.total == 0 || y.total == 0) {
				c.follows = true
			}
		}
	}
	for _, x := range a {
		if !x.plain {
			before = true
			c.ends = c.ends || x.total == x.number
		}
	}
	if c.follows {
		return counting{follows: true}
	}
	c.breaks = before && after && !c.opens
	c.later = c.later && !before && !c.opens
	for _, x := range a {
		for _, y := range b {
			if x.plain && y.plain && x.low == y.low && y.number == x.number+1 {
				c.plainly = true
			}
		}
	}
	for _, y := range b {
		c.first = c.first || y.plain && y.number == 1 && !c.plainly
		c.second = c.second || y.plain && y.number == 2 && len(a) == 0
	}
	c.lost = len(a) > 0 && len(b) == 0
	return c
}
