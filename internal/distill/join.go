package distill

import (
	"maps"

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
	mine, theirs := d.shelve(to.Items), d.shelve(from.Items)
	for i, it := range from.Items {
		if k, ok := mine.same(theirs, i); ok {
			d.absorb(to.Items[k], it)
		} else {
			to.Items = append(to.Items, it)
		}
	}
	if len(to.Members)+len(to.Items)+len(from.Members)+len(from.Items) == 0 && d.rank(from) > d.rank(to) {
		*to = *from
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
