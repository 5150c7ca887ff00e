package numfmt

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// lastDate is the first serial number behind the year 9999.
const lastDate = 2_958_466

// showDate shows a serial number: days, and their fraction as time of day.
func (s *section) showDate(v float64, from1904 bool) string {
	if v >= lastDate {
		return General(v)
	}
	precision := 0
	for _, t := range s.tokens {
		if t.kind == fraction {
			precision = len(t.text)
		}
	}
	unit := math.Pow10(min(precision, 9))
	ticks := math.Round(v * 86400 * unit) // rounded as shown, so that 59.9999 s is the next minute
	at := Date(ticks/unit/86400, from1904)
	half := false
	for _, t := range s.tokens {
		half = half || t.kind == halfDay
	}
	var b strings.Builder
	for _, t := range s.tokens {
		switch t.kind {
		case literal:
			b.WriteString(t.text)
		case part:
			b.WriteString(datePart(at, t.text, half))
		case minutes:
			b.WriteString(padded(at.Minute(), len(t.text)))
		case elapsed:
			b.WriteString(elapsedPart(ticks/unit, t.text))
		case fraction:
			rest := int64(math.Mod(ticks, unit))
			fmt.Fprintf(&b, ".%0*d", len(t.text), rest)
		case halfDay:
			b.WriteString(halfName(at, t.text))
		}
	}
	return b.String()
}

// Date is the time behind a serial number. The calendar of 1900 counts a 29 February of that year that never was.
func Date(v float64, from1904 bool) time.Time {
	base := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	switch {
	case from1904:
		base = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	case v < 60:
		base = base.AddDate(0, 0, 1)
	}
	days := math.Floor(v)
	return base.AddDate(0, 0, int(days)).Add(time.Duration(math.Round((v-days)*86400*1e6)) * time.Microsecond)
}

func datePart(at time.Time, mark string, half bool) string {
	n := len(mark)
	switch mark[0] {
	case 'y':
		if n <= 2 {
			return padded(at.Year()%100, 2)
		}
		return padded(at.Year(), 4)
	case 'm':
		switch {
		case n == 3:
			return at.Format("Jan")
		case n == 5:
			return at.Format("Jan")[:1]
		case n > 3:
			return at.Format("January")
		}
		return padded(int(at.Month()), n)
	case 'd':
		switch {
		case n == 3:
			return at.Format("Mon")
		case n > 3:
			return at.Format("Monday")
		}
		return padded(at.Day(), n)
	case 'h':
		hour := at.Hour()
		if half {
			hour = (hour+11)%12 + 1
		}
		return padded(hour, n)
	}
	return padded(at.Second(), n)
}

func padded(v, n int) string { return fmt.Sprintf("%0*d", min(n, 4), v) }

// elapsedPart shows all hours, minutes or seconds since the start.
func elapsedPart(seconds float64, mark string) string {
	per := map[byte]float64{'h': 3600, 'm': 60, 's': 1}[mark[0]]
	return fmt.Sprintf("%0*d", min(len(mark), 9), int64(seconds/per))
}

func halfName(at time.Time, mark string) string {
	name := "AM"
	if at.Hour() >= 12 {
		name = "PM"
	}
	if mark == "a/p" {
		return name[:1]
	}
	return name
}
