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
func Read(text string, f *schema.Field, loc Locale) (any, bool) {
	text = strings.TrimFunc(text, unicode.IsSpace)
	if text == "" {
		return nil, false
	}
	if len(f.Choices) > 0 {
		for _, c := range f.Choices {
			if v, ok := Read(text, c, loc); ok && f.Accepts(v) {
				return v, true
			}
		}
		return nil, false
	}
	sort, strict := SortOf(f)
	switch sort {
	case Enum:
		return member(text, f)
	case Text, Pattern:
		return text, f.Accepts(text)
	}
	t := Scan(text, loc)
	for _, v := range t.Find(f) {
		if covers(text, v) {
			return v.Value, true
		}
	}
	if strict {
		return nil, false
	}
	return text, f.Accepts(text)
}

// covers reports whether a value is all that a text says: beside it stand only marks.
func covers(text string, v Found) bool {
	rest := text[:v.Start] + text[v.End:]
	return strings.IndexFunc(rest, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || currencySigns[r] != "" }) < 0
}

// Find are the values in the text that a field would take.
func (t Tokens) Find(f *schema.Field) []Found {
	if len(f.Choices) > 0 {
		var out []Found
		for _, c := range f.Choices {
			for _, v := range t.Find(c) {
				if f.Accepts(v.Value) {
					out = append(out, v)
				}
			}
		}
		return ordered(out)
	}
	var out []Found
	sort, _ := SortOf(f)
	for _, v := range t.candidates(sort, f) {
		v.Value = shape(v, sort, f)
		if f.Accepts(v.Value) {
			out = append(out, v)
		}
	}
	return out
}

func (t Tokens) candidates(sort Sort, f *schema.Field) []Found {
	switch sort {
	case Enum:
		return members(t.Text, f)
	case Pattern:
		return t.matches(f)
	case Text:
		return t.whole()
	}
	return t.found[sort]
}

// shape gives a value the form that the field asks for.
func shape(v Found, sort Sort, f *schema.Field) any {
	switch text, _ := v.Value.(string); {
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
