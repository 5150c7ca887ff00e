package value

import (
	"strings"
	"unicode"
)

var streetWords = set(`street st road rd avenue ave boulevard blvd lane ln drive dr court way square sq highway hwy parkway pkwy suite floor fl unit
	building bldg block level lot jalan jln lorong taman persiaran lebuh kampung bandar straße strasse str weg platz allee gasse ring ufer damm
	rue chemin impasse quai cours place route calle avenida avda plaza paseo carrera vía camino via viale piazza corso largo vicolo straat laan
	plein gracht kade steenweg rua travessa praça estrada alameda box postfach`)

var streetEndings = []string{"straße", "strasse", "str", "weg", "platz", "allee", "gasse", "ring", "damm", "straat", "laan", "plein", "gracht", "kade", "vej", "gatan"}

// AddressScore is how much a text looks like a postal address, from 0 to 1: a postal code, a word for a street, a house
// number, and commas or lines between them.
func AddressScore(text string) float64 {
	s := newScan(text, Locale{})
	street, house, postal, parts, words := false, false, false, 0, 0
	for i := 1; i < len(s.lex)-1; i++ {
		l := s.at(i)
		n := l.end - l.start
		switch l.kind {
		case word:
			words++
			street = street || streetWord(s.lower(i))
		case digits:
			postal = postal || s.postal(i, n)
			house = house || n <= 4 && !(s.is(i+1, ".,") && s.at(i+2).kind == digits) && !s.is(i+1, "%€$")
		case mark:
			if l.r == ',' {
				parts++
			}
		}
	}
	parts += strings.Count(text, "\n")
	if words == 0 || words > 40 || len(s.numbersWithMoney()) > 0 {
		return 0
	}
	score := 0.0
	add := func(is bool, by float64) {
		if is {
			score += by
		}
	}
	add(street, 0.4)
	add(postal, 0.3)
	add(house && (street || postal), 0.15)
	add(parts > 0 && (street || postal), 0.15)
	return min(score, 1)
}

func streetWord(w string) bool {
	if streetWords[w] {
		return true
	}
	for _, e := range streetEndings {
		if strings.HasSuffix(w, e) && len(w) > len(e)+2 {
			return true
		}
	}
	return false
}

// postal reports whether digits may be a postal code: with a place after it, or a state before it.
func (s *scan) postal(i, n int) bool {
	before, after := s.at(s.back(i)), s.at(s.past(i+1))
	switch {
	case n == 5 && s.is(i+1, "-") && s.short(i+2, 4, 4) >= 0: // ZIP+4
		return true
	case n < 4 || n > 6 || !s.open(i):
		return false
	case before.kind == word && states[s.text[before.start:before.end]]:
		return true
	}
	return after.kind == word && unicode.IsUpper(after.r)
}

func (s *scan) back(i int) int {
	if s.at(i-1).kind == blank {
		return i - 2
	}
	return i - 1
}

// numbersWithMoney are the amounts in a text, which no address has.
func (s *scan) numbersWithMoney() []Found {
	var out []Found
	for _, f := range s.numbers() {
		if len(f.Unit) == 3 && f.Unit != "pcs" {
			out = append(out, f)
		}
	}
	return out
}

// legalForms are the endings of names of organisations, without full stops and blanks.
var legalForms = set(`gmbh mbh ag kg kgaa ohg gbr ug ev eg ek inc incorporated ltd limited llc llp lp plc corp corporation company co sa sas sarl sasu eurl
	snc srl spa sapa bv nv vof cv oy oyj ab as asa aps sl slu sau sc ltda eireli lda sdnbhd sb bhd pte pty pvt kft zrt doo sro spzoo gmbh&co`)

var organisationWords = set(`bank university universität université universidad università school college institute institut hospital klinik group gruppe
	holding holdings partners associates services solutions systems technologies industries foundation stiftung association verein ministry
	department agency council committee restaurant restaurants supermarket market store shop trading enterprise enterprises hotel verlag amt
	stadtwerke gemeinde congress church trust fund`)

// OrganisationScore is how much a text looks like the name of an organisation, from 0 to 1: a legal form at its end, or a
// word that only organisations have.
func OrganisationScore(text string) float64 {
	fields := strings.Fields(strings.NewReplacer(",", " ", "(", " ", ")", " ").Replace(text))
	if len(fields) == 0 || len(fields) > 14 {
		return 0
	}
	score := 0.0
	for i, w := range fields {
		plain := strings.ToLower(strings.NewReplacer(".", "", "/", "").Replace(w))
		joined := plain
		if i > 0 {
			joined = strings.ToLower(strings.ReplaceAll(fields[i-1]+w, ".", ""))
		}
		switch {
		case i > 0 && (legalForms[plain] || legalForms[joined]):
			late := float64(i+1) / float64(len(fields))
			score = max(score, 0.6+0.35*late)
		case organisationWords[plain]:
			score = max(score, 0.5)
		}
	}
	if score > 0 && !capitals(fields) {
		score /= 2
	}
	return score
}

var titles = set("mr mrs ms miss dr prof herr frau monsieur madame mme mlle sr sra señor señora sig dott ing dipl hon rev")

// PersonScore is how much a text looks like the name of a person, from 0 to 1: two to four capitalised words without
// digits, a title in front or not.
func PersonScore(text string) float64 {
	fields := strings.Fields(strings.NewReplacer(",", " ").Replace(text))
	if len(fields) < 2 || len(fields) > 5 || strings.ContainsAny(text, "0123456789@:/%€$&") || OrganisationScore(text) > 0 {
		return 0
	}
	score := 0.5
	if titles[strings.Trim(strings.ToLower(fields[0]), ".")] {
		score += 0.4
		fields = fields[1:]
	}
	if len(fields) == 0 || len(fields) > 4 || !capitals(fields) {
		return 0
	}
	for _, f := range fields {
		if streetWord(strings.ToLower(strings.Trim(f, "."))) {
			return score / 4
		}
		if len([]rune(strings.Trim(f, "."))) == 1 { // an initial
			score += 0.2
			break
		}
	}
	return min(score, 1)
}

var particles = set("de da di del della der den van von zu zur le la of and und y e et dos das the for &")

// capitals reports whether all words begin with capitals, those that never do aside.
func capitals(fields []string) bool {
	for _, f := range fields {
		r := firstRune(f)
		if unicode.IsLetter(r) && !unicode.IsUpper(r) && !particles[strings.ToLower(f)] && !legalForms[strings.ToLower(strings.ReplaceAll(f, ".", ""))] {
			return false
		}
	}
	return true
}
