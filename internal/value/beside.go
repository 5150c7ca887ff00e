package value

import "strings"

const dashes = "-−–‐‑"

// left reads what stands before an amount: a sign, a currency, both in either order. It refuses one that continues
// something: "A12", "2018/0047", "1:12.15".
func (s *scan) left(a *amount, used int) bool {
	k := a.i - 1
	if s.is(k, dashes+"+") && k >= used {
		if before := s.at(k - 1).kind; before == word && s.ends(k, used) == 0 || before == digits {
			return false
		}
		a.minus = s.at(k).r != '+'
		a.i = k
		k--
	}
	j := k + 1
	if s.at(k).kind == blank {
		j = k
	}
	if n := s.ends(j, used); n > 0 {
		a.unit, _ = s.currency(j - n)
		a.i = j - n
		if s.is(a.i-1, dashes) && s.at(a.i-2).kind != word && s.at(a.i-2).kind != digits && a.i-1 >= used {
			a.minus = true
			a.i--
		}
		return true
	}
	switch l := s.at(k); l.kind {
	case word:
		return strings.EqualFold(s.str(k), "x") && k-1 < used
	case digits:
		return k < used
	case mark:
		if strings.ContainsRune("/_#:.,", l.r) && s.at(k-1).kind != blank && s.at(k-1).kind != end {
			return l.r == ':' && s.at(k-1).kind != digits || l.r == '.' && s.at(k-1).kind == word || k < used
		}
		return l.r != '#'
	}
	if s.loose && s.is(k-1, dashes) && k-1 >= used { // "- 5,00" and nothing else
		a.minus = true
		a.i = k - 1
	}
	return true
}

// ends is how many lexemes the currency takes that ends before j; 0 where there is none or it belongs to another number.
func (s *scan) ends(j, used int) int {
	if s.is(j-1, ".") && s.at(j-2).kind == word && j-2 >= used { // "Fr. 5", "Rs.100"
		if _, n := s.currency(j - 2); n == 1 && s.open(j-2) {
			return 2
		}
	}
	for n := 4; n >= 1; n-- {
		if j-n < used || j-n < 1 {
			continue
		}
		if _, m := s.currency(j - n); m == n && (s.at(j-n).kind == mark || s.open(j-n)) {
			return n
		}
	}
	return 0
}

// right reads what stands after an amount: a sign, a percent sign, a currency, a unit. It refuses one that something
// continues: "12A", "2363932-1", "1/2".
func (s *scan) right(a *amount) bool {
	s.dash(a)
	j := a.j
	l := s.at(j)
	if l.kind == mark && strings.ContainsRune(dashes+"/:_", l.r) && (s.at(j+1).kind == digits || s.at(j+1).kind == word && l.r != '/' && units[s.lower(j+1)] == "") {
		return false
	}
	if s.is(j, ".,'’") && s.at(j+1).kind == digits && s.at(j+1).start == l.end {
		return false
	}
	if s.is(j, dashes) && a.minus && s.is(a.i, dashes) { // "-2-" is a page number
		a.minus = false
	} else if s.is(j, "-−") && a.part != "" { // "12,50-"
		a.minus = true
		a.j++
		j++
	}
	glued := s.at(j).kind == word
	j = s.magnitude(a, j)
	k := s.past(j)
	if s.is(k, "%％") {
		a.unit, a.j = "%", k+1
		return true
	}
	if iso, n := s.currency(k); n > 0 && a.unit == "" && !s.begins(k, n) {
		a.unit, a.j = iso, k+n
		if s.is(a.j, "-−") && s.at(a.j+1).kind != digits && s.at(a.j+1).kind != word {
			a.minus = true
			a.j++
		}
		return true
	}
	unit := s.lower(k)
	switch {
	case percents[unit]:
		a.unit, a.j = "%", k+1
	case units[unit] != "":
		if a.unit == "" {
			a.unit, a.j = units[unit], k+1
		}
	case glued && a.shift == 0:
		return strings.EqualFold(s.str(j), "x") || ordinals[unit]
	}
	return true
}

// begins reports whether a currency after an amount stands directly before another one and farther from this one, so
// that it belongs to that: "5 €12".
func (s *scan) begins(k, n int) bool {
	return s.at(k-1).kind == blank && s.at(k+n).kind == digits
}

// dash reads the dash that stands for no cents: "12,-" and "12.--".
func (s *scan) dash(a *amount) {
	if a.part != "" || !s.is(a.j, ".,") || !s.is(a.j+1, dashes+"—") {
		return
	}
	a.j += 2
	for s.is(a.j, dashes+"—") {
		a.j++
	}
}

// magnitude reads "million" and the like and gives where they end.
func (s *scan) magnitude(a *amount, j int) int {
	k := s.past(j)
	shift := magnitudes[s.lower(k)]
	if shift == 0 || len(s.str(k)) == 1 && k != j { // "5k", but not "5 K"
		return j
	}
	a.shift = shift
	a.j = k + 1
	if s.is(a.j, ".") {
		a.j++
	}
	return a.j
}

// brackets read as a minus where nothing else can be meant: around money, or around all of a text.
func (s *scan) brackets(a *amount, used int) {
	if !s.is(a.i-1, "(") || !s.is(a.j, ")") || a.i-1 < used {
		return
	}
	money := a.part != "" && a.unit != "%" || len(a.seps) > 0 || len(a.unit) == 3
	alone := s.loose && s.at(s.past(a.j+1)).kind == end
	if money || alone {
		a.minus = true
		a.i--
		a.j++
	}
}

var percents = set("percent prozent procent pct porciento percento")

var ordinals = set("st nd rd th er ère eme ème e ste de te")

// units are those that may stand glued to a number, and how they are named.
var units = names(`kg:kg g:g mg:mg t:t m:m cm:cm mm:mm km:km l:l ml:ml cl:cl h:h hrs:h hr:h std:h min:min s:s sec:s ms:ms pcs:pcs pc:pcs
	stk:pcs stück:pcs x:x kw:kW kwh:kWh hz:Hz mhz:MHz ghz:GHz kb:KB mb:MB gb:GB tb:TB lb:lb lbs:lb oz:oz ft:ft in:in
	yd:yd mi:mi sqft:sqft qm:m² px:px dpi:dpi pt:pt day:day days:day tage:day tag:day month:month months:month monate:month year:year
	years:year jahre:year hours:h stunden:h minutes:min minuten:min`)

var magnitudes = map[string]int{
	"thousand": 3, "tausend": 3, "tsd": 3, "k": 3, "million": 6, "millions": 6, "mio": 6, "mill": 6, "millionen": 6, "millones": 6, "millón": 6,
	"milioni": 6, "miljoen": 6, "milhões": 6, "milhão": 6, "mn": 6, "billion": 9, "billions": 9, "bn": 9, "mrd": 9, "milliarde": 9,
	"milliarden": 9, "milliard": 9, "milliards": 9, "miliardi": 9, "miljard": 9,
}

// set is a list of words as a set.
func set(list string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(list) {
		out[w] = true
	}
	return out
}

// names is a list of word:name as a map.
func names(list string) map[string]string {
	out := map[string]string{}
	for _, w := range strings.Fields(list) {
		key, name, _ := strings.Cut(w, ":")
		out[key] = name
	}
	return out
}
