package docx

import (
	"strconv"
	"strings"

	"github.com/octavo-dev/octavo/internal/format/numeral"
)

// count writes a number in one of the formats of lists. Those of scripts that are not listed are written in digits.
func count(n int, format string) string {
	s := ""
	switch format {
	case "none":
		return ""
	case "decimalZero":
		if n < 10 {
			return "0" + strconv.Itoa(n)
		}
	case "upperRoman":
		s = strings.ToUpper(numeral.Roman(n))
	case "lowerRoman":
		s = numeral.Roman(n)
	case "upperLetter":
		s = strings.ToUpper(numeral.Repeated(n))
	case "lowerLetter":
		s = numeral.Repeated(n)
	case "ordinal":
		return strconv.Itoa(n) + ending(n)
	case "decimalEnclosedCircle", "decimalEnclosedCircleChinese":
		if n >= 1 && n <= 20 {
			return string(rune('①' + n - 1))
		}
	case "decimalFullWidth", "decimalFullWidth2":
		return digits(n, []rune("０１２３４５６７８９"))
	case "ideographDigital", "japaneseDigitalTenThousand", "taiwaneseDigital", "koreanDigital2":
		return digits(n, []rune("〇一二三四五六七八九"))
	case "chineseCounting", "chineseCountingThousand", "japaneseCounting", "taiwaneseCounting", "taiwaneseCountingThousand":
		s = ideographs(n)
	case "russianLower":
		s = letter(n, "абвгдежзиклмнопрстуфхцчшщыэюя")
	case "russianUpper":
		s = strings.ToUpper(letter(n, "абвгдежзиклмнопрстуфхцчшщыэюя"))
	}
	if s == "" {
		return strconv.Itoa(n)
	}
	return s
}

// ending is what follows an English ordinal.
func ending(n int) string {
	switch {
	case n%100 >= 11 && n%100 <= 13:
		return "th"
	case n%10 == 1:
		return "st"
	case n%10 == 2:
		return "nd"
	case n%10 == 3:
		return "rd"
	}
	return "th"
}

func digits(n int, signs []rune) string {
	var b strings.Builder
	for _, d := range strconv.Itoa(max(n, 0)) {
		b.WriteRune(signs[d-'0'])
	}
	return b.String()
}

func letter(n int, alphabet string) string {
	if signs := []rune(alphabet); n >= 1 && n <= len(signs) {
		return string(signs[n-1])
	}
	return ""
}

// ideographs counts to 99 as in Chinese and Japanese.
func ideographs(n int) string {
	signs := []rune("〇一二三四五六七八九")
	if n < 1 || n > 99 {
		return ""
	}
	s := ""
	if n >= 20 {
		s = string(signs[n/10])
	}
	if n >= 10 {
		s += "十"
	}
	if n%10 > 0 {
		s += string(signs[n%10])
	}
	return s
}
