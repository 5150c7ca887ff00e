package value

import (
	"fmt"
	"strings"
)

// spans are the words for spans of time, as English names them.
var spans = names(`second:second seconds:second sekunde:second sekunden:second seconde:second secondes:second segundo:second segundos:second
	secondo:second secondi:second minute:minute minutes:minute minuten:minute minuto:minute minutos:minute minuti:minute hour:hour
	hours:hour stunde:hour stunden:hour heure:hour heures:hour hora:hour horas:hour ora:hour ore:hour uur:hour uren:hour day:day days:day
	tag:day tage:day tagen:day jour:day jours:day día:day días:day dia:day dias:day giorno:day giorni:day dag:day dagen:day week:week
	weeks:week woche:week wochen:week semaine:week semaines:week semana:week semanas:week settimana:week settimane:week weken:week
	month:month months:month monat:month monate:month monaten:month mois:month mes:month meses:month mese:month mesi:month maand:month
	maanden:month mês:month year:year years:year jahr:year jahre:year jahren:year an:year ans:year année:year années:year año:year
	años:year anno:year anni:year jaar:year jaren:year ano:year anos:year`)

// counts are the small numbers as words.
var counts = func() map[string]int {
	out := map[string]int{"twenty": 20, "twentyfive": 25, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
		"ninety": 90, "hundred": 100, "zwanzig": 20, "vierundzwanzig": 24, "dreißig": 30, "sechsunddreißig": 36, "sechzig": 60, "neunzig": 90,
		"vingt": 20, "trente": 30, "soixante": 60, "veinte": 20, "treinta": 30, "sesenta": 60, "venti": 20, "trenta": 30, "sessanta": 60,
		"twintig": 20, "dertig": 30, "zestig": 60, "vinte": 20, "trinta": 30, "sessenta": 60}
	for _, list := range []string{
		"one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
		"ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn",
		"un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize",
		"uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve",
		"uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto",
		"een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien",
		"um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove",
	} {
		for i, w := range strings.Fields(list) {
			out[w] = i + 1
		}
	}
	for _, w := range []string{"eine", "einem", "einen", "einer", "eines", "une", "una", "uma", "un"} {
		out[w] = 1
	}
	return out
}()

// durations are the spans of time: a count, in figures or words or both, and a word for a unit.
func (s *scan) durations() []Found {
	var out []Found
	for i := 1; i < len(s.lex)-1; i++ {
		n, j := s.count(i)
		if j == 0 {
			continue
		}
		for s.at(j).kind == blank || s.is(j, "-‐‑") {
			j++
		}
		for adjectives[s.lower(j)] {
			j = s.past(j + 1)
		}
		unit := spans[s.lower(j)]
		if unit == "" {
			continue
		}
		value := n + " " + unit
		if n != "1" {
			value += "s"
		}
		f := s.found(value, i, j+1)
		f.Unit = unit
		out = append(out, f)
		i = j
	}
	return out
}

var adjectives = set("full calendar business consecutive additional more volle ganze")

// count reads a number that somebody counts with, and where it ends. Of "eighteen (18)" and "18 (eighteen)" the figures hold.
func (s *scan) count(i int) (string, int) {
	if s.at(i-1).kind == word || s.at(i-1).kind == digits || s.taken[i] {
		return "", 0
	}
	var n string
	j := i + 1
	switch v := counts[s.lower(i)]; {
	case v > 0:
		if s.is(j, "-‐‑") && v >= 20 && counts[s.lower(j+1)] > 0 && counts[s.lower(j+1)] < 10 {
			v += counts[s.lower(j+1)]
			j += 2
		}
		n = fmt.Sprint(v)
	case s.short(i, 1, 4) > 0 && s.open(i) && !s.is(i-1, "."):
		n = fmt.Sprint(s.short(i, 1, 4))
		if s.is(j, ".,") && s.short(j+1, 1, 2) >= 0 { // "1.5 years"
			n += "." + strings.TrimRight(s.str(j+1), "0")
			n = strings.TrimSuffix(n, ".")
			j += 2
		}
	default:
		return "", 0
	}
	if k := s.past(j); s.is(k, "([") && s.is(k+2, ")]") {
		switch inner := s.short(k+1, 1, 4); {
		case inner > 0:
			return fmt.Sprint(inner), k + 3
		case counts[s.lower(k+1)] > 0:
			return n, k + 3
		}
	}
	return n, j
}
