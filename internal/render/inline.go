package render

import (
	"sort"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
)

// as leaves text as it is.
func as(s string) string { return s }

// inline writes text with those of its marks that are wanted. Escape is applied to the text and not to the marks.
func inline(text string, spans []doc.Span, o Options, escape func(string) string) string {
	if len(spans) == 0 {
		return escape(text)
	}
	w := writer{text: text, o: o, escape: escape}
	for _, s := range spans {
		switch s.Kind {
		case doc.Inserted, doc.Deleted:
			w.changed = append(w.changed, s)
		case doc.Link:
			w.linked = append(w.linked, s)
		case doc.Highlight:
			w.lit = append(w.lit, s)
		case doc.Lowered, doc.Raised:
			w.shifted = append(w.shifted, s)
		}
	}
	out := w.changes()
	if !o.Changes {
		return tidy(out, spans)
	}
	return out
}

// writer writes marks into each other: changes hold links, links hold highlights, all of them hold what is raised or
// lowered. Marks of one kind do not overlap and come in order.
type writer struct {
	text                          string
	changed, linked, lit, shifted []doc.Span
	o                             Options
	escape                        func(string) string
}

// changes writes the whole text. A deletion and the insertion right behind it are one change.
func (w *writer) changes() string {
	var out strings.Builder
	at, old := 0, ""
	for i, s := range w.changed {
		out.WriteString(w.links(at, s.Start))
		at = s.End
		if s.Kind == doc.Inserted {
			out.WriteString(change(old, w.links(s.Start, s.End), w.o))
			old = ""
			continue
		}
		old = w.links(s.Start, s.End)
		if next := i + 1; next == len(w.changed) || w.changed[next].Kind != doc.Inserted || w.changed[next].Start != s.End {
			out.WriteString(change(old, "", w.o))
			old = ""
		}
	}
	out.WriteString(w.links(at, len(w.text)))
	return out.String()
}

// links writes a part of the text.
func (w *writer) links(from, to int) string {
	return wrapped(w.linked, from, to, w.highlights, func(text string, s *doc.Span) string { return link(text, s.Target, w.o) })
}

func (w *writer) highlights(from, to int) string {
	return wrapped(w.lit, from, to, w.scripts, func(text string, _ *doc.Span) string { return wrap(text, "mark", w.o.Highlights) })
}

func (w *writer) scripts(from, to int) string {
	plain := func(from, to int) string { return w.escape(w.text[from:to]) }
	return wrapped(w.shifted, from, to, plain, func(text string, s *doc.Span) string { return wrap(text, string(s.Kind), w.o.Scripts) })
}

// wrapped writes a part of the text with what marks of one kind put around it; inner writes what is inside and between
// them.
func wrapped(marks []doc.Span, from, to int, inner func(from, to int) string, around func(string, *doc.Span) string) string {
	var out strings.Builder
	first := sort.Search(len(marks), func(i int) bool { return marks[i].End > from })
	for i := first; i < len(marks) && marks[i].Start < to; i++ {
		start, end := max(marks[i].Start, from), min(marks[i].End, to)
		out.WriteString(inner(from, start))
		out.WriteString(around(inner(start, end), &marks[i]))
		from = end
	}
	out.WriteString(inner(from, to))
	return out.String()
}

// tidy closes the gap that a deletion left between two blanks.
func tidy(s string, spans []doc.Span) string {
	for _, span := range spans {
		if span.Kind == doc.Deleted {
			return strings.TrimSpace(strings.ReplaceAll(s, "  ", " "))
		}
	}
	return s
}

// targets are the characters of a URL that would end it in Markdown.
var targets = strings.NewReplacer(" ", "%20", "(", "%28", ")", "%29", "\n", "")

func link(text, target string, o Options) string {
	if !o.Links || target == "" {
		return text
	}
	return "[" + text + "](" + targets.Replace(target) + ")"
}

func wrap(text, tag string, wanted bool) string {
	if !wanted || text == "" {
		return text
	}
	return "<" + tag + ">" + text + "</" + tag + ">"
}

func change(old, added string, o Options) string {
	if !o.Changes {
		return added
	}
	return "<change>" + wrap(old, "s", true) + wrap(added, "u", true) + "</change>"
}
