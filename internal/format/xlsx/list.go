package xlsx

import (
	"errors"
	"strings"

	"github.com/octavo-dev/octavo/internal/markup"
	"github.com/octavo-dev/octavo/internal/ooxml"
	"github.com/octavo-dev/octavo/internal/sheet"
)

// Bounds of dropdowns.
const (
	maxLists   = 10_000
	maxOptions = 1_000
	maxLookups = 50 // readings of another sheet for its values
)

// dropdown is a choice that cells offer.
type dropdown struct {
	at     []area
	source string // a quoted list, or where its values stand
}

func (s *reader) readLists(r *markup.Reader) {
	for range r.Children() {
		if r.Attr("type") != "list" {
			continue
		}
		d := dropdown{at: parseAreas(r.Attr("sqref"))}
		for child := range r.Children() {
			switch child {
			case "x:formula1":
				d.source = r.String(maxFormula)
			case "x14:formula1":
				d.source = r.String(maxFormula)
			case "xm:sqref":
				d.at = parseAreas(r.String(maxFormula))
			}
		}
		if len(s.lists) < maxLists {
			s.lists = append(s.lists, d)
		}
	}
}

// readExtensions reads choices whose values stand on another sheet, which files keep apart.
func (s *reader) readExtensions(r *markup.Reader) {
	for range r.Children() {
		for child := range r.Children() {
			if child == "x14:dataValidations" {
				s.readLists(r)
			}
		}
	}
}

// choose gives cells the choices they offer.
func (s *reader) choose() {
	known := map[string][]string{}
	for _, d := range s.lists {
		options, ok := known[d.source]
		if !ok {
			options = s.options(d.source)
			known[d.source] = options
		}
		if len(options) == 0 {
			continue
		}
		for _, a := range d.at {
			s.each(a, func(_ int, c *sheet.Cell) { extra(c).Options = options })
		}
	}
}

// options are the values of a choice: listed in quotes, or those of the cells that are named.
func (s *reader) options(source string) []string {
	if list, ok := strings.CutPrefix(source, `"`); ok {
		var out []string
		for value := range strings.SplitSeq(strings.TrimSuffix(list, `"`), ",") {
			if value = strings.TrimSpace(value); value != "" && len(out) < maxOptions {
				out = append(out, value)
			}
		}
		return out
	}
	source = strings.TrimPrefix(source, "=")
	if named, ok := s.book.defined[source]; ok {
		source = named
	}
	where, name := source, s.entry.name
	if at := strings.LastIndexByte(source, '!'); at >= 0 {
		where, name = source[at+1:], strings.ReplaceAll(strings.Trim(source[:at], "'"), "''", "'")
	}
	a, ok := parseArea(where)
	if !ok {
		return nil
	}
	if name == s.entry.name {
		return texts(s, a)
	}
	return s.elsewhere(name, a)
}

// elsewhere reads the values of another sheet.
func (s *reader) elsewhere(name string, a area) []string {
	for _, e := range s.book.sheets {
		if e.name != name {
			continue
		}
		if s.book.lookups++; s.book.lookups > maxLookups {
			s.book.issue("the values of some dropdowns are not read")
			return nil
		}
		other := &reader{book: s.book, entry: e, formulas: map[string]formula{}, steps: maxCol * maxOptions}
		err := s.book.pack.Read(e.part, func(r *markup.Reader, _ string) error {
			for child := range r.Children() {
				if child == "x:sheetData" {
					other.window(r, a)
				}
			}
			return nil
		})
		if err != nil && !errors.Is(err, ooxml.ErrMissing) {
			s.book.issue("the values of a dropdown cannot be read")
		}
		return texts(other, a)
	}
	return nil
}

// window reads the rows of an area only.
func (s *reader) window(r *markup.Reader, a area) {
	for range r.Children() {
		row, _, ok := parseCell("A" + r.Attr("r"))
		if !ok || row < a.top || row > a.bottom || len(s.rows) == maxOptions {
			continue
		}
		if cells := s.readCells(r, row, 0); len(cells) > 0 {
			s.rows = append(s.rows, sheet.Row{Number: row, Cells: cells})
		}
	}
}

func texts(s *reader, a area) []string {
	var out []string
	s.each(a, func(_ int, c *sheet.Cell) {
		if c.Text != "" && len(out) < maxOptions {
			out = append(out, c.Text)
		}
	})
	return out
}
