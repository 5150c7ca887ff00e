package render

import (
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
	w := writer{text, spans, o, escape}
	out := w.changes()
	if !o.Changes {
		return tidy(out, spans)
	}
	return out
}

// writer writes marks into each other: changes hold links, links hold highlights.
type writer struct {
	text   string
	spans  []doc.Span
	o      Options
	escape func(string) string
}

// changes writes the whole text. A deletion and the insertion right behind it are one change.
func (w *writer) changes() string {
	var out strings.Builder
	at, old := 0, ""
	for i, s := range w.spans {
		if s.Kind != doc.Inserted && s.Kind != doc.Deleted {
			continue
		}
		out.WriteString(w.links(at, s.Start))
		at = s.End
		if s.Kind == doc.Inserted {
			out.WriteString(change(old, w.links(s.Start, s.End), w.o))
			old = ""
			continue
		}
		old = w.links(s.Start, s.End)
		if !w.replaced(i) {
			out.WriteString(change(old, "", w.o))
			old = ""
		}
	}
	out.WriteString(w.links(at, len(w.text)))
	return out.String()
}

// replaced reports whether something is inserted where span i ends.
func (w *writer) replaced(i int) bool {
	for _, s := range w.spans[i+1:] {
		if s.Kind == doc.Inserted {
			return s.Start == w.spans[i].End
		}
	}
	return false
}

// links writes a part of the text.
func (w *writer) links(from, to int) string {
	return w.wrapped(doc.Link, from, to, w.highlights, func(text string, s *doc.Span) string { return link(text, s.Target, w.o) })
}

func (w *writer) highlights(from, to int) string {
	plain := func(from, to int) string { return w.escape(w.text[from:to]) }
	return w.wrapped(doc.Highlight, from, to, plain, func(text string, _ *doc.Span) string { return wrap(text, "mark", w.o.Highlights) })
}

// wrapped writes a part of the text with what marks of one kind put around it; inner writes what is inside and between
// them.
func (w *writer) wrapped(kind doc.SpanKind, from, to int, inner func(from, to int) string, around func(string, *doc.Span) string) string {
	var out strings.Builder
	for i := range w.spans {
		s := &w.spans[i]
		start, end := max(s.Start, from), min(s.End, to)
		if s.Kind != kind || start >= end {
			continue
		}
		out.WriteString(inner(from, start))
		out.WriteString(around(inner(start, end), s))
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
