package engine

// Element is one element of a document's tagged structure, as far as it stands on one page.
type Element struct {
	Kind             string // as PDF names it: P, H1, Table, TR, TD, Figure, L, LI, …; the file's own names are mapped to these
	Parent           int    // its place in Page.Elements, which is always smaller than its own; -1 at the top
	Title            string
	Alt              string // what stands for a picture
	Text             string // what its content reads as, where that differs from the characters drawn
	Language         string
	RowSpan, ColSpan int // of a table cell; 0 where the file does not say
}

// StructureCoverage is the share of a page's own drawn characters that its tags account for, as content or as artifact.
func (p *Page) StructureCoverage() float64 {
	drawn, tagged := 0, 0
	for i := range p.Chars {
		c := &p.Chars[i]
		if c.Flags&(CharGenerated|CharAnnotation|CharOffPage) != 0 || c.Rune <= ' ' {
			continue
		}
		drawn++
		if c.Element != 0 || c.Flags&CharArtifact != 0 {
			tagged++
		}
	}
	if drawn == 0 {
		return 0
	}
	return float64(tagged) / float64(drawn)
}
