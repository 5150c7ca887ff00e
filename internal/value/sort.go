package value

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/schema"
)

// isoDate is how descriptions ask for a date.
var isoDate = regexp.MustCompile(`(?i)\byyyy-mm-dd\b|\biso[ -]?8601 date\b|\biso date\b`)

// SortOf is the sort of values that a field wants. It is strict where the schema says so; where only the name of a text
// field suggests it, other texts will do too.
func SortOf(f *schema.Field) (sort Sort, strict bool) {
	switch {
	case f.Kind == schema.Boolean:
		return Boolean, true
	case f.Enum != nil:
		return Enum, true
	case f.Kind == schema.Number || f.Kind == schema.Integer:
		return Number, true
	case f.Kind != schema.String:
		return Text, false
	}
	switch f.Format {
	case "date":
		return Date, true
	case "time":
		return Time, true
	case "date-time":
		return DateTime, true
	case "duration":
		return Duration, true
	case "email":
		return Email, true
	case "uri", "url":
		return URL, true
	}
	switch {
	case isoDate.MatchString(f.Description):
		return Date, true
	case strings.Contains(f.Description, "ISO 4217"):
		return Currency, true
	case f.Pattern != nil:
		return Pattern, true
	}
	return named(f), false
}

// named is the sort that the name of a text field suggests.
func named(f *schema.Field) Sort {
	words := Words(f.Name)
	has := func(list ...string) bool {
		for _, w := range words {
			for _, l := range list {
				if w == l {
					return true
				}
			}
		}
		return false
	}
	switch {
	case has("email", "mail"):
		return Email
	case has("phone", "telephone", "tel", "fax", "mobile", "telefon"):
		return Phone
	case has("website", "url", "homepage", "link"):
		return URL
	case has("currency"):
		return Currency
	case has("iban", "number", "no", "nr", "num", "id", "identifier", "code", "reference", "ref"):
		return ID
	}
	return Text
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
