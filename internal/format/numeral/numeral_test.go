package numeral_test

import (
	"testing"

	"github.com/octavo-dev/octavo/internal/format/numeral"
)

func TestNumerals(t *testing.T) {
	for _, c := range []struct {
		n                        int
		letters, repeated, roman string
	}{
		{0, "", "", ""}, {1, "a", "a", "i"}, {26, "z", "z", "xxvi"}, {27, "aa", "aa", "xxvii"}, {28, "ab", "bb", "xxviii"},
		{702, "zz", "zzzzzzzzzzzzzzzzzzzzzzzzzzz", "dccii"}, {3999, "ewu", "", "mmmcmxcix"}, {4000, "ewv", "", ""}, {-3, "", "", ""},
	} {
		if l, p, r := numeral.Letters(c.n), numeral.Repeated(c.n), numeral.Roman(c.n); l != c.letters || p != c.repeated || r != c.roman {
			t.Errorf("%d: %s %s %s", c.n, l, p, r)
		}
	}
}
