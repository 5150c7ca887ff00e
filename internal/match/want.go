package match

import (
	"regexp"
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/schema"
)

// kind is what sort of value a field wants.
type kind uint8

const (
	kindText kind = iota
	kindDate
	kindTime
	kindMoney
	kindNumber
	kindCurrency
	kindID
	kindEmail
	kindPhone
	kindURL
	kindAddress
	kindName
	kindPlace
	kindDuration
	kindBoolean
	kindEnum
)

// want is one leaf of a schema as the engine looks for it.
type want struct {
	field *schema.Field
	kind  kind
	name  []term          // what it is called, and what the objects around it are called
	told  map[string]bool // what else its description speaks of
	avoid map[string]bool // what its description says it is not
	mask  mask            // of all that labels of it can have

	initials [2]string // of its name, with and without those of words that say nothing
}

// newWant reads what a field asks for. Around are the terms of the objects it is part of.
func newWant(f *schema.Field, around []term) *want {
	w := &want{field: f, told: map[string]bool{}, avoid: map[string]bool{}, initials: [2]string{initials(f.Name, true), initials(f.Name, false)}}
	w.name = distinct(append(terms(f.Name), around...))
	if len(w.name) == 0 {
		w.name = distinct(terms(f.Title))
	}
	says, not := speak(f.Description)
	for _, t := range append(terms(says), terms(f.Title)...) {
		w.told[t.name] = true
	}
	for _, t := range terms(not) {
		if !w.has(t.name) {
			w.avoid[t.name] = true
		}
	}
	w.kind = kindOf(f, w)
	if w.kind == kindMoney && w.has("total") && !w.speaks("net", "vat", "gross") {
		w.name = append(w.name, term{"gross", lexical().words["gross"]}) // which is what a total is where nothing else is said
	}
	w.looks()
	return w
}

// looks sets the mask, once all is known.
func (w *want) looks() {
	w.mask = maskOf(w.name)
	for name := range w.told {
		w.mask |= maskOfName(name)
	}
	if w.has("total") {
		w.mask |= maskOfName("amount") // which can mean it
	}
}

// hint takes what the caller says about documents in general: the sentences that speak of the field.
func (w *want) hint(guidance string) {
	for _, sentence := range strings.FieldsFunc(guidance, func(r rune) bool { return r == '.' || r == ';' || r == '\n' }) {
		ts := terms(sentence)
		if !w.named(ts) {
			continue
		}
		for _, t := range ts {
			w.told[t.name] = true
		}
	}
	w.looks()
}

func distinct(all []term) []term {
	var out []term
	for _, t := range all {
		if !slices.ContainsFunc(out, func(o term) bool { return o.name == t.name }) {
			out = append(out, t)
		}
	}
	return out
}

// has reports whether the name of the field speaks of a concept.
func (w *want) has(names ...string) bool {
	return slices.ContainsFunc(w.name, func(t term) bool { return slices.Contains(names, t.name) })
}

// speaks reports whether the name or the description does.
func (w *want) speaks(names ...string) bool {
	return w.has(names...) || slices.ContainsFunc(names, func(n string) bool { return w.told[n] })
}

// Clauses of a description that say what a value looks like or what it is not, and not what it is.
var (
	clauseNot     = regexp.MustCompile(`(?i)\b(?:not|no|never|except)\s+(?:the\s+|an?\s+)?([^;,.)]*)`)
	clauseExample = regexp.MustCompile(`(?i)\b(?:e\.\s?g\.|for example|such as|z\.\s?b\.|par ex\.)[^;)]*`)
	clauseAbsent  = regexp.MustCompile(`(?i)\b(?:leave out|omit|null|empty)\b[^;)]*`)
	clauseForm    = regexp.MustCompile(`(?i)\b(?:as|in the form)\s+(?:YYYY|printed|number and unit|a positive|an? )[^;,)]*`)
)

// speak divides a description into what a field is and what it is not.
func speak(description string) (says, not string) {
	text := clauseExample.ReplaceAllString(description, " ")
	text = clauseAbsent.ReplaceAllString(text, " ")
	text = clauseForm.ReplaceAllString(text, " ")
	for _, m := range clauseNot.FindAllStringSubmatch(text, -1) {
		not += " " + m[1]
	}
	return clauseNot.ReplaceAllString(text, " "), not
}

func kindOf(f *schema.Field, w *want) kind {
	if len(f.Enum) > 0 {
		return kindEnum
	}
	switch f.Kind {
	case schema.Boolean:
		return kindBoolean
	case schema.Number, schema.Integer:
		if f.Kind == schema.Number && w.speaks("amount", "total", "subtotal", "price", "net", "gross", "vat", "commission", "discount", "currency", "salary", "deposit") && !w.has("quantity", "percent") {
			return kindMoney
		}
		return kindNumber
	}
	switch f.Format {
	case "date", "date-time":
		return kindDate
	case "time":
		return kindTime
	case "duration":
		return kindDuration
	case "email":
		return kindEmail
	case "uri":
		return kindURL
	}
	return kindOfString(f, w)
}

// kindOfString tells from its words what a field of text holds.
func kindOfString(f *schema.Field, w *want) kind {
	lower := strings.ToLower(f.Description)
	switch {
	case strings.Contains(lower, "yyyy-mm-dd"), w.has("date") && !w.has("number"):
		return kindDate
	case w.has("currency"), strings.Contains(lower, "iso 4217"):
		return kindCurrency
	case w.has("email"):
		return kindEmail
	case w.has("phone"):
		return kindPhone
	case w.has("website"):
		return kindURL
	case w.has("number", "id", "code", "reference", "iban", "bic", "serial", "postal"):
		return kindID
	case w.has("address", "street"):
		return kindAddress
	case strings.Contains(lower, "how long"), strings.Contains(lower, "number and unit"):
		return kindDuration
	case strings.Contains(lower, "state or country"), w.has("country", "state", "jurisdiction"):
		return kindPlace
	case w.has("name"), w.has("company"), strings.HasPrefix(lower, "name"), strings.HasPrefix(lower, "full name"), w.has("customer", "seller", "payee", "borrower", "agent", "lender", "advertiser", "agency", "employer", "registrant", "contact"):
		return kindName
	case w.has("time"):
		return kindTime
	}
	return kindText
}
