package place

import "github.com/octavo-dev/octavo/internal/doc"

// pictures gives figures the printed images, in the order of both. Images that stand in the same place on most pages
// belong to the paper.
func pictures(blocks []doc.Block, spots []spot, pages []Page) {
	images := printedImages(pages)
	next := 0
	from := 0 // the page of the block before
	for i := range blocks {
		if spots[i].known {
			from = spots[i].page
		}
		if blocks[i].Type != doc.Figure {
			continue
		}
		to := until(spots, i, len(pages)-1)
		for k := next; k < len(images); k++ {
			if images[k].page > to {
				break
			}
			if images[k].page >= from {
				spots[i] = spot{known: true, place: images[k], last: images[k]}
				from, next = images[k].page, k+1
				break
			}
		}
	}
}

// until is the page of the next block that is known.
func until(spots []spot, after, otherwise int) int {
	for i := after + 1; i < len(spots); i++ {
		if spots[i].known {
			return spots[i].page
		}
	}
	return otherwise
}

func printedImages(pages []Page) []place {
	often := map[doc.Box]int{}
	for i := range pages {
		for _, box := range pages[i].Images {
			often[box]++
		}
	}
	var out []place
	for i := range pages {
		for _, box := range pages[i].Images {
			if len(pages) < 3 || often[box]*2 <= len(pages) {
				out = append(out, place{i, box})
			}
		}
	}
	return out
}

// thin is the least height of what is placed by its neighbours, about that of a line.
const thin = 0.01

// between places what is not found: behind the block before it, or else before the block behind it.
func between(blocks []doc.Block, spots []spot) {
	for i := range spots {
		if spots[i].known {
			continue
		}
		var box doc.Box
		page := 0
		if i > 0 {
			before := &spots[i-1]
			page, box = before.last.page, before.last.box
			if blocks[i].Type == doc.Comment { // belongs to it
				spots[i] = spot{place: before.place, last: before.last}
				continue
			}
			box.Top += box.Height
		} else if next := firstKnown(spots); next != nil {
			page, box = next.page, next.box
			box.Top -= thin
		} else {
			box = doc.Box{Width: 1}
		}
		box.Height = thin
		if next := i + 1; next < len(spots) && spots[next].known && spots[next].page == page && spots[next].box.Top > box.Top+thin {
			box.Height = spots[next].box.Top - box.Top
		}
		box.Top = min(max(box.Top, 0), 1-thin)
		box.Height = min(box.Height, 1-box.Top)
		spots[i] = spot{place: place{page, box}, last: place{page, box}}
	}
}

func firstKnown(spots []spot) *spot {
	for i := range spots {
		if spots[i].known {
			return &spots[i]
		}
	}
	return nil
}
