package distill

import (
	"maps"

	"github.com/octavo-dev/octavo/internal/cite"
	"github.com/octavo-dev/octavo/internal/record"
)

// join makes one draft of those of several windows, in their order.
func (e *extractor) join(all []*draft) *draft {
	if len(all) == 0 {
		return e.build(nil, nil)
	}
	out := all[0]
	for _, d := range all[1:] {
		maps.Copy(out.claims, d.claims)
		out.absorb(out.root, d.root)
	}
	return out
}

// absorb adds what a later window found. Of two values the one that is surer to stand in the document stays, the first of
// equal ones; items are one only where they stand in the same place.
func (d *draft) absorb(to, from *record.Node) {
	for _, m := range from.Members {
		if mine := member(to, m.Name); mine != nil {
			d.absorb(mine, m.Node)
		} else {
			to.Members = append(to.Members, m)
		}
	}
	had := len(to.Items)
	for _, it := range from.Items {
		if same := d.same(to.Items[:had], it); same != nil {
			d.absorb(same, it)
		} else {
			to.Items = append(to.Items, it)
		}
	}
	if len(from.Members) == 0 && len(from.Items) == 0 && d.rank(from) > d.rank(to) {
		had := to.Items
		*to = *from
		to.Items = append(had, from.Items...)
		d.claims[to] = d.claims[from]
	}
}

func member(n *record.Node, name string) *record.Node {
	for _, m := range n.Members {
		if m.Name == name {
			return m.Node
		}
	}
	return nil
}

// rank is how sure a leaf is to stand in the document; 0 where nothing was found.
func (d *draft) rank(n *record.Node) float64 {
	c := d.claims[n]
	switch {
	case n.Value == nil || c == nil:
		return 0
	case c.spot != nil:
		return 1 + c.spot.Likeness
	case c.typed:
		return 1
	}
	return 0.5
}

// same is the item that stands where another one stands.
func (d *draft) same(items []*record.Node, it *record.Node) *record.Node {
	for i := len(items) - 1; i >= 0; i-- { // those of the page both windows saw came last
		shared, other := 0, 0
		d.compare(items[i], it, &shared, &other)
		if shared > 0 && other == 0 {
			return items[i]
		}
	}
	return nil
}

// compare counts the leaves that two items have in the same place, and those they have in different ones.
func (d *draft) compare(a, b *record.Node, shared, other *int) {
	p, q := d.spot(a), d.spot(b)
	switch {
	case p != nil && q != nil && p.First == q.First && p.Last == q.Last:
		*shared++
	case p != nil && q != nil:
		*other++
	}
	for _, m := range b.Members {
		if mine := member(a, m.Name); mine != nil {
			d.compare(mine, m.Node, shared, other)
		}
	}
	for i := range min(len(a.Items), len(b.Items)) {
		d.compare(a.Items[i], b.Items[i], shared, other)
	}
}

func (d *draft) spot(n *record.Node) *cite.Spot {
	if c := d.claims[n]; c != nil {
		return c.spot
	}
	return nil
}
