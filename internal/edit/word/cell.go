package word

import (
	"strconv"
	"strings"

	"github.com/octavo-dev/octavo/internal/edit"
)

// cells finds empty cells beside or below a label.
func (s *survey) cells() {
	s.root.each(func(n *node) bool {
		if n.name == "alt:Fallback" {
			return false
		}
		if n.name == "w:tc" && s.empty(n) {
			if name, section := s.cellLabel(n); name != "" {
				x := field{at: n.start}
				x.Label, x.Section, x.Kind = name, section, edit.TextField
				x.patches = func(value string) []patch { return s.fillCell(n, value) }
				s.add(x)
			}
			return false
		}
		return true
	})
}

// empty reports whether a cell holds paragraphs and nothing in them.
func (s *survey) empty(tc *node) bool {
	if !writable(tc) {
		return false
	}
	blankCell, paragraphs := true, 0
	tc.each(func(k *node) bool {
		switch k.name {
		case "w:p":
			paragraphs++
			blankCell = blankCell && strings.TrimSpace(s.of[k].text()) == ""
		case "w:sdt", "w:fldChar", "w:fldSimple", "w:drawing", "w:pict", "w:object", "w:tbl", "m:oMath", "w:delText":
			blankCell = false
		}
		return blankCell
	})
	return blankCell && paragraphs > 0
}

// writable reports whether a cell is shown: one that goes on with the cell above it is not.
func writable(tc *node) bool {
	merge := tc.child("w:tcPr", "w:vMerge")
	return merge == nil || merge.attr("w:val") == "restart"
}

// fillCell puts a value into the first paragraph of a cell.
func (s *survey) fillCell(tc *node, value string) []patch {
	p := s.of[tc.child("w:p")]
	if p == nil {
		return nil
	}
	return []patch{p.whole(s.f.run(lookOf(p.child("w:pPr", "w:rPr")), value))}
}

// cellLabel is what a cell is called, and the section that tells it apart. In a table of two columns the cell to the left
// says it; in wider ones the head of the column does, and the head of the row is the section, where the first row is full.
func (s *survey) cellLabel(tc *node) (name, section string) {
	row := tc.up
	for row != nil && row.name != "w:tr" {
		row = row.up
	}
	if row == nil || row.up == nil {
		return "", ""
	}
	table := row.up
	for table != nil && table.name != "w:tbl" {
		table = table.up
	}
	if table == nil {
		return "", ""
	}
	cells, at := row.cells(), -1
	for i, c := range cells {
		if c.node == tc {
			at = i
		}
	}
	if at < 0 {
		return "", ""
	}
	left, first := "", ""
	if at > 0 {
		left, first = s.says(cells[at-1].node), s.says(cells[0].node)
	}
	top := table.firstRow()
	if top != row {
		heads := top.cells()
		head := ""
		full := true
		for _, h := range heads {
			said := s.says(h.node)
			full = full && said != ""
			if h.col <= cells[at].col && cells[at].col < h.col+h.span {
				head = said
			}
		}
		if full && head != "" && (len(heads) > 2 || left == "") {
			return head, first
		}
	}
	return left, ""
}

// gridCell is a cell and the columns it covers.
type gridCell struct {
	*node
	col, span int
}

// says is the label that a cell holds; empty where it holds none.
func (s *survey) says(tc *node) string {
	text, ok := s.said[tc]
	if ok {
		return text
	}
	var b strings.Builder
	tc.each(func(k *node) bool {
		if p := s.of[k]; p != nil {
			b.WriteString(p.text() + " ")
		}
		return true
	})
	if len(strings.Fields(b.String())) <= 2*longestLabel {
		text = label(blank.ReplaceAllString(b.String(), " "))
	}
	s.said[tc] = text
	return text
}

// maxColumns bounds the cells of a row that are looked at; the program itself allows 63.
const maxColumns = 200

// cells are the cells of a row.
func (n *node) cells() []gridCell {
	var out []gridCell
	col := 0
	var visit func(*node)
	visit = func(at *node) {
		for _, k := range at.kids {
			switch {
			case len(out) >= maxColumns:
				return
			case k.name == "w:tc":
				span, err := strconv.Atoi(k.child("w:tcPr", "w:gridSpan").attrOr("w:val", "1"))
				if err != nil || span < 1 || span > 1000 {
					span = 1
				}
				out = append(out, gridCell{k, col, span})
				col += span
			case k.name == "w:sdt" || k.name == "w:sdtContent" || k.name == "w:customXml":
				visit(k)
			}
		}
	}
	visit(n)
	return out
}

// firstRow is the first row of a table.
func (n *node) firstRow() *node {
	for _, k := range n.kids {
		switch k.name {
		case "w:tr":
			return k
		case "w:sdt", "w:sdtContent", "w:customXml":
			if row := k.firstRow(); row != nil {
				return row
			}
		}
	}
	return nil
}
