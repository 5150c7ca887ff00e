package match

import (
	"encoding/json"
	"math"
)

// mostSummed is how many candidates of a field are tried in sums.
const mostSummed = 6

// agree raises candidates of amounts that add up: net and tax to gross, gross without commission to what is due. Of all
// sums of three fields the likeliest counts.
func agree(wants []*want, lists [][]candidate) {
	type place struct{ field, at int }
	byCents := map[int64][]place{}
	var money []int
	for f, w := range wants {
		if w.kind != kindMoney {
			continue
		}
		money = append(money, f)
		for i := range lists[f][:min(mostSummed, len(lists[f]))] {
			c := cents(&lists[f][i])
			byCents[c] = append(byCents[c], place{f, i})
		}
	}
	best := map[[3]int]float64{}
	found := map[[3]int][3]*candidate{}
	for n, a := range money {
		for _, b := range money[n+1:] {
			for i := range lists[a][:min(mostSummed, len(lists[a]))] {
				for k := range lists[b][:min(mostSummed, len(lists[b]))] {
					x, y := &lists[a][i], &lists[b][k]
					if cents(x) == 0 || cents(y) == 0 {
						continue
					}
					for _, p := range byCents[cents(x)+cents(y)] {
						z := &lists[p.field][p.at]
						fields := [3]int{a, b, p.field}
						if s := x.score * y.score * z.score; p.field != a && p.field != b && s > best[fields] {
							best[fields], found[fields] = s, [3]*candidate{x, y, z}
						}
					}
				}
			}
		}
	}
	raised := map[*candidate]bool{}
	for _, sum := range found {
		for _, c := range sum {
			raised[c] = true
		}
	}
	for c := range raised {
		c.score = min(1, c.score+0.15)
	}
}

// cents is the amount of a candidate in hundredths, 0 where it is none.
func cents(c *candidate) int64 { return int64(math.Round(amount(c) * 100)) }

// mostPaid is how many amounts that were given or given back are looked at.
const mostPaid = 100

// paid raises the candidates of a total that is what was given less what was given back.
func (r *reading) paid(w *want, list []candidate) {
	if w.kind != kindMoney || !w.has("total") || w.has("vat", "net") {
		return
	}
	var given, back []float64
	for _, m := range r.mentions(kindMoney) {
		for _, l := range m.labels {
			c := candidate{value: m.value}
			if l.strength >= sureRow && contains(l.terms, "tender") && len(given) < mostPaid {
				given = append(given, math.Abs(amount(&c)))
			}
			if l.strength >= sureRow && contains(l.terms, "change") && len(back) < mostPaid {
				back = append(back, math.Abs(amount(&c)))
			}
		}
	}
	for i := range list {
		for _, g := range given {
			for _, b := range back {
				if t := amount(&list[i]); t > 0 && math.Abs(g-b-t) < 0.011 {
					list[i].score = min(1, list[i].score+0.3)
					given, back = nil, nil
				}
			}
		}
	}
}

func amount(c *candidate) float64 {
	n, ok := c.value.(json.Number)
	if !ok {
		return 0
	}
	f, err := n.Float64()
	if err != nil {
		return 0
	}
	return f
}
