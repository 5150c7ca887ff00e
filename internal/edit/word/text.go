package word

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/edit"
)

// replace puts a text in place of another; it looks as that did.
func (f *File) replace(a edit.Action) (string, error) {
	places, why, err := f.find(a)
	if why != "" || err != nil {
		return why, err
	}
	return "", f.change(places, func(p place) ([]patch, error) { return p.p.replaced(p.p.shown(), p.found, a.Value), nil })
}

// replaced are the patches that put a text in place of stretches of some pieces. What replaces a stretch goes to where it
// begins, so that it keeps the look of that run; runs are not divided.
func (p *paragraph) replaced(pieces []piece, found []edit.Found, by string) []patch {
	var out []patch
	for _, c := range pieces {
		var b strings.Builder
		at, touched := c.from, false
		for len(found) > 0 && found[0].To <= c.from {
			found = found[1:]
		}
		for _, s := range found {
			if s.From >= c.to() {
				break
			}
			touched = true
			if s.From >= c.from {
				b.WriteString(c.text[at-c.from : s.From-c.from])
				b.WriteString(by)
			}
			at = min(s.To, c.to())
		}
		if touched {
			b.WriteString(c.text[at-c.from:])
			out = append(out, patch{c.at.start, c.at.end, c.again(b.String())})
		}
	}
	return out
}

// again is the element of a piece with another text.
func (p *piece) again(text string) string {
	switch {
	case text == "":
		return ""
	case p.at.name == "w:t" && !strings.ContainsAny(text, "\n\t\r"), p.at.name != "w:t" && texts[p.at.name]:
		tag := p.at.open()
		if p.at.attr("xml:space") == "" && !strings.Contains(tag, "xml:space") {
			tag = tag[:len(tag)-1] + ` xml:space="preserve">`
		}
		return tag + escaped(text) + p.at.shut()
	}
	return words(text)
}

// insert puts a text before or after another.
func (f *File) insert(a edit.Action) (string, error) {
	places, why, err := f.find(a)
	if why != "" || err != nil {
		return why, err
	}
	return "", f.change(places, func(p place) ([]patch, error) {
		text := p.p.text()
		var list []cut
		for _, s := range p.found {
			at := s.To
			if a.Place == edit.Before {
				at = s.From
			}
			spaced := joined(text[:at], a.Value, text[at:])
			put := func(l look) string { return f.run(l, spaced) }
			if at == s.To && at > 0 { // in the look of the text it follows
				l := p.p.look(at - 1)
				put = func(look) string { return f.run(l, spaced) }
			}
			list = append(list, cut{from: at, to: at, put: put})
		}
		return p.p.cuts(list)
	})
}

// joined is a text with the blanks that part it from what stands before and behind it.
func joined(before, text, behind string) string {
	first, _ := utf8.DecodeRuneInString(text)
	end, _ := utf8.DecodeLastRuneInString(text)
	left, _ := utf8.DecodeLastRuneInString(before)
	right, _ := utf8.DecodeRuneInString(behind)
	if before != "" && !unicode.IsSpace(left) && !unicode.IsSpace(first) && !strings.ContainsRune(".,;:!?)]}%'’”", first) && !strings.ContainsRune("([{“‘„«/", left) {
		text = " " + text
	}
	if behind != "" && !unicode.IsSpace(right) && !unicode.IsSpace(end) && !strings.ContainsRune(".,;:!?)]}%'’”", right) && !strings.ContainsRune("([{“‘„«/", end) {
		text += " "
	}
	return text
}

// emphasise marks a text.
func (f *File) emphasise(a edit.Action) (string, error) {
	places, why, err := f.find(a)
	if why != "" || err != nil {
		return why, err
	}
	style := f.emphasis(a.Kind)
	return "", f.change(places, func(p place) ([]patch, error) {
		var list []cut
		for _, s := range p.found {
			list = append(list, cut{from: s.From, to: s.To, style: style})
		}
		return p.p.cuts(list)
	})
}

func (f *File) emphasis(kind edit.Kind) func(look) look {
	switch kind {
	case edit.Highlight:
		color := nearest(f.color())
		return func(l look) look { return l.with("highlight", `<w:highlight w:val="`+color+`"/>`) }
	case edit.Underline:
		color := ""
		if c := f.color(); c != "" {
			color = ` w:color="` + c + `"`
		}
		return func(l look) look { return l.with("u", `<w:u w:val="single"`+color+`/>`) }
	}
	return func(l look) look { return l.with("strike", "<w:strike/>") }
}
