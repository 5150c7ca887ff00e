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
	var out strings.Builder
	at := 0
	for i := 0; i < len(spans); i++ {
		s := spans[i]
		out.WriteString(escape(text[at:s.Start]))
		at = s.End
		piece := escape(text[s.Start:s.End])
		switch s.Kind {
		case doc.Link:
			out.WriteString(link(piece, s.Target, o))
		case doc.Highlight:
			out.WriteString(wrap(piece, "mark", o.Highlights))
		case doc.Inserted:
			out.WriteString(change("", piece, o))
		case doc.Deleted:
			added := ""
			if i+1 < len(spans) && spans[i+1].Kind == doc.Inserted && spans[i+1].Start == s.End {
				i++
				added = escape(text[spans[i].Start:spans[i].End])
				at = spans[i].End
			}
			out.WriteString(change(piece, added, o))
		}
	}
	out.WriteString(escape(text[at:]))
	if !o.Changes {
		return tidy(out.String(), spans)
	}
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
