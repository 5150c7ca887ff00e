package match

import (
	"encoding/json"
	"math"
)

// agree raises candidates of amounts that add up: net and tax to gross, gross without commission to what is due.
func agree(wants []*want, lists [][]candidate) {
	var money []int
	for i, w := range wants {
		if w.kind == kindMoney {
			money = append(money, i)
		}
	}
	if len(money) < 3 {
		return
	}
	raise := map[*candidate]float64{}
	for _, a := range money {
		for _, b := range money {
			for _, c := range money {
				if a < b && c != a && c != b {
					sums(lists[a], lists[b], lists[c], raise)
				}
			}
		}
	}
	for c, by := range raise {
		c.score = min(1, c.score+by)
	}
}

// paid raises the candidates of a total that is what was given less what was given back.
func (r *reading) paid(w *want, list []candidate) {
	if w.kind != kindMoney || !w.has("total") || w.has("vat", "net") {
		return
	}
	var given, back []float64
	for _, m := range r.mentions(kindMoney) {
		for _, l := range m.labels {
			c := candidate{value: m.value}
			if l.strength >= sureRow && contains(l.terms, "tender") {
				given = append(given, math.Abs(amount(&c)))
			}
			if l.strength >= sureRow && contains(l.terms, "change") {
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

// sums raises the candidates of the best sum among three fields.
func sums(a, b, c []candidate, raise map[*candidate]float64) {
	best, found := 0.0, [3]*candidate{}
	for i := range a {
		for k := range b {
			x, y := amount(&a[i]), amount(&b[k])
			if x == 0 || y == 0 {
				continue
			}
			for j := range c {
				if math.Abs(x+y-amount(&c[j])) > 0.011 {
					continue
				}
				if s := a[i].score * b[k].score * c[j].score; s > best {
					best, found = s, [3]*candidate{&a[i], &b[k], &c[j]}
				}
			}
		}
	}
	if best == 0 {
		return
	}
	for _, f := range found {
		raise[f] = max(raise[f], 0.15)
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
