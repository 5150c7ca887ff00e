package xlsx

import (
	"strconv"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/markup"
	"github.com/octavo-dev/octavo/internal/numfmt"
	"github.com/octavo-dev/octavo/internal/ooxml"
)

// style is how a cell looks.
type style struct {
	number *numfmt.Format
	look   doc.CellExtra // colours and emphasis only
	plain  bool          // look says nothing
	strong bool          // bold or filled: a sign of headers
}

// styles are those of a workbook by their numbers.
type styles struct {
	all     []style
	codes   map[int]string // number formats of the workbook's own
	fonts   []doc.CellExtra
	fills   []string
	palette palette
	formats map[int]*numfmt.Format
}

// maxStyles bounds each list of styles; Excel stops at 65,490.
const maxStyles = 100_000

func readStyles(p *ooxml.Package, part, theme string) (*styles, error) {
	s := &styles{codes: map[int]string{}, formats: map[int]*numfmt.Format{}}
	b := book{pack: p}
	if err := b.read(theme, s.palette.readTheme); err != nil {
		return nil, err
	}
	err := b.read(part, func(r *markup.Reader) {
		for child := range r.Children() {
			switch child {
			case "x:numFmts":
				s.readCodes(r)
			case "x:fonts":
				s.fonts = list(r, s.font)
			case "x:fills":
				s.fills = list(r, s.fill)
			case "x:cellXfs":
				s.all = list(r, s.style)
			case "x:colors":
				s.palette.readIndexed(r)
			}
		}
	})
	return s, err
}

// list reads the elements of a list, up to a bound.
func list[T any](r *markup.Reader, one func(*markup.Reader) T) []T {
	var out []T
	for range r.Children() {
		if len(out) < maxStyles {
			out = append(out, one(r))
		}
	}
	return out
}

func (s *styles) readCodes(r *markup.Reader) {
	for range r.Children() {
		if id, err := strconv.Atoi(r.Attr("numFmtId")); err == nil && len(s.codes) < maxStyles {
			s.codes[id] = r.Attr("formatCode")
		}
	}
}

func (s *styles) font(r *markup.Reader) doc.CellExtra {
	var out doc.CellExtra
	for child := range r.Children() {
		on := r.Attr("val") == "" || isTrue(r.Attr("val"))
		switch child {
		case "x:b":
			out.Bold = on
		case "x:i":
			out.Italic = on
		case "x:strike":
			out.Strike = on
		case "x:color":
			// Black by name is what text has anyway.
			if c := s.palette.color(r); c != "#000000" {
				out.Color = c
			}
		}
	}
	return out
}

func (s *styles) fill(r *markup.Reader) string {
	out := ""
	for child := range r.Children() {
		if child != "x:patternFill" {
			continue
		}
		pattern := r.Attr("patternType")
		for inner := range r.Children() {
			if inner == "x:fgColor" && pattern != "none" && pattern != "" {
				out = s.palette.color(r)
			}
		}
	}
	return out
}

func (s *styles) style(r *markup.Reader) style {
	var out style
	if n, err := strconv.Atoi(r.Attr("fontId")); err == nil && n >= 0 && n < len(s.fonts) {
		out.look = s.fonts[n]
	}
	if n, err := strconv.Atoi(r.Attr("fillId")); err == nil && n >= 0 && n < len(s.fills) {
		out.look.Fill = s.fills[n]
	}
	id, err := strconv.Atoi(r.Attr("numFmtId"))
	if err != nil {
		id = 0
	}
	out.number = s.format(id)
	l := &out.look
	out.plain = l.Color == "" && l.Fill == "" && !l.Bold && !l.Italic && !l.Strike
	out.strong = l.Bold || l.Fill != ""
	return out
}

// format is the number format of an id, parsed once.
func (s *styles) format(id int) *numfmt.Format {
	if f := s.formats[id]; f != nil {
		return f
	}
	code, own := s.codes[id]
	if !own {
		code = numfmt.Builtin(id)
	}
	f := numfmt.Parse(code)
	s.formats[id] = f
	return f
}

// of is the style of a cell.
func (s *styles) of(attr string) *style {
	n := 0
	if attr != "" {
		n, _ = strconv.Atoi(attr) // the first style is that of cells without one
	}
	if n < 0 || n >= len(s.all) {
		return &style{number: s.format(0), plain: true}
	}
	return &s.all[n]
}
