package judge

import (
	"slices"
	"strings"
	"unicode"
)

// settle makes what was said hold together: values of keys as they are printed, and one section a page where only one may
// be.
func (s *splitter) settle() {
	s.fill()
	for i := range s.sections {
		s.partitions(i)
	}
}

// partitions gives the pages of a section the values of its key as they are printed on the first page that has them. A
// value that stands on none of its pages is dropped.
func (s *splitter) partitions(section int) {
	wanted := s.sections[section].Key != "" || s.o.Deep && s.o.AutoPartition
	printed := map[string]string{}
	for i := range s.said {
		if p := s.said[i].part(section); p != nil && wanted {
			if text, ok := s.printed(p.Partition, i); ok && printed[plain(text)] == "" {
				printed[plain(text)] = text
			}
		}
	}
	for i := range s.said {
		p := s.said[i].part(section)
		if p == nil || p.Partition == "" {
			continue
		}
		text := printed[plain(p.Partition)]
		if text == "" && wanted {
			p.Confidence = Low
		}
		p.Partition = text
	}
}

func (p *Page) part(section int) *Part {
	i := slices.IndexFunc(p.Parts, func(one Part) bool { return one.Section == section })
	if i < 0 {
		return nil
	}
	return &p.Parts[i]
}

// maxPartition bounds the name of a partition, in letters.
const maxPartition = 256

// printed is a value as it stands on a page.
func (s *splitter) printed(value string, page int) (string, bool) {
	value = strings.Join(strings.Fields(value), " ")
	if plain(value) == "" || len([]rune(value)) > maxPartition {
		return "", false
	}
	for _, spot := range s.words.Locate(value, append([]int{}, s.pages[page].Blocks...)) {
		own := strings.TrimFunc(spot.Text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		switch {
		case spot.Likeness == 1:
			return value, true
		case plain(own) == plain(value):
			return own, true
		case strings.Contains(plain(own), plain(value)): // signs between words stand in one of them
			return value, true
		}
	}
	return "", false
}

// fill leaves one section for each page where sections may not share any: the surest, and where none was named that of the
// built-in engine or of a neighbour.
func (s *splitter) fill() {
	for i := range s.said {
		p := &s.said[i]
		if !p.given && i < len(s.o.Hints) {
			p.Page = doubted(s.o.Hints[i], len(s.sections))
		}
		if s.o.Overlap || len(s.sections) == 0 {
			continue
		}
		if len(p.Parts) > 1 {
			best := slices.MaxFunc(p.Parts, func(a, b Part) int {
				if a.Confidence != b.Confidence {
					return int(a.Confidence) - int(b.Confidence)
				}
				return b.Section - a.Section
			})
			p.Parts = []Part{best}
		}
		if len(p.Parts) == 0 {
			p.Parts = []Part{{Section: s.nearest(i)}}
		}
	}
}

// doubted is what the built-in engine says, where the model says nothing.
func doubted(p Page, sections int) Page {
	out := Page{Starts: p.Starts}
	for _, one := range p.Parts {
		if one.Section >= 0 && one.Section < sections {
			one.Confidence = Low
			out.Parts = append(out.Parts, one)
		}
	}
	return out
}

// nearest is the section of a page that nothing was said of.
func (s *splitter) nearest(i int) int {
	if i < len(s.o.Hints) {
		if p := doubted(s.o.Hints[i], len(s.sections)); len(p.Parts) > 0 {
			return p.Parts[0].Section
		}
	}
	if i > 0 {
		return s.said[i-1].Parts[0].Section
	}
	for _, p := range s.said {
		if len(p.Parts) > 0 {
			return p.Parts[0].Section
		}
	}
	return 0
}
