package block

import "math/bits"

// bins is how many parts the width of a region is divided into to find gutters.
const bins = 512

// frame places the bins of a region.
type frame struct{ x0, bin float32 }

// cover tells which bins have something in them.
type cover [bins / 64]uint64

func (c *cover) add(f frame, x0, x1 float32) {
	from := min(max(int((x0-f.x0)/f.bin), 0), bins-1)
	to := min(max(int((x1-f.x0)/f.bin), from), bins-1)
	for i := from; i <= to; {
		if i%64 == 0 && to-i >= 63 {
			c[i/64] = ^uint64(0)
			i += 64
			continue
		}
		c[i/64] |= 1 << (i % 64)
		i++
	}
}

func (c *cover) or(o cover) {
	for i := range c {
		c[i] |= o[i]
	}
}

func (c *cover) full() bool {
	for _, w := range c {
		if w != ^uint64(0) {
			return false
		}
	}
	return true
}

// holes calls for each run of empty bins of some length between others.
func (c *cover) holes(least int, hole func(from, to int)) {
	first, last := 0, bins-1
	for i := range c {
		if c[i] != 0 {
			first = i*64 + bits.TrailingZeros64(c[i])
			break
		}
	}
	for i := len(c) - 1; i >= 0; i-- {
		if c[i] != 0 {
			last = i*64 + 63 - bits.LeadingZeros64(c[i])
			break
		}
	}
	for i := first; i <= last; {
		start := c.next(i, false)
		if start > last {
			return
		}
		i = c.next(start, true)
		if i-start >= least {
			hole(start, i)
		}
	}
}

// next is the first bin from i on that is filled or not.
func (c *cover) next(i int, filled bool) int {
	for i < bins {
		w := c[i/64]
		if !filled {
			w = ^w
		}
		if w >>= i % 64; w != 0 {
			return i + bits.TrailingZeros64(w)
		}
		i = (i/64 + 1) * 64
	}
	return bins
}

// open reports whether so many bins next to each other are empty within [from, to).
func (c *cover) open(from, to, least int) bool {
	for i := from; i < to; {
		start := c.next(i, false)
		i = min(c.next(min(start, bins-1), true), to)
		if start < to && i-start >= least {
			return true
		}
		i = max(i, start+1)
	}
	return false
}
