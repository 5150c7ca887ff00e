// Package within finds which of many boxes on a page holds another one.
package within

import "github.com/octavo-dev/octavo/internal/doc"

// Box is a box on a page.
type Box struct {
	Page int
	doc.Box
}

// maxBands is how many bands a page with many boxes is divided in.
const maxBands = 1024

// Index holds boxes by page. Every page is divided into bands, so that only boxes near the one asked for are looked at.
type Index struct {
	boxes []Box
	pages map[int]*bands
}

type bands struct {
	top, height float64 // of the area the boxes of the page cover
	count       int
	lists       [][]int // indexes of the boxes in each band
}

// New indexes boxes.
func New(boxes []Box) *Index {
	x := &Index{boxes: boxes, pages: map[int]*bands{}}
	for i := range boxes {
		x.measure(&boxes[i])
	}
	for _, b := range x.pages {
		b.lists = make([][]int, min(b.count, maxBands))
	}
	for i, box := range boxes {
		b := x.pages[box.Page]
		for k := b.at(box.Top); k <= b.at(box.Top+box.Height); k++ {
			b.lists[k] = append(b.lists[k], i)
		}
	}
	return x
}

func (x *Index) measure(box *Box) {
	b := x.pages[box.Page]
	if b == nil {
		b = &bands{top: box.Top}
		x.pages[box.Page] = b
	}
	bottom := max(b.top+b.height, box.Top+box.Height)
	b.top = min(b.top, box.Top)
	b.height = bottom - b.top
	b.count++
}

func (b *bands) at(y float64) int {
	if b.height <= 0 {
		return 0
	}
	return min(max(int((y-b.top)/b.height*float64(len(b.lists))), 0), len(b.lists)-1)
}

// Find returns the index of the box that covers most of the given one, the first of equal ones. Ok is false when none
// covers any of it.
func (x *Index) Find(box Box) (index int, ok bool) {
	b := x.pages[box.Page]
	if b == nil {
		return 0, false
	}
	best := 0.0
	for _, i := range b.lists[b.at(box.Top+box.Height/2)] {
		if c := Cover(x.boxes[i].Box, box.Box); c > best*(1+1e-9) {
			best, index, ok = c, i, true
		}
	}
	return index, ok
}

// Cover is the area that two boxes share.
func Cover(a, b doc.Box) float64 {
	wide := min(a.Left+a.Width, b.Left+b.Width) - max(a.Left, b.Left)
	high := min(a.Top+a.Height, b.Top+b.Height) - max(a.Top, b.Top)
	return max(wide, 0) * max(high, 0)
}
