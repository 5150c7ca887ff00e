package match

import "slices"

// subject is what a document is about as a whole: its kind is not said again on every label.
type subject map[string]bool

// affinity is how well a label fits a field, 0 to 1. Around are the terms of the group the value stands in.
func (w *want) affinity(l label, around []term, about subject) float64 {
	asked, hit := 0.0, 0.0
	for _, t := range w.name {
		weight := t.weight()
		in := contains(l.terms, t.name)
		if about[t.name] && !in && !t.generic() {
			weight *= 0.25
		}
		asked += weight
		switch {
		case in:
			hit += weight
		case contains(around, t.name):
			hit += 0.85 * weight
		case t.name == "total" && contains(l.terms, "amount"):
			hit += 0.6 * weight
		case t.concept != nil && t.concept.meant && !grouped(l.terms, t.concept.group):
			hit += 0.8 * weight * meantBy(l.terms, w.name)
		}
	}
	told, foreign := w.beside(l.terms, about)
	if w.repelled(l.terms, hit > 0) {
		return 0
	}
	if hit == 0 {
		// The description alone may name it.
		if told == 0 {
			return 0
		}
		hit = 0.55 * min(told, asked)
	}
	recall := hit / asked
	if told > 0 {
		recall = min(1, recall+0.15*told)
	}
	fits := recall * (hit + 0.2) / (hit + 0.2 + foreign)
	if w.rivals(l.terms) || w.rivals(around) && !w.named(l.terms) || w.otherKind(l.terms) {
		fits *= 0.2
	}
	if grouped(around, "party") && !grouped(w.name, "party") && !w.named(l.terms) {
		fits *= 0.5
	}
	return fits * l.strength
}

// beside weighs the terms of a label that the name of the field does not have: those its description has, and foreign ones.
func (w *want) beside(ts []term, about subject) (told, foreign float64) {
	seen := map[string]bool{}
	for _, t := range ts {
		if seen[t.name] || w.has(t.name) {
			continue
		}
		seen[t.name] = true
		switch {
		case w.avoid[t.name]:
			foreign += 2
		case w.told[t.name]:
			if !t.generic() {
				told += t.weight()
			}
		case t.generic():
			foreign += 0.08
		case about[t.name]:
			foreign += 0.05
		default:
			foreign += 0.5
		}
	}
	return told, foreign
}

// rivals reports whether terms speak of something that excludes what the field asks for. Of several of a group the last
// counts, which stands nearest to the value.
func (w *want) rivals(ts []term) bool {
	for _, n := range w.name {
		if n.concept == nil || n.concept.group == "" {
			continue
		}
		last := n.name
		for _, t := range ts {
			if t.concept != nil && t.concept.group == n.concept.group {
				last = t.name
			}
		}
		if last != n.name && !w.has(last) {
			return true
		}
	}
	return false
}

// repelled reports whether terms speak of what only fields that name it want. Where the label names the field as well,
// its description is enough.
func (w *want) repelled(ts []term, hit bool) bool {
	return slices.ContainsFunc(ts, func(t term) bool {
		return t.concept != nil && t.concept.repels && !w.has(t.name) && !(hit && w.told[t.name])
	})
}

// grouped reports whether terms speak of a concept of a group.
func grouped(ts []term, group string) bool {
	return slices.ContainsFunc(ts, func(t term) bool { return t.concept != nil && t.concept.group == group })
}

// meantBy is 1 where terms name something of a field, so that what they leave out can be meant.
func meantBy(ts, name []term) float64 {
	for _, t := range name {
		if contains(ts, t.name) {
			return 1
		}
	}
	return 0
}

// sorts are the words that say of what sort a value is. A label that names one sort is not that of a value of another.
var sorts = map[string]kind{
	"number": kindID, "id": kindID, "code": kindID, "reference": kindID, "iban": kindID, "bic": kindID, "registration": kindID,
	"date": kindDate, "name": kindName, "address": kindAddress, "street": kindAddress, "city": kindAddress, "postal": kindAddress,
	"amount": kindMoney, "total": kindMoney, "price": kindMoney, "percent": kindNumber, "quantity": kindNumber,
	"phone": kindPhone, "email": kindEmail, "currency": kindCurrency, "page": kindNumber, "line": kindID, "time": kindTime, "period": kindDate,
}

// otherKind reports whether a label speaks of a value of another sort than the field wants.
func (w *want) otherKind(ts []term) bool {
	other := false
	for _, t := range ts {
		k, ok := sorts[t.name]
		switch {
		case !ok:
		case k == w.kind, t.name != "line" && (w.has(t.name) || w.told[t.name]):
			return false
		default:
			other = true
		}
	}
	return other
}

// named reports whether terms hold one that tells the field apart from others.
func (w *want) named(ts []term) bool {
	for _, t := range w.name {
		if !t.generic() && contains(ts, t.name) {
			return true
		}
	}
	return false
}

func contains(ts []term, name string) bool {
	for _, t := range ts {
		if t.name == name {
			return true
		}
	}
	return false
}
