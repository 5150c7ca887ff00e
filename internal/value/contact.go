package value

import (
	"strings"
	"unicode"
)

// contacts are the e-mail and web addresses, which may not be read as anything else.
func (s *scan) contacts() (emails, urls []Found) {
	if !strings.ContainsAny(s.text, "@/") && !strings.Contains(strings.ToLower(s.text), "www.") {
		return nil, nil
	}
	for i := 1; i < len(s.lex)-1; i++ {
		switch {
		case s.is(i, "@"):
			if f, ok := s.email(i); ok {
				emails = append(emails, f)
			}
		case s.is(i, ":") && s.is(i+1, "/") && s.is(i+2, "/") && s.free(i, i+1):
			if scheme := s.lower(i - 1); scheme == "http" || scheme == "https" || scheme == "ftp" {
				urls = append(urls, s.url(i-1))
			}
		case s.lower(i) == "www" && s.is(i+1, ".") && s.at(i+2).kind != blank && s.free(i, i+1) && s.at(i+2).kind != end:
			urls = append(urls, s.url(i))
		}
	}
	return emails, urls
}

// email reads the address around an at sign.
func (s *scan) email(at int) (Found, bool) {
	first, last := at, at
	for s.at(first-1).kind == word || s.at(first-1).kind == digits || s.is(first-1, "._%+-") {
		first--
	}
	for s.is(first, ".-+%") {
		first++
	}
	for s.at(last+1).kind == word || s.at(last+1).kind == digits || s.is(last+1, ".-") {
		last++
	}
	for s.is(last, ".-") {
		last--
	}
	host := s.text[s.at(at).end:s.at(last).end]
	dot := strings.LastIndexByte(host, '.')
	if first == at || last == at || dot < 1 || len(host)-dot < 3 || strings.Contains(host, "..") || !letters(host[dot+1:]) {
		return Found{}, false
	}
	s.take(first, last+1)
	return s.found(s.text[s.at(first).start:s.at(last).end], first, last+1), true
}

func letters(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
}

// url reads the address that begins at i, up to a blank and without the marks of the sentence around it.
func (s *scan) url(i int) Found {
	j := i
	for s.at(j).kind != blank && s.at(j).kind != end && !s.is(j, `<>"“”„»«|`) {
		j++
	}
	for j > i+1 && s.is(j-1, ".,;:!?)]}'’") {
		j--
	}
	s.take(i, j)
	return s.found(s.text[s.at(i).start:s.at(j-1).end], i, j)
}

// phones are the telephone numbers. Those whose form tells are taken; a plain row of digits may be something else too.
func (s *scan) phones() []Found {
	var out []Found
	for i := 1; i < len(s.lex)-1; i++ {
		if !s.is(i, "+(") && s.at(i).kind != digits || !s.free(i, i+1) || !s.open(i) && !s.is(i, "+(") {
			continue
		}
		j, total, groups, telling := s.dialled(i)
		labelled := s.labelled(i)
		if total < 7 || total > 15 || !telling && !labelled && (groups > 1 || total < 9) {
			continue
		}
		out = append(out, s.found(s.text[s.at(i).start:s.at(j-1).end], i, j))
		if telling || labelled {
			s.take(i, j)
		}
		i = j - 1
	}
	return out
}

// dialled reads the groups of a telephone number from i. It tells of itself by a plus sign, by an area code in brackets
// or by groups as they are written in North America.
func (s *scan) dialled(i int) (next, total, groups int, telling bool) {
	j := i
	telling = s.is(i, "+") && s.at(i+1).kind == digits
	area, joined := 0, false
	var lengths []int
	for {
		k, marked := j, false
		for k < j+3 && (s.at(k).kind == blank && s.at(k).end-s.at(k).start == 1 || s.is(k, "-–/.()+")) {
			if s.is(k, "(") && s.is(k+2, ")") {
				area = s.at(k+1).end - s.at(k+1).start
			}
			marked = marked || j > i && s.at(k).kind == mark
			k++
		}
		if s.at(k).kind != digits || !s.free(k, k+1) {
			break
		}
		n := s.at(k).end - s.at(k).start
		if total+n > 15 {
			break
		}
		total += n
		groups++
		joined = joined || marked
		lengths = append(lengths, n)
		j = k + 1
	}
	if s.at(j).kind == word || s.is(j, ",.-/") && s.at(j+1).kind == digits {
		return j, 0, groups, false
	}
	// Blanks alone may as well stand between numbers.
	american := joined && groups == 3 && lengths[0] == 3 && lengths[1] == 3 && lengths[2] == 4 ||
		joined && groups == 4 && lengths[0] == 1 && lengths[1] == 3 && lengths[2] == 3 && lengths[3] == 4
	bracketed := s.is(i, "(") && area >= 2 && area <= 5 && groups > 1
	return j, total, groups, telling && total >= 8 || american || bracketed
}

var phoneWords = set("tel telephone telefon telefono teléfono telefone téléphone tél tfn phone ph fax mobile mobil mobiltelefon handy cell hp telefax fon call")

// labelled reports whether a word before i says that a telephone number follows.
func (s *scan) labelled(i int) bool {
	for k := i - 1; k >= max(i-5, 1); k-- {
		if s.at(k).kind == word {
			return phoneWords[s.lower(k)] || s.lower(k) == "no" && phoneWords[s.lower(k-2)]
		}
		if s.at(k).kind == digits {
			return false
		}
	}
	return false
}
