package value

import "strings"

// months are the names of months, written out and short.
var months = func() map[string]int {
	out := map[string]int{}
	for i, list := range []string{
		"january jan januar jänner janvier janv enero ene gennaio gen januari janeiro",
		"february feb februar februari février fevrier févr fév fev febrero febbraio fevereiro febr",
		"march mar märz maerz mär mrz marz mars marzo maart mrt março marco",
		"april apr avril avr abril abr aprile",
		"may mai mayo maggio mag mei maio",
		"june jun juni juin junio giugno giu junho",
		"july jul juli juillet juil julio luglio lug julho",
		"august aug août aout agosto ago augustus ag",
		"september sep sept septembre septiembre settembre set setembro",
		"october oct oktober okt octobre octubre ottobre ott outubro out",
		"november nov novembre noviembre novembro",
		"december dec dezember dez décembre déc diciembre dic dicembre dezembro",
	} {
		for _, name := range strings.Fields(list) {
			out[name] = i + 1
		}
	}
	return out
}()

var (
	betweenDayAndMonth = set("day of de del di d the dag van jour du")
	betweenMonthAndDay = set("the")
	beforeYear         = set("de del of do anno year in the")
	until              = set("to bis au al a à until through thru tot t m and und et y e en")
)

// ordinal is the index after the ending of an ordinal number: "5th", "5.", "1er", "1º".
func (s *scan) ordinal(i int) int {
	if s.is(i, ".º°ª") {
		return i + 1
	}
	if ordinals[s.lower(i)] {
		return i + 1
	}
	return i
}

// dayMonth reads a date whose day stands first: "5. März 2018", "5th day of March, 2019", "05-Mar-18".
func (s *scan) dayMonth(i int) (day, bool) {
	date := s.short(i, 1, 2)
	if date < 1 {
		return day{}, false
	}
	j := s.ordinal(i + 1)
	for range 8 {
		switch {
		case s.at(j).kind == blank, s.is(j, "-/.,'’–"):
			j++
		case betweenDayAndMonth[s.lower(j)]:
			j++
		default:
			return s.monthYear(j, day{date: date, i: i})
		}
	}
	return day{}, false
}

// monthYear reads the rest of a date after its day.
func (s *scan) monthYear(j int, d day) (day, bool) {
	if d.month = months[s.lower(j)]; d.month == 0 {
		return d, false
	}
	year, next, ok := s.year(j + 1)
	d.year, d.j = year, next
	return d, ok && d.ok()
}

// year reads the year of a date after what separates it from the rest.
func (s *scan) year(j int) (year, next int, ok bool) {
	tight := false
	for range 8 {
		switch {
		case s.at(j).kind == blank, s.is(j, ","):
			j++
		case s.is(j, "-/.'’–"):
			tight = true
			j++
		case beforeYear[s.lower(j)]:
			j++
		default:
			if y := s.short(j, 4, 4); y >= 1800 && y < 2200 && s.at(j+1).kind != word {
				return y, j + 1, true
			}
			// Two figures may be anything unless something ties them to the month or they are the last.
			if y := s.short(j, 2, 2); y >= 0 && (tight && s.at(j-1).kind != blank || s.at(j+1).kind == end) {
				return century(y, false), j + 1, true
			}
			return 0, 0, false
		}
	}
	return 0, 0, false
}

// dayRange reads days that share a month: "5.–7. März 2018".
func (s *scan) dayRange(i int) []day {
	date := s.short(i, 1, 2)
	if date < 1 {
		return nil
	}
	first := s.ordinal(i + 1)
	j := s.past(first)
	if !s.is(j, "-–/") && !until[s.lower(j)] {
		return nil
	}
	j = s.past(j + 1)
	last, ok := s.dayMonth(j)
	d := day{last.year, last.month, date, i, first}
	if !ok || !d.ok() || date >= last.date {
		return nil
	}
	return []day{d, last}
}

// monthDay reads a date whose month stands first: "March 5, 2018", "March 5–7, 2018".
func (s *scan) monthDay(i int) []day {
	month := months[s.lower(i)]
	if month == 0 {
		return nil
	}
	j := i + 1
	for s.at(j).kind == blank || s.is(j, ".-/") || betweenMonthAndDay[s.lower(j)] {
		j++
	}
	out := []day{{month: month, date: s.short(j, 1, 2), i: i}}
	if out[0].date < 1 {
		return nil
	}
	j = s.ordinal(j + 1)
	out[0].j = j
	if k := s.past(j); s.is(k, "-–") && s.short(s.past(k+1), 1, 2) > out[0].date {
		k = s.past(k + 1)
		if _, _, ok := s.year(s.ordinal(k + 1)); ok {
			out = append(out, day{month: month, date: s.short(k, 1, 2), i: k})
			j = s.ordinal(k + 1)
		}
	}
	year, next, ok := s.year(j)
	if !ok {
		return nil
	}
	for k := range out {
		out[k].year = year
		if !out[k].ok() {
			return nil
		}
	}
	out[len(out)-1].j = next
	return out
}
