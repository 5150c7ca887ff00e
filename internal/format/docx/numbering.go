package docx

import (
	"strings"

	"github.com/octavo-dev/octavo/internal/markup"
)

// levels is how many levels a list has.
const levels = 9

// level is how one level of a list is numbered.
type level struct {
	start   int
	format  string
	text    string // "%1.%2."
	style   string // paragraphs in this style are at this level
	restart int    // the level whose items begin the count anew, from 1; 0: never; none: any above
	legal   bool   // all numbers are written as digits
}

// pattern is a list as it is defined, with its count.
type pattern struct {
	levels [levels]level
	link   string // name of the style where the list is defined instead
	count  [levels]int
	begun  [levels]bool
}

// list is a pattern in use, with what it changes.
type list struct {
	pattern string
	levels  map[int]*level
	starts  map[int]int // levels whose count begins anew with the first item
	used    bool
}

type numbering struct {
	patterns map[string]*pattern
	lists    map[string]*list
}

func (r *reading) readNumbering(name string) error {
	r.numbers = numbering{patterns: map[string]*pattern{}, lists: map[string]*list{}}
	return r.part(name, func(s *story, _ string) {
		for child := range s.r.Children() {
			switch child {
			case "w:abstractNum":
				id := s.r.Attr("w:abstractNumId")
				r.numbers.patterns[id] = readPattern(s.r)
				s.spend(0, levels)
			case "w:num":
				id := s.r.Attr("w:numId")
				r.numbers.lists[id] = readList(s.r)
				s.spend(0, 1)
			}
		}
	})
}

func readPattern(r *markup.Reader) *pattern {
	p := &pattern{}
	for i := range p.levels {
		p.levels[i] = level{start: 1, restart: none}
	}
	for child := range r.Children() {
		switch child {
		case "w:lvl":
			if i := number(r.Attr("w:ilvl"), 0, levels-1, none); i != none {
				p.levels[i] = readLevel(r)
			}
		case "w:numStyleLink":
			p.link = r.Attr("w:val")
		}
	}
	return p
}

func readLevel(r *markup.Reader) level {
	l := level{start: 1, restart: none}
	for child := range r.Children() {
		value := r.Attr("w:val")
		switch child {
		case "w:start":
			l.start = number(value, 0, 1<<30, 1)
		case "w:numFmt":
			l.format = value
		case "w:lvlText":
			l.text = value
		case "w:pStyle":
			l.style = value
		case "w:lvlRestart":
			l.restart = number(value, 0, levels, none)
		case "w:isLgl":
			l.legal = on(r)
		}
	}
	return l
}

func readList(r *markup.Reader) *list {
	l := &list{levels: map[int]*level{}, starts: map[int]int{}}
	for child := range r.Children() {
		switch child {
		case "w:abstractNumId":
			l.pattern = r.Attr("w:val")
		case "w:lvlOverride":
			at := number(r.Attr("w:ilvl"), 0, levels-1, none)
			for o := range r.Children() {
				switch {
				case at == none:
				case o == "w:startOverride":
					l.starts[at] = number(r.Attr("w:val"), 0, 1<<30, 1)
				case o == "w:lvl":
					changed := readLevel(r)
					l.levels[at] = &changed
				}
			}
		}
	}
	return l
}

// find resolves a list, also where it is defined by way of a style.
func (r *reading) list(id string) (*list, *pattern) {
	var first *list
	for range maxChain {
		l := r.numbers.lists[id]
		if l == nil {
			return nil, nil
		}
		if first == nil {
			first = l
		}
		p := r.numbers.patterns[l.pattern]
		if p == nil || p.link == "" {
			return first, p
		}
		id, _, _ = r.styles.list(p.link)
	}
	return nil, nil
}

// item numbers the next item of a list. Marker is empty for bullets; ok is false where nothing is shown before the text.
func (r *reading) item(id string, at int) (marker string, ok bool) {
	l, p := r.list(id)
	if p == nil {
		return "", false
	}
	level := func(i int) *level {
		if l.levels[i] != nil {
			return l.levels[i]
		}
		return &p.levels[i]
	}
	if !l.used {
		l.used = true
		for i, start := range l.starts {
			p.count[i], p.begun[i] = start-1, true
		}
	}
	for i := range at {
		if !p.begun[i] {
			p.count[i], p.begun[i] = level(i).start, true
		}
	}
	if !p.begun[at] {
		p.count[at] = level(at).start - 1
	}
	p.count[at], p.begun[at] = p.count[at]+1, true
	for i := at + 1; i < levels; i++ {
		if restart := level(i).restart; restart == none || restart > at && restart > 0 {
			p.begun[i] = false
		}
	}
	return mark(p, level, at)
}

// mark writes the number of an item as its level says.
func mark(p *pattern, level func(int) *level, at int) (string, bool) {
	now := level(at)
	if now.format == "bullet" {
		return "", true
	}
	var b strings.Builder
	for rest := now.text; rest != ""; {
		before, after, found := strings.Cut(rest, "%")
		b.WriteString(before)
		if !found {
			break
		}
		if after == "" || after[0] < '1' || after[0] > '0'+levels {
			b.WriteByte('%')
			rest = after
			continue
		}
		i := int(after[0] - '1')
		format := level(i).format
		if now.legal {
			format = "decimal"
		}
		b.WriteString(count(p.count[i], format))
		rest = after[1:]
	}
	marker := strings.TrimSpace(b.String())
	return marker, marker != ""
}
