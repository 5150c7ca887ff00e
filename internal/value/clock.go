package value

import "fmt"

// clock reads a time of day that begins at i and gives where it ends; 0 where there is none.
func (s *scan) clock(i int) (string, int) {
	hour := s.short(i, 1, 2)
	if hour < 0 || hour > 23 {
		return "", 0
	}
	minute, second, j := 0, 0, i+1
	switch {
	case s.is(j, ":") && s.short(j+1, 2, 2) >= 0:
		minute, j = s.short(j+1, 2, 2), j+2
		if s.is(j, ":") && s.short(j+1, 2, 2) >= 0 {
			second, j = s.short(j+1, 2, 2), j+2
			if s.is(j, ".") && s.at(j+1).kind == digits { // parts of a second
				j += 2
			}
		}
	case s.lower(j) == "h" && s.short(j+1, 2, 2) >= 0:
		minute, j = s.short(j+1, 2, 2), j+2
	case s.is(j, ".") && s.short(j+1, 2, 2) >= 0 && s.marked(j+2):
		minute, j = s.short(j+1, 2, 2), j+2
	case s.marked(j):
	default:
		return "", 0
	}
	// "1:12.15" is how long something took.
	if minute > 59 || second > 59 || s.is(j, ".:,") && s.at(j+1).kind == digits {
		return "", 0
	}
	half, k := s.half(j)
	if k > 0 {
		j = k
	} else if s.at(j).kind == word && s.lower(j) != "h" && s.lower(j) != "z" && s.lower(j) != "uhr" {
		return "", 0
	}
	switch {
	case half == "p" && hour < 12:
		hour += 12
	case half == "a" && hour == 12:
		hour = 0
	case half != "" && hour > 12:
		return "", 0
	}
	if u := s.past(j); s.lower(u) == "uhr" || s.lower(u) == "h" && u == j {
		j = u + 1
	}
	return fmt.Sprintf("%02d:%02d:%02d", hour, minute, second), j
}

// marked reports whether a word follows that makes figures a time of day.
func (s *scan) marked(j int) bool {
	if _, k := s.half(j); k > 0 {
		return true
	}
	u := s.lower(s.past(j))
	return u == "uhr" || u == "oclock"
}

// half reads am and pm, and where they end.
func (s *scan) half(j int) (string, int) {
	j = s.past(j)
	switch s.lower(j) {
	case "am", "pm":
		return s.lower(j)[:1], j + 1
	case "a", "p":
		if s.is(j+1, ".") && s.lower(j+2) == "m" {
			if s.is(j+3, ".") {
				return s.lower(j), j + 4
			}
			return s.lower(j), j + 3
		}
	}
	return "", 0
}

var beforeClock = set("t at um à a alle ore om las às kl time zeit uhrzeit heure hora")

// clockAfter reads the time that belongs to a date that ends before i.
func (s *scan) clockAfter(i int) (start int, clock string, next int) {
	j := i
	for range 6 {
		if s.at(j).kind == blank || s.is(j, ",-|/:(") || beforeClock[s.lower(j)] {
			j++
			continue
		}
		break
	}
	if j == i {
		return 0, "", 0
	}
	clock, next = s.clock(j)
	return j, clock, next
}

// zone reads the offset after a time, as ISO 8601 writes it.
func (s *scan) zone(j int) (string, int) {
	k := s.past(j)
	switch s.lower(k) {
	case "z", "utc", "gmt":
		if !s.is(k+1, "+-") {
			return "Z", k + 1
		}
		k++
	}
	if s.is(k, "+-") && s.short(k+1, 2, 2) >= 0 && s.is(k+2, ":") && s.short(k+3, 2, 2) >= 0 && s.short(k+1, 2, 2) < 24 && s.short(k+3, 2, 2) < 60 {
		return s.text[s.at(k).start:s.at(k+3).end], k + 4
	}
	return "", j
}
