package word

import (
	"fmt"

	"github.com/octavo-dev/octavo/internal/edit"
)

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
