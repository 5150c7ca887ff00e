package numfmt

import (
	"math"
	"strconv"
	"strings"
)

// showScientific shows a number with an exponent. With several places before the point the exponent is a multiple of
// their number.
func (s *section) showScientific(v float64, sh shape) string {
	step := max(sh.whole, 1)
	power := 0
	if v != 0 {
		power = int(math.Floor(math.Log10(v)))
		power -= ((power % step) + step) % step
	}
	mantissa := round(v/math.Pow(10, float64(power)), sh.decimals)
	if whole, _, _ := strings.Cut(mantissa, "."); len(whole) > step { // rounded up to the next power
		power += step
		mantissa = round(v/math.Pow(10, float64(power)), sh.decimals)
	}
	places := 0
	for _, t := range s.tokens[sh.power+1:] {
		if t.kind == digit {
			places++
		}
	}
	shown := strconv.Itoa(abs(power))
	shown = strings.Repeat("0", max(0, min(places, 10)-len(shown))) + shown
	switch {
	case power < 0:
		shown = "-" + shown
	case s.tokens[sh.power].text == "+":
		shown = "+" + shown
	}
	return s.lay(mantissa, sh, shown)
}

func abs(n int) int { return max(n, -n) }

// showFraction shows a number as a whole number and a fraction of at most three digits, or of a fixed denominator.
func (s *section) showFraction(v float64, sh shape) string {
	places, fixed := 0, ""
	for _, t := range s.tokens[sh.slash+1:] {
		switch {
		case t.kind == digit && t.text != "0" || t.kind == digit && fixed == "":
			places++
		case t.kind == literal && strings.Trim(t.text, "0123456789") == "":
			fixed += t.text
		}
		if t.kind == digit && t.text == "0" && fixed != "" {
			fixed += "0"
		}
	}
	below, err := strconv.Atoi(fixed)
	if err != nil || below == 0 {
		below = 0
	}
	parts := 0
	for _, t := range s.tokens[:sh.slash] {
		if t.kind == literal && strings.TrimSpace(t.text) == "" {
			parts++
		}
	}
	whole := 0.0
	if parts > 0 {
		whole = math.Trunc(v)
	}
	top, bottom := ratio(v-whole, below, min(places, 3))
	if top == bottom && parts > 0 {
		whole, top = whole+1, 0
	}
	switch {
	case top == 0 && parts > 0:
		return strconv.FormatFloat(whole, 'f', 0, 64)
	case whole == 0:
		return strconv.Itoa(top) + "/" + strconv.Itoa(bottom)
	}
	return strconv.FormatFloat(whole, 'f', 0, 64) + " " + strconv.Itoa(top) + "/" + strconv.Itoa(bottom)
}

// ratio is the fraction nearest to v, with a given denominator or the best of so many digits.
func ratio(v float64, fixed, digits int) (top, bottom int) {
	if v > 1e9 {
		return int(min(v, 1e15)), 1
	}
	if fixed > 0 {
		return int(math.Round(v * float64(fixed))), fixed
	}
	most := int(math.Pow10(max(digits, 1))) - 1
	best := math.Inf(1)
	for d := 1; d <= most; d++ {
		n := math.Round(v * float64(d))
		if miss := math.Abs(v - n/float64(d)); miss < best-1e-12 {
			best, top, bottom = miss, int(n), d
		}
	}
	return top, bottom
}
