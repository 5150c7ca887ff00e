package value

import (
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/schema"
)

// Target is a field and what it wants, found out once for many texts.
type Target struct {
	Field   *schema.Field
	Sort    Sort
	Strict  bool // nothing else will do
	Printed bool // the value is wanted as it is printed, and not in the one form that stands for all

	choices []Target
	enum    []choice
}

// TargetOf finds out what a field wants: from its type and format, from what its description asks for, from the examples
// it gives, and last from its name.
func TargetOf(f *schema.Field) Target {
	t := Target{Field: f}
	for _, c := range f.Choices {
		t.choices = append(t.choices, TargetOf(c))
	}
	t.enum = choices(f)
	switch sort := declared(f); {
	case sort != Text:
		t.Sort, t.Strict = sort, true
	case f.Kind != schema.String:
	default:
		if sort, printed := shownBy(examples(f)); sort != Text {
			t.Sort, t.Printed = sort, printed
		} else {
			t.Sort = named(f)
			t.Printed = t.Sort == Date || t.Sort == Duration
		}
	}
	return t
}

var formats = map[string]Sort{
	"date": Date, "time": Time, "date-time": DateTime, "duration": Duration, "email": Email, "uri": URL, "url": URL,
}

// declared is the sort that a schema asks for; Text where it leaves that open.
func declared(f *schema.Field) Sort {
	switch {
	case f.Kind == schema.Boolean:
		return Boolean
	case f.Enum != nil:
		return Enum
	case f.Kind == schema.Number || f.Kind == schema.Integer:
		return Number
	case f.Kind != schema.String:
		return Text
	case formats[f.Format] != Text:
		return formats[f.Format]
	}
	about := strings.ToUpper(f.Description)
	switch {
	case strings.Contains(about, "YYYY-MM-DD"), strings.Contains(about, "ISO DATE"), strings.Contains(about, "ISO 8601") && strings.Contains(about, "DATE"):
		return Date
	case strings.Contains(about, "ISO 4217"):
		return Currency
	case f.Pattern != nil:
		return Pattern
	}
	return Text
}

// examples are those that the schema lists and those that the description gives.
func examples(f *schema.Field) []string {
	out := f.Examples
	for _, lead := range []string{"e.g.", "for example", "such as", "z. B.", "z.B.", "p. ex.", "por ejemplo", "ad esempio"} {
		_, rest, ok := strings.Cut(f.Description, lead)
		if !ok {
			continue
		}
		rest = strings.TrimLeft(rest, " :,")
		if quote := strings.IndexAny(rest, "\"“'"); quote == 0 {
			rest = rest[width(rest):]
			if end := strings.IndexAny(rest, "\"”'"); end > 0 {
				rest = rest[:end]
			}
		} else if end := strings.IndexAny(rest, ";)("); end > 0 {
			rest = rest[:end]
		}
		out = append(out[:len(out):len(out)], strings.TrimRight(strings.TrimSpace(rest), "."))
	}
	return out
}

// shownBy is the sort that examples are of, and whether they are written in another form than the one that stands for
// all.
func shownBy(examples []string) (sort Sort, printed bool) {
	for _, e := range examples {
		t := Scan(e, Locale{})
		for _, s := range []Sort{Email, URL, DateTime, Date, Duration, Currency} {
			for _, v := range t.Of(s) {
				if covers(e, v) {
					return s, v.Value != e
				}
			}
		}
	}
	return Text, false
}

// named is the sort that the name of a text field suggests.
func named(f *schema.Field) Sort {
	for _, w := range Words(f.Name) {
		if s, ok := nameWords[w]; ok {
			return s
		}
	}
	return Text
}

var nameWords = map[string]Sort{
	"email": Email, "mail": Email, "phone": Phone, "telephone": Phone, "tel": Phone, "fax": Phone, "mobile": Phone, "telefon": Phone,
	"website": URL, "url": URL, "homepage": URL, "link": URL, "currency": Currency, "date": Date, "datum": Date, "dob": Date, "birthday": Date,
	"iban": ID, "number": ID, "no": ID, "nr": ID, "num": ID, "id": ID, "identifier": ID, "code": ID, "reference": ID, "ref": ID,
}

// Words are the words of a name, in small letters: "invoiceNumber" and "invoice_number" have the same.
func Words(name string) []string {
	var b strings.Builder
	var before rune
	for _, r := range name {
		if unicode.IsUpper(r) && unicode.IsLower(before) {
			b.WriteByte(' ')
		}
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			b.WriteRune(unicode.ToLower(r))
		} else {
			b.WriteByte(' ')
		}
		before = r
	}
	return strings.Fields(b.String())
}
