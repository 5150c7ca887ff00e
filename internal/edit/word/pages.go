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

// deletePages takes out what stands between two page breaks, and one of the two.
func (f *File) deletePages(a edit.Action) (string, error) {
	if why, err := f.paged(a.Pages); why != "" || err != nil {
		return why, err
	}
	root, err := f.root(f.main)
	if err != nil {
		return "", err
	}
	all := seams(root)
	pages := a.Pages.Of(len(all) + 1)
	if len(pages) == len(all)+1 {
		return "no page would be left", nil
	}
	body := root.child("w:body")
	end := body.outer
	if s := body.child("w:sectPr"); s != nil {
		end = s.start
	}
	var patches []patch
	for i := 0; i < len(pages); {
		k := i + 1
		for k < len(pages) && pages[k] == pages[k-1]+1 {
			k++
		}
		first, last := pages[i], pages[k-1]
		from, to := body.inner, end
		if first > 1 {
			from = all[first-2].from
		}
		if last <= len(all) {
			to = all[last-1].from
			if first == 1 {
				to = all[last-1].to
			}
		}
		more, why := prune(body, from, to)
		if why != "" {
			return fmt.Sprintf("page %d %s", first, why), nil
		}
		patches = append(patches, more...)
		i = k
	}
	return "", f.patch(f.main, patches)
}

// holders are the elements that are taken apart where a page ends inside them.
var holders = map[string]bool{
	"w:body": true, "w:p": true, "w:r": true, "w:hyperlink": true, "w:ins": true, "w:smartTag": true, "w:sdt": true, "w:sdtContent": true, "w:fldSimple": true, "w:customXml": true,
}

// prune takes out what stands between two places; why says why it cannot be.
func prune(n *node, from, to int) (out []patch, why string) {
	open := 0
	n.each(func(k *node) bool {
		if k.name == "w:fldChar" && k.start >= from && k.end <= to {
			switch k.attr("w:fldCharType") {
			case "begin":
				open++
			case "end":
				open--
			}
		}
		return true
	})
	if open != 0 {
		return nil, "begins or ends inside a field"
	}
	return pruned(n, from, to)
}

func pruned(n *node, from, to int) (out []patch, why string) {
	for _, k := range n.kids {
		switch {
		case k.end <= from || k.start >= to || k.name == "w:pPr" || k.name == "w:rPr" || k.name == "w:sdtPr":
		case k.start >= from && k.end <= to && !(k.name == "w:p" && sectionBegan(k, from)):
			out = append(out, patch{from: k.start, to: k.end})
		case !holders[k.name]:
			return nil, "begins or ends inside a table"
		default:
			more, why := pruned(k, from, to)
			if why != "" {
				return nil, why
			}
			out = append(out, more...)
		}
	}
	return out, ""
}

// sectionBegan reports whether a paragraph ends a section that began before a place: it has to stay, with nothing in it.
func sectionBegan(p *node, from int) bool {
	if p.child("w:pPr", "w:sectPr") == nil {
		return false
	}
	began := 0
	for _, k := range p.up.kids {
		if k == p {
			break
		}
		if k.child("w:pPr", "w:sectPr") != nil {
			began = k.end
		}
	}
	return began < from
}
