// Package numeral writes the numbers of list items.
package numeral

import "strings"

// Letters counts a to z, aa, ab and so on. It is empty for numbers below 1.
func Letters(n int) string {
	s := ""
	for ; n > 0; n = (n - 1) / 26 {
		s = string(rune('a'+(n-1)%26)) + s
	}
	return s
}

// Repeated counts a to z, aa, bb and so on, as word processors do.
func Repeated(n int) string {
	const most = 30 // of the same letter
	if n < 1 || n > most*26 {
		return ""
	}
	return strings.Repeat(string(rune('a'+(n-1)%26)), (n-1)/26+1)
}

// Roman writes numbers from 1 to 3999 in small Roman numerals. It is empty for others.
func Roman(n int) string {
	if n < 1 || n > 3999 {
		return ""
	}
	values := []int{1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1}
	signs := []string{"m", "cm", "d", "cd", "c", "xc", "l", "xl", "x", "ix", "v", "iv", "i"}
	var b strings.Builder
	for i, v := range values {
		for ; n >= v; n -= v {
			b.WriteString(signs[i])
		}
	}
	return b.String()
}
