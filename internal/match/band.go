package match

import (
	"math/bits"

	"github.com/octavo-dev/octavo/internal/doc"
)

// bands finds the boxes of a page at a height, without a look at those elsewhere: its height is halved again and again,
// and every box is kept in the largest parts that it fills.
type bands struct {
	top, bottom float64
	parts       [][]int32 // part i is halved into 2i and 2i+1
}

// newBands keeps the boxes that at gives for the numbers below n.
func newBands(n int, at func(i int) (doc.Box, bool)) *bands {
	b := &bands{}
	for i := range n {
		if box, ok := at(i); ok {
			b.top, b.bottom = min(b.top, box.Top), max(b.bottom, box.Top+box.Height)
		}
	}
	b.parts = make([][]int32, 2<<bits.Len(uint(n/4)))
	for i := range n {
		if box, ok := at(i); ok && box.Top+box.Height >= box.Top {
			b.add(1, b.leaf(box.Top), b.leaf(box.Top+box.Height), 0, len(b.parts)/2-1, int32(i))
		}
	}
	return b
}

// leaf is the smallest part at a height.
func (b *bands) leaf(y float64) int {
	n := len(b.parts) / 2
	if !(y > b.top) || !(b.bottom > b.top) {
		return 0
	}
	if at := float64(n) * (y - b.top) / (b.bottom - b.top); at < float64(n) {
		return int(at)
	}
	return n - 1
}

// add keeps a box from one leaf to another in what of a part it fills.
func (b *bands) add(part, from, to, first, last int, box int32) {
	if from <= first && last <= to {
		b.parts[part] = append(b.parts[part], box)
		return
	}
	half := (first + last) / 2
	if from <= half {
		b.add(2*part, from, to, first, half, box)
	}
	if to > half {
		b.add(2*part+1, from, to, half+1, last, box)
	}
}

// at calls yield with the boxes that may stand at a height, in no order.
func (b *bands) at(y float64, yield func(box int)) {
	for part := len(b.parts)/2 + b.leaf(y); part > 0; part /= 2 {
		for _, box := range b.parts[part] {
			yield(int(box))
		}
	}
}
