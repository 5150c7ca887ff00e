package value

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/schema"
)

// Every date that is written in one of many ways is read as the same day.
func TestDatesReadBack(t *testing.T) {
	german := strings.Fields("Januar Februar März April Mai Juni Juli August September Oktober November Dezember")
	rapid.Check(t, func(t *rapid.T) {
		d := time.Unix(rapid.Int64Range(0, 2_400_000_000).Draw(t, "seconds"), 0).UTC()
		text, loc := "", Locale{}
		switch form := rapid.SampledFrom([]string{"2006-01-02", "02.01.2006", "2.1.2006", "2.1.06", "02/01/2006", "01/02/2006", "January 2, 2006", "Jan 2 2006",
			"2 Jan 2006", "02-Jan-2006", "20060102", "german", "ordinal"}).Draw(t, "form"); form {
		case "german":
			text = fmt.Sprintf("%d. %s %d", d.Day(), german[d.Month()-1], d.Year())
		case "ordinal":
			text = fmt.Sprintf("the %dth day of %s, %d", d.Day(), d.Month(), d.Year())
		case "01/02/2006":
			text, loc = d.Format(form), Locale{Language: "en-US"}
		default:
			if strings.HasSuffix(form, ".06") && (d.Year() < 1970 || d.Year() > 2049) {
				t.Skip("two figures do not tell")
			}
			text = d.Format(form)
		}
		around := rapid.SampledFrom([]string{"%s", "on %s.", "Date: %s", "(%s)", "%s, 12.50 EUR"}).Draw(t, "around")
		text = fmt.Sprintf(around, text)
		got := Dates(text, loc)
		if len(got) != 1 || got[0].Value != d.Format(time.DateOnly) {
			t.Fatalf("%q: got %v", text, got)
		}
	})
}

// Every amount that is written in one of many ways is read as the same number.
func TestNumbersReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cents := rapid.Int64Range(0, 99_999_999_999).Draw(t, "cents")
		group := rapid.SampledFrom([]string{"", ",", ".", "'", "\u00a0", "\u202f"}).Draw(t, "group")
		point := "."
		if group == "." || rapid.Bool().Draw(t, "comma") && group != "," {
			point = ","
		}
		whole := fmt.Sprint(cents / 100)
		for i := len(whole) - 3; i > 0 && group != ""; i -= 3 {
			whole = whole[:i] + group + whole[i:]
		}
		text := whole + point + fmt.Sprintf("%02d", cents%100)
		unit := ""
		switch rapid.IntRange(0, 4).Draw(t, "currency") {
		case 1:
			text, unit = "€ "+text, "EUR"
		case 2:
			text, unit = text+" USD", "USD"
		case 3:
			text, unit = "RM"+text, "MYR"
		}
		want := fmt.Sprintf("%d.%02d", cents/100, cents%100)
		if cents > 0 && rapid.Bool().Draw(t, "minus") {
			want = "-" + want
			text = fmt.Sprintf(rapid.SampledFrom([]string{"-%s", "(%s)", "−%s"}).Draw(t, "sign"), text)
		}
		got := Numbers(text, Locale{})
		if len(got) != 1 || got[0].Value != json.Number(want) || got[0].Unit != unit {
			t.Fatalf("%q: got %+v, want %s %s", text, got, want, unit)
		}
	})
}

// sane checks what holds for every text: values stand inside it in order, and each can be written as JSON.
func sane(t *testing.T, text string) {
	loc := Survey([]string{text}, "")
	for _, loc := range []Locale{{}, loc, {Language: "en-US"}, {Language: "fr", Spaces: true}} {
		tokens := Scan(text, loc)
		for s := range sorts {
			last := 0
			for _, f := range tokens.Of(s) {
				if f.Start < last || f.End <= f.Start || f.End > len(text) {
					t.Fatalf("%q: %+v is out of place", text, f)
				}
				last = f.Start
				if n, ok := f.Value.(json.Number); ok && !json.Valid([]byte(n)) {
					t.Fatalf("%q: %s is no number", text, n)
				}
			}
			if s == Date {
				for _, f := range tokens.Of(s) {
					if _, err := time.Parse(time.DateOnly, f.Value.(string)); err != nil {
						t.Fatalf("%q: %v", text, err)
					}
				}
			}
		}
	}
	AddressScore(text)
	OrganisationScore(text)
	PersonScore(text)
}

// Nothing takes more than a moment, however long the text: every place is looked at a bounded number of times.
func TestLongTexts(t *testing.T) {
	f := field(t, `"s":{"enum":["a","1"]}`)
	for _, part := range []string{"1 111 ", "1.", "a ", "a@", "@", "www.", "http://", "EUR ", "EUR.", "5. ", "May ", "DE", "DE12", "(", "[x] ", "+1 ", "yes ", "one ", "1-", "-", "\u00a0111"} {
		text := strings.Repeat(part, 30_000/len(part))
		Scan(text, Locale{Spaces: true})
		Find(text, f, Locale{})
		Survey([]string{text}, "en")
	}
}

func FuzzScan(f *testing.F) {
	for _, s := range []string{"Total 1.234,50 € am 5. März 2018 14:30 Uhr", "DE 123 456 789", "DE89 3704 0044 0532 0130 00", "(555) 123-4567 a@b.org www.x.de",
		"[x] Yes [ ] No", "eighteen (18) months", "$1.25 billion", "1 234 . 50", "\xff\xfe 12", "12.--", "5.–7. März 2018", "US-Dollar 5 %"} {
		f.Add(s)
	}
	f.Fuzz(sane)
}

func FuzzRead(f *testing.F) {
	fields, err := schema.Parse(json.RawMessage(`{"properties":{"a":{"type":"number"},"b":{"type":"integer","minimum":2},"c":{"format":"date"},
		"d":{"format":"date-time"},"e":{"format":"duration"},"f":{"enum":["Short form","x",5,"İ"]},"g":{"type":"string","pattern":"^[a-z]+$"},
		"h":{"format":"uri"},"i":{"type":"boolean"},"phone":{"type":"string"},"k":{"type":["integer","string"],"maxLength":5},"l":{"description":"ISO 4217","type":"string"}}}`))
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range []string{"5", "5. März 2018 14:30", "short  FORM", "x5x", "www.a.b", "12,50 €", "3 years", "İi̇"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, p := range fields.Properties {
			if v, ok := Read(text, p, Locale{}); ok && !p.Accepts(v) {
				t.Fatalf("%s of %q: %v is not accepted", p.Name, text, v)
			}
			for _, v := range Find(text, p, Locale{}) {
				if !p.Accepts(v.Value) || v.Start < 0 || v.End > len(text) || v.Start >= v.End {
					t.Fatalf("%s in %q: %+v", p.Name, text, v)
				}
			}
		}
	})
}

func BenchmarkScan(b *testing.B) {
	lines := []string{"Invoice RE-2018/0047 of 5. März 2018", "10 Trennblätter A4 9,90 € 19 % 198,00 €", "The parties agree to keep confidential all information disclosed.",
		"Tel. +49 30 1234567, info@example.org, www.example.org"}
	b.ReportAllocs()
	for i := range b.N {
		Scan(lines[i%len(lines)], Locale{Language: "de"})
	}
}
