package section

// By how much the best way must be ahead of all others to be called sure.
const (
	sureMargin = 4.0
	fairMargin = 1.5
)

func grade(margin float64) Sure {
	switch {
	case margin >= sureMargin:
		return High
	case margin >= fairMargin:
		return Medium
	}
	return Low
}

// sections are the sections as they were asked for.
func (b *book) sections() []Section {
	out := make([]Section, len(b.wants))
	of := make([][]int, len(b.wants)+1)
	least := High
	for u, s := range b.steps {
		of[s.kind] = append(of[s.kind], u)
		least = min(least, grade(s.margin))
	}
	for i, w := range b.wants {
		s := Section{Name: w.Name, Sure: least}
		s.Pages, s.Sure = b.pages(of[i], least)
		if b.parts[i] != nil {
			s.Parts = []Part{}
		}
		for _, p := range b.parts[i] {
			pages, sure := b.pages(p.units, Low)
			s.Parts = append(s.Parts, Part{Name: p.name, Pages: pages, Sure: sure})
		}
		out[i] = s
	}
	return out
}

// pages are those that units stand on, and how sure the least sure of them is; empty is that of none.
func (b *book) pages(units []int, empty Sure) ([]Page, Sure) {
	out := []Page{}
	least := empty
	for _, u := range units {
		sure := grade(b.steps[u].margin)
		if len(out) == 0 {
			least = sure
		}
		least = min(least, sure)
		if n := len(out); n > 0 && out[n-1].Number == b.units[u].page {
			out[n-1].Sure = max(out[n-1].Sure, sure)
			continue
		}
		p := Page{Number: b.units[u].page, Sure: sure}
		if b.options.Deep {
			p.Evidence = b.evidence(u)
		}
		out = append(out, p)
	}
	return out, least
}
