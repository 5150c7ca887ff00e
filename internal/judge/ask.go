package judge

import (
	"fmt"
	"strings"

	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/window"
)

// request is a prompt with the shape of its answer, and further lines to read.
func (s *splitter) request(prompt string, with any, hints []string) (infer.Request, error) {
	system, err := s.prompts.Text(prompt, with)
	if err != nil {
		return infer.Request{}, err
	}
	r := infer.Request{System: system, Shape: s.shape(), Name: "pages"}
	if len(hints) > 0 {
		text, err := s.prompts.Text("hints", hints)
		if err != nil {
			return r, err
		}
		r.Parts = []infer.Part{{Text: text}}
	}
	return r, nil
}

// shape is what is said of every page.
func (s *splitter) shape() *infer.Shape {
	return &infer.Shape{Type: "object", Properties: []infer.Property{list("pages",
		field("page", "integer", false), field("starts", "boolean", false),
		list("sections", infer.Property{Name: "section", Shape: oneOf(s.names())},
			field("partition", "string", true), field("quote", "string", true), field("sure", "boolean", false)),
	)}}
}

// question is what prompts tell of the sections.
type question struct {
	Sections []Section
	Rules    string
	Overlap  bool
	Keys     bool // some section has a key
	Auto     bool // those without one may be divided as well
}

func (s *splitter) described() question {
	q := question{Sections: s.sections, Rules: strings.TrimSpace(s.o.Rules), Overlap: s.o.Overlap, Auto: s.o.Deep && s.o.AutoPartition}
	for _, one := range s.sections {
		q.Keys = q.Keys || one.Key != ""
	}
	return q
}

func (s *splitter) names() []string {
	out := make([]string, len(s.sections))
	for i := range s.sections {
		out[i] = s.sections[i].Name
	}
	return out
}

// before tells what was said of the page that a run begins with or follows.
func (s *splitter) before(run []window.Page) ([]infer.Part, error) {
	if len(run) == 0 {
		return nil, nil
	}
	for n := run[0].Running; n >= max(run[0].Running-1, 1); n-- {
		if s.said[n-1].given {
			text, err := s.prompts.Text("before", s.lines([]Page{s.said[n-1].Page}, n))
			return []infer.Part{{Text: text}}, err
		}
	}
	return nil, nil
}

// maxLines bounds what is told of the built-in engine.
const maxLines = 300

// hints are the runs of pages that the built-in engine found, one a line.
func (s *splitter) hints() []string {
	lines := s.lines(s.o.Hints, 1)
	return lines[:min(len(lines), maxLines)]
}

// lines say what pages belong to, equal neighbours in one line.
func (s *splitter) lines(pages []Page, first int) []string {
	var out []string
	for from := 0; from < len(pages); {
		to := from + 1
		for to < len(pages) && !pages[to].Starts && s.line(&pages[to]) == s.line(&pages[from]) {
			to++
		}
		where := fmt.Sprintf("page %d", first+from)
		if to > from+1 {
			where = fmt.Sprintf("pages %d to %d", first+from, first+to-1)
		}
		line := where + ": " + s.line(&pages[from])
		if pages[from].Starts {
			line += "; a new document begins"
		}
		out = append(out, line)
		from = to
	}
	return out
}

func (s *splitter) line(p *Page) string {
	var parts []string
	for _, one := range p.Parts {
		if one.Section < 0 || one.Section >= len(s.sections) {
			continue
		}
		text := s.sections[one.Section].Name
		if one.Partition != "" {
			text += fmt.Sprintf(" (%s)", one.Partition)
		}
		parts = append(parts, text)
	}
	if len(parts) == 0 {
		return "no section"
	}
	return strings.Join(parts, ", ")
}
