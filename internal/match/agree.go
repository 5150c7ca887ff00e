package match

import (
	"encoding/json"
	"math"
	"slices"
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

const (
	mostPaid = 100 // amounts that were given or given back that are looked at
	coin     = 5   // cents that an amount is rounded to where smaller coins are not in use
)

// paid prefers the candidate of a total that is what was given less what was given back, or else the one that two others
// add up to. An amount that a candidate was rounded to for being paid is a candidate as well, whatever it is called.
func (r *reading) paid(w *want, list []candidate) []candidate {
	if w.kind != kindMoney || !w.has("total") || w.has("vat", "net") {
		return list
	}
	kept := r.kept()
	if at := slices.IndexFunc(list, func(c candidate) bool { return kept[cents(&c)] }); at >= 0 {
		return prefer(list, at)
	}
	for _, m := range r.mentions(kindMoney) {
		t := cents(&candidate{value: m.value})
		near := func(c candidate) bool { return max(cents(&c)-t, t-cents(&c)) <= coin }
		if !kept[t] || !w.field.Accepts(m.value) || !slices.ContainsFunc(list, near) {
			continue
		}
		if c := r.candidate(m, m.value, 0); len(c.words) > 0 {
			return prefer(append(list, c), len(list))
		}
	}
	if at := whole(list[:min(mostSummed, len(list))]); at >= 0 {
		return prefer(list, at)
	}
	return list
}

// kept are the amounts in hundredths that a document may say were paid: what was given less what was given back.
func (r *reading) kept() map[int64]bool {
	var given, back []int64
	for _, m := range r.mentions(kindMoney) {
		for _, l := range m.labels {
			c := cents(&candidate{value: m.value})
			if l.strength >= sureRow && contains(l.terms, "tender") && len(given) < mostPaid {
				given = append(given, max(c, -c))
			}
			if l.strength >= sureRow && contains(l.terms, "change") && len(back) < mostPaid {
				back = append(back, max(c, -c))
			}
		}
	}
	kept := map[int64]bool{}
	for _, g := range given {
		for _, b := range back {
			if g > b {
				kept[g-b] = true
			}
		}
	}
	return kept
}

// whole is the largest candidate that two others add up to, as net and tax do; -1 where there is none.
func whole(list []candidate) int {
	largest := -1
	for i := range list {
		for k := range list[:i] {
			x, y := cents(&list[i]), cents(&list[k])
			if x <= 0 || y <= 0 || x == y {
				continue
			}
			at := slices.IndexFunc(list, func(c candidate) bool { return cents(&c) == x+y })
			if at >= 0 && (largest < 0 || x+y > cents(&list[largest])) {
				largest = at
			}
		}
	}
	return largest
}

// prefer puts a candidate before the others, however their labels read: that amounts add up is no chance.
func prefer(list []candidate, at int) []candidate {
	for i := range list {
		list[i].score *= 0.9
	}
	list[at].score = 1
	return list
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
