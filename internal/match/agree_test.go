package match

import (
	"encoding/json"
	"testing"
)

func TestWhole(t *testing.T) {
	for name, c := range map[string]struct {
		amounts []json.Number
		want    int
	}{
		"net and tax":            {[]json.Number{"5.66", "94.34", "4", "100.00"}, 3},
		"in another order":       {[]json.Number{"178.08", "10.08", "168"}, 0},
		"parts that are wholes":  {[]json.Number{"30", "10", "20", "5", "35"}, 4},
		"none":                   {[]json.Number{"5.66", "94.34", "4"}, -1},
		"an amount and nothing":  {[]json.Number{"0.00", "7.10", "7.10"}, -1},
		"twice the same is none": {[]json.Number{"2.20", "1.10", "1.10"}, -1},
		"negative":               {[]json.Number{"-5", "10", "5"}, -1},
	} {
		t.Run(name, func(t *testing.T) {
			var list []candidate
			for _, a := range c.amounts {
				list = append(list, candidate{value: a})
			}
			if got := whole(list); got != c.want {
				t.Errorf("%d, want %d", got, c.want)
			}
		})
	}
}
