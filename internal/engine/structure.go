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

// Bounds of sound structure.
const (
	soundCoverage = 0.95 // the share of characters that is tagged, at least
	soundRuns     = 2    // the pieces that the text of an element is in, on average, at most
)

// StructureSound reports whether the tags of a page can be relied on: nearly all its text is tagged, and the text of an
// element stands together. Tags that a program guessed or that an edit left behind fail one or the other.
func (p *Page) StructureSound() bool {
	elements := make(map[uint16]bool)
	runs, last := 0, uint16(0)
	for i := range p.Chars {
		c := &p.Chars[i]
		if !counted(c) || c.Element == 0 || c.Element == last {
			continue
		}
		elements[c.Element] = true
		last = c.Element
		runs++
	}
	return runs > 0 && runs <= soundRuns*len(elements) && p.StructureCoverage() >= soundCoverage
}

// StructureCoverage is the share of a page's own drawn characters that its tags account for, as content or as artifact.
func (p *Page) StructureCoverage() float64 {
	drawn, tagged := 0, 0
	for i := range p.Chars {
		c := &p.Chars[i]
		if !counted(c) {
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

// counted reports whether a character is drawn by the page itself and seen on it.
func counted(c *Char) bool {
	return c.Flags&(CharGenerated|CharAnnotation|CharOffPage) == 0 && c.Rune > ' '
}
