// Package value reads what people write on paper as values: numbers, money, dates, times, durations, addresses of all
// kinds, identifiers and check marks, in the notations of several languages.
package value

// Found is a value that stands in a text.
type Found struct {
	Value      any    // string, json.Number or bool
	Start, End int    // bytes in the text
	Unit       string // of a number: currency (ISO 4217), "%" or a unit as printed; of an identifier: "IBAN" or "VAT"
}

// Sort is what kind of value a field wants.
type Sort uint8

// The sorts of values. Text is anything that is written.
const (
	Text Sort = iota
	Number
	Boolean
	Date
	Time
	DateTime
	Duration
	Email
	URL
	Phone
	ID
	Currency
	Enum
	Pattern
	sorts
)

// Tokens are the values of every sort in one text, each sort in the order of the text.
type Tokens struct {
	Text  string
	found [sorts][]Found
}

// Of are the values of one sort.
func (t Tokens) Of(s Sort) []Found { return t.found[s] }

// Scan finds everything in a text once, so that many fields can look at it.
func Scan(text string, loc Locale) Tokens { return scanFor(text, loc, sorts) }

// scanFor finds the values of one sort, and those that have to be known for it: what is part of a value with a telling
// form is nothing else.
func scanFor(text string, loc Locale, want Sort) Tokens {
	s := newScan(text, loc)
	t := Tokens{Text: text}
	all := want == sorts
	if all || want == Boolean {
		t.found[Boolean] = s.booleans()
	}
	if want == Boolean || want == Text || want == Enum {
		return t
	}
	t.found[Email], t.found[URL] = s.contacts()
	if want == Email || want == URL {
		return t
	}
	t.found[Date], t.found[Time], t.found[DateTime] = s.calendar()
	if want == Date || want == Time || want == DateTime {
		return t
	}
	registered := s.registered()
	t.found[Phone] = s.phones()
	if all || want == Number {
		t.found[Number] = s.numbers()
	}
	if all || want == ID || want == Pattern {
		t.found[ID] = s.ids(registered)
	}
	if all || want == Currency {
		t.found[Currency] = s.currencies()
	}
	if all || want == Duration {
		t.found[Duration] = s.durations()
	}
	return t
}

// Numbers are the numbers in a text, those that are part of dates, identifiers and the like not among them.
func Numbers(text string, loc Locale) []Found { return scanFor(text, loc, Number).Of(Number) }

// Dates are the days in a text, as YYYY-MM-DD.
func Dates(text string, loc Locale) []Found { return scanFor(text, loc, Date).Of(Date) }

// Times are the clock times in a text, as HH:MM:SS.
func Times(text string, loc Locale) []Found { return scanFor(text, loc, Time).Of(Time) }

// DateTimes are the days that a clock time belongs to, as ISO 8601.
func DateTimes(text string, loc Locale) []Found { return scanFor(text, loc, DateTime).Of(DateTime) }

// Durations are the spans of time in a text, in English: "18 months".
func Durations(text string, loc Locale) []Found { return scanFor(text, loc, Duration).Of(Duration) }

// Emails are the e-mail addresses in a text.
func Emails(text string, loc Locale) []Found { return scanFor(text, loc, Email).Of(Email) }

// URLs are the web addresses in a text.
func URLs(text string, loc Locale) []Found { return scanFor(text, loc, URL).Of(URL) }

// Phones are the telephone numbers in a text, as printed.
func Phones(text string, loc Locale) []Found { return scanFor(text, loc, Phone).Of(Phone) }

// Booleans are the answers in a text: check marks, and words for yes and no.
func Booleans(text string, loc Locale) []Found { return scanFor(text, loc, Boolean).Of(Boolean) }

// IDs are the tokens with digits in a text that may name something, as printed; VAT and bank account numbers without
// the blanks they are grouped with.
func IDs(text string, loc Locale) []Found { return scanFor(text, loc, ID).Of(ID) }

// Currencies are the currencies named in a text, as ISO 4217 codes.
func Currencies(text string, loc Locale) []Found { return scanFor(text, loc, Currency).Of(Currency) }
