package value

import (
	"fmt"
	"strings"
	"time"
)

// day is a date that was read.
type day struct {
	year, month, date int
	i, j              int // lexemes
}

func (d day) ok() bool {
	if d.year < 1000 || d.year > 2999 || d.month < 1 || d.month > 12 || d.date < 1 {
		return false
	}
	return d.date <= time.Date(d.year, time.Month(d.month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

func (d day) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.year, d.month, d.date) }

// calendar are the dates, the times and the times of dates in the text.
func (s *scan) calendar() (dates, times, both []Found) {
	for i := 1; i < len(s.lex)-1; {
		if !s.free(i, i+1) {
			i++
			continue
		}
		days := s.days(i)
		if len(days) == 0 {
			if clock, j := s.clock(i); j > 0 && s.open(i) {
				times = append(times, s.found(clock, i, j))
				s.take(i, j)
				i = j
				continue
			}
			i++
			continue
		}
		for _, d := range days {
			dates = append(dates, s.found(d.String(), d.i, d.j))
		}
		last := days[len(days)-1]
		if last.j > i+1 { // eight digits may be a number too
			s.take(i, last.j)
		}
		i = last.j
		if k, clock, j := s.clockAfter(i); j > 0 {
			times = append(times, s.found(clock, k, j))
			zone, z := s.zone(j)
			both = append(both, s.found(last.String()+"T"+clock+zone, last.i, z))
			s.take(i, z)
			i = z
		}
	}
	return dates, times, both
}

// days are the dates that begin at i: one, or several that share a month.
func (s *scan) days(i int) []day {
	switch s.at(i).kind {
	case digits:
		if !s.open(i) {
			return nil
		}
		if d, ok := s.numeric(i); ok {
			return []day{d}
		}
		if d, ok := s.dayMonth(i); ok {
			return []day{d}
		}
		return s.dayRange(i)
	case word:
		if s.at(i-1).kind == digits {
			return nil
		}
		return s.monthDay(i)
	}
	return nil
}

const dateMarks = "./-–‐−"

// numeric reads a date in figures.
func (s *scan) numeric(i int) (day, bool) {
	if d, ok := s.compact(i); ok {
		return d, true
	}
	sep, b := s.between(i + 1)
	sep2, c := s.between(b + 1)
	if b == 0 || c == 0 || sep != sep2 {
		return day{}, false
	}
	after := c + 1
	if s.at(after).kind == word && s.lower(after) != "t" || s.is(after, dateMarks) && s.at(after+1).kind == digits {
		return day{}, false
	}
	d := day{i: i, j: after}
	first, second, third := s.short(i, 1, 4), s.short(b, 1, 2), s.short(c, 1, 4)
	switch {
	case first < 0 || second < 0 || third < 0:
		return d, false
	case s.short(i, 4, 4) >= 0:
		d.year, d.month, d.date = first, second, third
	case s.short(i, 1, 2) < 0 || s.short(c, 2, 2) < 0 && s.short(c, 4, 4) < 0:
		return d, false
	default:
		if sep == ' ' && (s.short(i, 2, 2) < 0 || s.short(b, 2, 2) < 0 || s.short(c, 4, 4) < 0) {
			return d, false
		}
		// Three short figures with blanks around their dashes are a row of numbers.
		if s.at(i+1).kind == blank && s.short(c, 2, 2) >= 0 && sep != '.' {
			return d, false
		}
		d.year = century(third, s.short(c, 4, 4) >= 0)
		d.date, d.month = order(first, second, sep, s.loc)
	}
	return d, d.ok() && (d.year >= 1800 && d.year < 2200)
}

// between reads what stands between two parts of a date at j, and where the second one is.
func (s *scan) between(j int) (rune, int) {
	k := s.past(j)
	if s.is(k, dateMarks) {
		sep := s.at(k).r
		if strings.ContainsRune("–‐−", sep) {
			sep = '-'
		}
		k = s.past(k + 1)
		if s.is(k, "'’") {
			k++
		}
		if s.at(k).kind == digits {
			return sep, k
		}
		return 0, 0
	}
	if k > j && s.at(k).kind == digits {
		return ' ', k
	}
	return 0, 0
}

// order tells which of two figures is the day. A date with full stops is never written the American way.
func order(first, second int, sep rune, loc Locale) (date, month int) {
	dayFirst := loc.dayFirst() || sep == '.' && !loc.DayFirstKnown
	if second > 12 || !dayFirst && first <= 12 {
		return second, first
	}
	return first, second
}

// century makes years of two figures those of the last fifty and the next fifty or so around 2000.
func century(year int, full bool) int {
	switch {
	case full:
		return year
	case year < 50:
		return 2000 + year
	}
	return 1900 + year
}

// compact reads 20180305.
func (s *scan) compact(i int) (day, bool) {
	t := s.str(i)
	if len(t) != 8 || s.at(i+1).kind == word && s.lower(i+1) != "t" || s.is(i+1, dateMarks+",'") && s.at(i+2).kind == digits {
		return day{}, false
	}
	n := func(s string) int { return int(s[0]-'0')*10 + int(s[1]-'0') }
	d := day{n(t)*100 + n(t[2:]), n(t[4:]), n(t[6:]), i, i + 1}
	return d, d.ok() && d.year >= 1900 && d.year < 2100
}
