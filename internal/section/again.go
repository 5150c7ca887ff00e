package section

import "context"

// rounds is how often the pages around the places where sections begin are read again.
const rounds = 4

// reach is how many units to each side of such a place are looked at.
const reach = 3

// again reads the units around every place where a section begins once more, and moves it where another is better. It
// ends when nothing moves.
func (b *book) again(ctx context.Context) error {
	if !b.options.Deep {
		return nil
	}
	for range rounds {
		moved := false
		for u := 1; u < len(b.steps); u++ {
			if b.steps[u].kind == b.steps[u-1].kind {
				continue
			}
			to, err := b.better(ctx, u)
			if err != nil {
				return err
			}
			if to != u {
				b.move(u, to)
				moved = true
			}
		}
		if !moved {
			break
		}
	}
	return nil
}

// better is the best place near u for the section of u to begin, u itself where none is better.
func (b *book) better(ctx context.Context, u int) (int, error) {
	before, after := b.steps[u-1].kind, b.steps[u].kind
	lo, hi := u-1, u+1 // all units between belong to one of the two
	for lo > 0 && u-lo < reach && b.steps[lo-1].kind == before && !b.steps[lo].starts {
		lo--
	}
	for hi < len(b.steps) && hi-u < reach && b.steps[hi].kind == after && !b.steps[hi].starts {
		hi++
	}
	best, most := u, 0.0
	for at := lo + 1; at < hi; at++ {
		left, err := b.rate(ctx, lo, at)
		if err != nil {
			return u, err
		}
		right, err := b.rate(ctx, at, hi)
		if err != nil {
			return u, err
		}
		sum := b.lattice.turns[at].change + float64(left[before]+right[after])
		for k := lo; k < hi; k++ {
			if k != at && k > lo {
				sum += b.lattice.turns[k].on
			}
			if k < at {
				sum += float64(b.lattice.fit[k][before])
			} else {
				sum += float64(b.lattice.fit[k][after])
			}
		}
		if at == lo+1 || sum > most || sum == most && at == u {
			best, most = at, sum
		}
	}
	return best, nil
}

// move lets the section of u begin elsewhere.
func (b *book) move(u, to int) {
	before, after := b.steps[u-1].kind, b.steps[u].kind
	b.steps[to].starts, b.steps[u].starts = b.steps[u].starts, b.steps[to].starts
	for k := min(u, to); k < max(u, to); k++ {
		if to < u {
			b.steps[k].kind = after
		} else {
			b.steps[k].kind = before
		}
		b.steps[k].margin = 0
	}
}
