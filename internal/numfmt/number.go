package numfmt

import (
	"math"
	"strconv"
	"strings"
)

// shape is how the digits of a section are to be laid out.
type shape struct {
	whole, decimals int // places before and behind the point
	thousands       bool
	scale           float64
	power           int // index of the exponent token, -1 without
	slash           int // index of the slash of a fraction, -1 without
}

func (s *section) shape() shape {
	sh := shape{scale: 1, power: -1, slash: -1}
	behind := false
	for i, t := range s.tokens {
		switch t.kind {
		case digit:
			switch {
			case sh.power >= 0 || sh.slash >= 0:
			case behind:
				sh.decimals++
			default:
				sh.whole++
			}
		case point:
			behind = true
		case percent:
			sh.scale *= 100
		case exponent:
			sh.power = i
		case slash:
			sh.slash = i
		case comma:
			if s.digitFollows(i) {
				sh.thousands = sh.thousands || !behind && sh.whole > 0
			} else if sh.whole+sh.decimals > 0 {
				sh.scale /= 1000
			}
		}
	}
	return sh
}

// digitFollows reports whether a comma groups digits; at the end of them it divides by a thousand.
func (s *section) digitFollows(i int) bool {
	for _, t := range s.tokens[i+1:] {
		switch t.kind {
		case digit:
			return true
		case comma, literal:
		default:
			return false
		}
	}
	return false
}

func (s *section) showNumber(v float64, sign string) string {
	sh := s.shape()
	if sh.whole+sh.decimals == 0 && sh.slash < 0 {
		return sign + s.plain()
	}
	v *= sh.scale
	switch {
	case sh.slash >= 0:
		return sign + s.showFraction(v, sh)
	case sh.power >= 0:
		return sign + s.showScientific(v, sh)
	}
	// The shortest decimals of a number are what a spreadsheet rounds: 1.005 is shown as 1.01.
	digits := round(v, sh.decimals)
	if strings.Trim(digits, "0.") == "" {
		sign = ""
	}
	return sign + s.lay(digits, sh, "")
}

// maxDecimals bounds what a format may ask for, as spreadsheets do.
const maxDecimals = 30

func round(v float64, decimals int) string {
	decimals = min(decimals, maxDecimals)
	if v < 1e15 && decimals < 15 {
		shift := math.Pow10(decimals)
		if scaled, err := strconv.ParseFloat(strconv.FormatFloat(v*shift, 'g', 15, 64), 64); err == nil {
			v = math.Round(scaled) / shift
		}
	}
	return strconv.FormatFloat(v, 'f', decimals, 64)
}

// plain shows a section without digits.
func (s *section) plain() string {
	var b strings.Builder
	for _, t := range s.tokens {
		switch t.kind {
		case literal:
			b.WriteString(t.text)
		case percent:
			b.WriteByte('%')
		}
	}
	return b.String()
}

// lay puts the digits of a number into the places of the section.
func (s *section) lay(number string, sh shape, power string) string {
	whole, decimals, _ := strings.Cut(number, ".")
	whole = strings.TrimLeft(whole, "0")
	var b strings.Builder
	places, behind := sh.whole, false
	at := 0 // decimals shown
	for i, t := range s.tokens {
		switch t.kind {
		case literal:
			b.WriteString(t.text)
		case percent:
			b.WriteByte('%')
		case exponent:
			b.WriteString("E" + power)
			return b.String() + s.tail(i+1)
		case point:
			if sh.whole == 0 && !behind {
				b.WriteString(whole)
			}
			behind = true
			b.WriteByte('.')
		case digit:
			if behind {
				if at < len(decimals) {
					b.WriteString(decimal(decimals, at, t.text))
					at++
				}
				continue
			}
			wholePlace(&b, whole, places, places == sh.whole, t.text, sh.thousands)
			places--
		}
	}
	return b.String()
}

// tail is what stands behind an exponent's digits.
func (s *section) tail(from int) string {
	var b strings.Builder
	for _, t := range s.tokens[from:] {
		if t.kind == literal {
			b.WriteString(t.text)
		}
	}
	return b.String()
}

// wholePlace writes what belongs into one place before the point. The first place takes all digits that are left over.
func wholePlace(b *strings.Builder, whole string, place int, first bool, mark string, thousands bool) {
	n := len(whole)
	from := n - place
	switch {
	case first && from > 0:
		for k := 0; k <= from; k++ {
			b.WriteByte(whole[k])
			group(b, n-k, thousands)
		}
	case from >= 0:
		b.WriteByte(whole[from])
		group(b, place, thousands)
	case mark == "0":
		b.WriteByte('0')
		group(b, place, thousands)
	case mark == "?":
		b.WriteByte(' ')
	}
}

// group writes a comma behind the digit that stands at a place counted from the point.
func group(b *strings.Builder, place int, thousands bool) {
	if thousands && place > 1 && place%3 == 1 {
		b.WriteByte(',')
	}
}

// decimal is what belongs into a place behind the point.
func decimal(decimals string, at int, mark string) string {
	if strings.Trim(decimals[at:], "0") != "" || mark == "0" {
		return decimals[at : at+1]
	}
	if mark == "?" {
		return " "
	}
	return ""
}
