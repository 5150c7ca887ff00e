package xlsx

import (
	"errors"
	"slices"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/markup"
	"github.com/octavo-dev/octavo/internal/ooxml"
)

// book is an opened workbook: what its sheets share.
type book struct {
	pack     *ooxml.Package
	sheets   []entry
	from1904 bool
	defined  map[string]string // names of cells
	strings  []string
	shifted  map[int][]doc.Span // of strings that have raised or lowered characters
	styles   *styles
	people   map[string]string // of threaded comments, by their ids
	lookups  int               // sheets that were read for the values of dropdowns
	issues   []string
}

// entry is a sheet of the workbook.
type entry struct {
	name, part string
	hidden     bool
}

// Bounds of a workbook; programs stop far below.
const (
	maxSheets = 10_000
	maxNames  = 100_000
)

func openBook(p *ooxml.Package) (*book, error) {
	main, err := p.Main()
	if err != nil {
		return nil, err
	}
	relations, err := p.Relations(main)
	if err != nil {
		return nil, err
	}
	b := &book{pack: p, defined: map[string]string{}, shifted: map[int][]doc.Span{}}
	if err := b.readSheets(main, relations.Map()); err != nil {
		return nil, err
	}
	if err := b.readStrings(relations.Part("sharedStrings")); err != nil {
		return nil, err
	}
	if b.styles, err = readStyles(p, relations.Part("styles"), relations.Part("theme")); err != nil {
		return nil, err
	}
	return b, b.readPeople(relations)
}

func (b *book) names() []string {
	var out []string
	for _, s := range b.sheets {
		out = append(out, s.name)
	}
	return out
}

// issue notes something that was left out, once.
func (b *book) issue(text string) {
	if !slices.Contains(b.issues, text) {
		b.issues = append(b.issues, text)
	}
}

func (b *book) readSheets(main string, relations map[string]ooxml.Relation) error {
	err := b.pack.Read(main, func(r *markup.Reader, _ string) error {
		for child := range r.Children() {
			switch child {
			case "x:workbookPr":
				b.from1904 = isTrue(r.Attr("date1904"))
			case "x:definedNames":
				for range r.Children() {
					if name := r.Attr("name"); len(b.defined) < maxNames {
						b.defined[name] = r.String(maxFormula)
					}
				}
			case "x:sheets":
				for range r.Children() {
					if len(b.sheets) == maxSheets {
						return ooxml.Corrupt(nil, "it has too many sheets")
					}
					state := r.Attr("state")
					b.sheets = append(b.sheets, entry{
						name: r.Attr("name"), hidden: state == "hidden" || state == "veryHidden",
						part: relations[r.Attr("r:id")].Target,
					})
				}
			}
		}
		return nil
	})
	if err == nil && len(b.sheets) == 0 {
		return ooxml.Corrupt(nil, "it has no sheets")
	}
	return err
}

// read reads a part that may be missing.
func (b *book) read(part string, read func(*markup.Reader)) error {
	if part == "" {
		return nil
	}
	err := b.pack.Read(part, func(r *markup.Reader, _ string) error {
		read(r)
		return nil
	})
	if errors.Is(err, ooxml.ErrMissing) {
		return nil
	}
	return err
}

func isTrue(s string) bool { return s == "1" || s == "true" }

// readPeople reads who wrote threaded comments.
func (b *book) readPeople(relations ooxml.Relations) error {
	b.people = map[string]string{}
	return b.read(relations.Part("person"), func(r *markup.Reader) {
		for range r.Children() {
			b.people[r.Attr("id")] = r.Attr("displayName")
		}
	})
}
