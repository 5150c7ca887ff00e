package docx

import (
	"regexp"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
)

// body is the main story with the sections it is divided into.
type body struct {
	blocks   []doc.Block
	sections []section
	ends     []section // whose last paragraph is being read
	shown    map[string]bool
}

// section is a part of the body with headers and footers of its own.
type section struct {
	end              int // its blocks end there
	headers, footers []string
}

func (b *body) read(s *story) {
	s.body = b
	s.read()
	b.blocks = s.blocks
	b.sections = append(b.sections, section{end: len(b.blocks)})
}

// section ends the last section of the body.
func (b *body) section(s *story) {
	end := b.properties(s)
	end.end = len(s.blocks)
	b.sections = append(b.sections, end)
}

// paragraphEnds ends a section whose properties the paragraph held.
func (b *body) paragraphEnds(s *story) {
	for _, end := range b.ends {
		end.end = len(s.blocks)
		b.sections = append(b.sections, end)
	}
	b.ends = nil
}

// properties finds the headers and footers of a section that are ever shown.
func (b *body) properties(s *story) section {
	var out section
	first := false
	found := map[string][]string{} // "header first" -> parts
	for name := range s.r.Children() {
		switch name {
		case "w:titlePg":
			first = on(s.r)
		case "w:headerReference", "w:footerReference":
			if to, ok := s.relations[s.r.Attr("r:id")]; ok && !to.External {
				key := name + s.r.Attr("w:type")
				found[key] = append(found[key], to.Target)
			}
		}
	}
	for _, kind := range []string{"first", "default", "", "even"} {
		if kind == "first" && !first || kind == "even" && !s.evenOdd {
			continue
		}
		out.headers = append(out.headers, found["w:headerReference"+kind]...)
		out.footers = append(out.footers, found["w:footerReference"+kind]...)
	}
	return out
}

// assemble puts headers before their sections and footers behind them, each once, and the notes behind all.
func (r *reading) assemble(b *body) ([]doc.Block, error) {
	b.shown = map[string]bool{}
	var out []doc.Block
	at := 0
	for _, sec := range b.sections {
		headers, err := r.running(b, sec.headers, doc.Header)
		if err != nil {
			return nil, err
		}
		footers, err := r.running(b, sec.footers, doc.Footer)
		if err != nil {
			return nil, err
		}
		out = append(append(append(out, headers...), b.blocks[at:sec.end]...), footers...)
		at = sec.end
	}
	for _, n := range []*notes{&r.footnotes, &r.endnotes} {
		out = append(out, n.blocks()...)
	}
	out = append(out, r.comments.rest()...)
	if len(out) == 0 {
		return nil, empty()
	}
	return out, nil
}

var pageNumber = regexp.MustCompile(`^[-–— ]*\d+[-–— ]*$`)

// running reads headers or footers. One that says the same as another is left out.
func (r *reading) running(b *body, parts []string, kind doc.BlockType) ([]doc.Block, error) {
	var out []doc.Block
	for _, name := range parts {
		if b.shown[name] {
			continue
		}
		b.shown[name] = true
		err := r.part(name, func(s *story, _ string) {
			s.running = true
			s.read()
			line := flatten(s.blocks)
			block := doc.Block{Type: kind, Text: line.text, Spans: line.spans, Confidence: 1}
			if pageNumber.MatchString(line.text) {
				block.Type = doc.PageNumber
			}
			if key := string(kind) + strings.TrimSpace(line.text); line.text != "" && !b.shown[key] {
				b.shown[key] = true
				out = append(out, block)
			}
			for _, beside := range line.beside {
				if beside.Watermark && !b.shown["watermark "+beside.Text] {
					b.shown["watermark "+beside.Text] = true
					out = append(out, beside)
				}
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}
