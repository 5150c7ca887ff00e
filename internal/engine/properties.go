package engine

import (
	"strings"
	"time"

	"github.com/octavo-dev/octavo/internal/doc"
)

// Document is what the document says about itself, each value from XMP where that has it and else from the information
// dictionary. Dates that cannot be read are left out.
func (i *Info) Document() doc.Properties {
	value := func(name string) string {
		if v := strings.TrimSpace(i.Metadata[name]); v != "" {
			return v
		}
		return strings.TrimSpace(i.Properties[name])
	}
	date := func(name string) string {
		for _, v := range []string{i.Metadata[name], i.Properties[name]} {
			if t, ok := Time(v); ok {
				return t.Format(time.RFC3339)
			}
		}
		return ""
	}
	return doc.Properties{
		Title: value("Title"), Author: value("Author"), Subject: value("Subject"), Keywords: value("Keywords"),
		Creator: value("Creator"), Producer: value("Producer"), Created: date("CreationDate"), Modified: date("ModDate"),
	}
}

// Time reads a date of a PDF file, D:YYYYMMDDHHmmSSOHH'mm', or of XMP, YYYY-MM-DDThh:mm:ss.sTZD. Both may end early,
// and without an offset they count as UTC.
func Time(text string) (time.Time, bool) {
	r := dateReader{rest: strings.TrimPrefix(strings.TrimSpace(text), "D:")}
	year, ok := r.number(4)
	if !ok || year == 0 {
		return time.Time{}, false
	}
	parts := [5]int{1, 1, 0, 0, 0}                                 // month, day, hour, minute, second
	for i, before := range [...]string{"-", "-", "T ", ":", ":"} { // only XMP puts something between the parts
		r.skip(before)
		v, ok := r.number(2)
		if !ok {
			break
		}
		parts[i] = v
	}
	if r.skip(".") {
		for _, ok := r.number(1); ok; _, ok = r.number(1) {
		}
	}
	offset, ok := r.offset()
	if !ok {
		return time.Time{}, false
	}
	t := time.Date(year, time.Month(parts[0]), parts[1], parts[2], parts[3], parts[4], 0, time.FixedZone("", offset))
	// A part that is too large would have been carried over.
	if int(t.Month()) != parts[0] || t.Day() != parts[1] || t.Hour() != parts[2] || t.Minute() != parts[3] || t.Second() != parts[4] {
		return time.Time{}, false
	}
	if offset == 0 {
		t = t.UTC()
	}
	return t, true
}

type dateReader struct{ rest string }

// number reads exactly so many digits.
func (r *dateReader) number(digits int) (n int, ok bool) {
	if len(r.rest) < digits {
		return 0, false
	}
	for _, c := range []byte(r.rest[:digits]) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	r.rest = r.rest[digits:]
	return n, true
}

// skip goes past one character if it is among the given.
func (r *dateReader) skip(characters string) bool {
	if r.rest == "" || !strings.ContainsRune(characters, rune(r.rest[0])) {
		return false
	}
	r.rest = r.rest[1:]
	return true
}

// offset reads the seconds east of Greenwich that end a date.
func (r *dateReader) offset() (int, bool) {
	sign := 1
	switch {
	case r.rest == "" || r.skip("Zz"):
		return 0, true // some write Z00'00'
	case r.skip("-"):
		sign = -1
	case !r.skip("+"):
		return 0, false
	}
	hours, ok := r.number(2)
	if !ok {
		return 0, false
	}
	r.skip("':")
	minutes, _ := r.number(2)
	if hours > 14 || minutes > 59 {
		return 0, false
	}
	return sign * (hours*3600 + minutes*60), true
}
