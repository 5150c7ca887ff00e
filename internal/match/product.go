package match

import "math"

// product holds the numbers of items against each other: a quantity at a price makes a sum. Where that holds the values
// are surer, where it does not they are less sure; where another order of the columns makes it hold for the rows, they
// were taken for each other.
func product(items []*item, wants []*want) {
	quantity, price, total := role(wants, "quantity"), role(wants, "price"), role(wants, "total", "amount")
	if quantity < 0 || price < 0 || total < 0 {
		return
	}
	if held(items, quantity, price, total)*2 < len(items) {
		for _, pair := range [][2]int{{price, total}, {quantity, price}, {quantity, total}} {
			if swapped(items, pair, quantity, price, total) {
				break
			}
		}
	}
	for _, it := range items {
		q, p, t := it.found[quantity], it.found[price], it.found[total]
		if q == nil || p == nil || t == nil {
			continue
		}
		sure := 0.6
		if times(q, p, t) {
			sure = 0.95
		}
		q.score, p.score, t.score = sure, sure, sure
	}
}

// role is the field of numbers that speaks of something, -1 for none.
func role(wants []*want, names ...string) int {
	for i, w := range wants {
		if (w.kind == kindMoney || w.kind == kindNumber) && w.has(names...) && !(names[0] != "price" && w.has("price")) {
			return i
		}
	}
	return -1
}

// swapped exchanges the values of two fields in all items if the product then holds in most of them.
func swapped(items []*item, pair [2]int, quantity, price, total int) bool {
	exchange := func() {
		for _, it := range items {
			it.found[pair[0]], it.found[pair[1]] = it.found[pair[1]], it.found[pair[0]]
		}
	}
	exchange()
	if n := held(items, quantity, price, total); n > 0 && n*2 >= len(items) {
		return true
	}
	exchange()
	return false
}

// held counts the items whose product holds.
func held(items []*item, quantity, price, total int) int {
	n := 0
	for _, it := range items {
		if q, p, t := it.found[quantity], it.found[price], it.found[total]; q != nil && p != nil && t != nil && times(q, p, t) {
			n++
		}
	}
	return n
}

// times reports whether a quantity at a price makes a sum, to the cent and to what prices are rounded to.
func times(q, p, t *candidate) bool {
	want := amount(q) * amount(p)
	return amount(t) != 0 && math.Abs(want-amount(t)) <= max(0.011, 0.005*math.Abs(want))
}
