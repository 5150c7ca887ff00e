package value

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/schema"
)

// ordered sorts values by where they stand.
func ordered(list []Found) []Found {
	slices.SortStableFunc(list, func(a, b Found) int { return cmp.Compare(a.Start, b.Start) })
	return list
}

// Read takes the whole of a short text as a value of the field.
func Read(text string, f *schema.Field, loc Locale) (any, bool) { return TargetOf(f).Read(text, loc) }

// Find are the values in a text that a field would take.
func Find(text string, f *schema.Field, loc Locale) []Found {
	t := TargetOf(f)
	want := t.Sort
	if len(t.choices) > 0 {
		want = sorts
	}
	return scanFor(text, loc, want).For(t)
}

// Read takes the whole of a short text as a value.
func (w Target) Read(text string, loc Locale) (any, bool) {
	text = strings.TrimFunc(text, unicode.IsSpace)
	if text == "" {
		return nil, false
	}
	if len(w.choices) > 0 {
		for _, c := range w.choices {
			if v, ok := c.Read(text, loc); ok && w.Field.Accepts(v) {
				return v, true
			}
		}
		return nil, false
	}
	switch w.Sort {
	case Enum:
		return w.member(text)
	case Text, Pattern:
		return text, w.Field.Accepts(text)
	}
	for _, v := range scanFor(text, loc, w.Sort).For(w) {
		if covers(text, v) {
			return v.Value, true
		}
	}
	if w.Strict {
		return nil, false
	}
	return text, w.Field.Accepts(text)
}

// covers reports whether a value is all that a text says: beside it stand only marks.
func covers(text string, v Found) bool {
	rest := text[:v.Start] + text[v.End:]
	return strings.IndexFunc(rest, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || currencySigns[r] != "" }) < 0
}

// For are the values in the text that a target would take.
func (t Tokens) For(w Target) []Found {
	var out []Found
	if len(w.choices) > 0 {
		for _, c := range w.choices {
			for _, v := range t.For(c) {
				if w.Field.Accepts(v.Value) {
					out = append(out, v)
				}
			}
		}
		return ordered(out)
	}
	for _, v := range t.candidates(w) {
		v.Value = w.shape(t.Text, v)
		if w.Field.Accepts(v.Value) {
			out = append(out, v)
		}
	}
	return out
}

func (t Tokens) candidates(w Target) []Found {
	switch w.Sort {
	case Enum:
		return w.members(t.Text)
	case Pattern:
		return t.matches(w.Field)
	case Text:
		return t.whole()
	}
	return t.found[w.Sort]
}

// shape gives a value of a text the form that the field asks for.
func (w Target) shape(in string, v Found) any {
	sort, f := w.Sort, w.Field
	switch text, _ := v.Value.(string); {
	case w.Printed:
		return in[v.Start:v.End]
	case sort == Number && f.Kind == schema.Integer:
		n := string(v.Value.(json.Number))
		if whole, part, ok := strings.Cut(n, "."); ok && strings.Trim(part, "0") == "" {
			return json.Number(whole)
		}
	case sort == Duration && f.Format == "duration":
		return isoDuration(text)
	case sort == URL && f.Format == "uri" && !strings.Contains(text, "://"):
		return "https://" + text
	}
	return v.Value
}

// isoDuration writes "18 months" as P18M.
func isoDuration(text string) string {
	n, unit, _ := strings.Cut(text, " ")
	letter := strings.ToUpper(unit[:1])
	switch strings.TrimSuffix(unit, "s") {
	case "hour", "minute", "second":
		return "PT" + n + letter
	}
	return "P" + n + letter
}

// whole is all of a text as one value.
func (t Tokens) whole() []Found {
	trimmed := strings.TrimSpace(t.Text)
	if trimmed == "" {
		return nil
	}
	start := strings.Index(t.Text, trimmed)
	return []Found{{Value: trimmed, Start: start, End: start + len(trimmed)}}
}

// matches are the places that match the pattern of a field. One that is tied to the ends of a text is tried on the
// identifiers and on the whole.
func (t Tokens) matches(f *schema.Field) []Found {
	var out []Found
	for _, m := range f.Pattern.FindAllStringIndex(t.Text, -1) {
		if m[1] > m[0] {
			out = append(out, Found{Value: t.Text[m[0]:m[1]], Start: m[0], End: m[1]})
		}
	}
	if len(out) == 0 {
		return append(t.whole(), t.found[ID]...)
	}
	return out
}
