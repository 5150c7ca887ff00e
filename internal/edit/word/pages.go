package word

import (
	"fmt"
	"sort"

	"github.com/octavo-dev/octavo/internal/edit"
)

// seam is where a page ends and the next begins.
type seam struct {
	at   *node
	from int  // where the page before ends
	to   int  // where the page behind begins
	hard bool // the document says so itself; others are from when it was last shown
}

// seams are the ends of pages that the document tells: breaks, sections that begin on a new page, and where the program that
// wrote it last ended a page.
func seams(root *node) []seam {
	var out []seam
	text := false // since the last seam
	add := func(n *node, from, to int, hard bool) {
		if !hard && !text {
			return // the same seam once more
		}
		if !text && len(out) > 0 && hard && !out[len(out)-1].hard {
			out = out[:len(out)-1]
		}
		out = append(out, seam{n, from, to, hard})
		text = false
	}
	sections := sectionsOf(root)
	var ends *node // the paragraph that ends a section whose next one begins on a new page
	root.child("w:body").each(func(n *node) bool {
		switch n.name {
		case "w:txbxContent", "alt:Fallback", "w:del", "w:moveFrom":
			return false
		case "w:p":
			if ends != nil && n.start >= ends.end {
				add(ends, ends.end, ends.end, true)
				ends = nil
			}
			if n.child("w:pPr", "w:pageBreakBefore").on() && n.start > root.child("w:body").inner {
				add(n, n.start, n.start, true)
			}
			if s := n.child("w:pPr", "w:sectPr"); s != nil && pageAfter(sections, n) {
				ends = n
			}
		case "w:br":
			if n.attr("w:type") == "page" {
				add(n, n.start, n.end, true)
			}
		case "w:lastRenderedPageBreak":
			add(n, n.start, n.end, false)
		case "w:t", "w:tab", "w:drawing", "w:pict", "w:tbl":
			text = true
		}
		return true
	})
	if ends != nil && ends.end < lastBlock(root) {
		add(ends, ends.end, ends.end, true)
	}
	return out
}

// lastBlock is where the last block of the body begins.
func lastBlock(root *node) int {
	at := 0
	for _, k := range root.child("w:body").kids {
		if k.name != "w:sectPr" {
			at = k.start
		}
	}
	return at
}

// sectionsOf are the properties of all sections, in order.
func sectionsOf(root *node) []*node {
	var out []*node
	root.child("w:body").each(func(n *node) bool {
		if n.name == "w:sectPr" {
			out = append(out, n)
		}
		return n.name != "w:sectPrChange"
	})
	return out
}

// pageAfter reports whether the section behind the one that a paragraph ends begins on a new page: it says so itself.
func pageAfter(sections []*node, ends *node) bool {
	i := sort.Search(len(sections), func(i int) bool { return sections[i].start > ends.end })
	if i == len(sections) {
		return true
	}
	next := sections[i]
	switch next.child("w:type").attrOr("w:val", "nextPage") {
	case "continuous", "nextColumn":
		return false
	}
	return true
}

// attrOr is an attribute of an element that may be missing.
func (n *node) attrOr(name, usual string) string {
	if n == nil {
		return usual
	}
	if v := n.attr(name); v != "" {
		return v
	}
	return usual
}

// unknownPages is why nothing is done on single pages of a document.
const unknownPages = "the document does not say where its pages begin and end"

// paged says why pages cannot be told apart; empty where they can.
func (f *File) paged(pages edit.Pages) (string, error) {
	root, err := f.root(f.main)
	if err != nil {
		return "", err
	}
	all := seams(root)
	if len(all) == 0 {
		return unknownPages, nil
	}
	if count := len(all) + 1; !pages.Fit(count) {
		return fmt.Sprintf("the document has %d pages as far as its page breaks tell", count), nil
	}
	return "", nil
}

// everyPage reports whether pages are all there are.
func (f *File) everyPage(pages edit.Pages) (bool, error) {
	if pages == nil {
		return true, nil
	}
	root, err := f.root(f.main)
	if err != nil {
		return false, err
	}
	count := len(seams(root)) + 1
	return count > 1 && len(pages.Of(count)) == count, nil
}

// pageFilter tells whether what stands at a place of the body is on one of some pages.
func (f *File) pageFilter(root *node, pages edit.Pages) func(at int) bool {
	if pages == nil {
		return func(int) bool { return true }
	}
	all := seams(root)
	on := map[int]bool{}
	for _, n := range pages.Of(len(all) + 1) {
		on[n] = true
	}
	return func(at int) bool {
		return on[1+sort.Search(len(all), func(i int) bool { return all[i].to > at })]
	}
}
