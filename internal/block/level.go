package block

import (
	"cmp"
	"math"
	"slices"

	"github.com/octavo-dev/octavo/internal/doc"
)

// class is what headings of one rank look like.
type class struct {
	size   int // beside that of the text, in steps of a fiftieth
	weight int
	caps   bool
	italic bool
	color  uint32
}

// classOf is measured beside the text, so that steps lie the same on a page that is drawn larger.
func (u *body) classOf(s *doc.Style) class {
	step := int(math.Round(50 * math.Log(max(s.Size, 1e-3)/u.size)))
	return class{step, s.Weight, s.Caps, s.Italic, s.Color}
}

// levels ranks headings: by the outline where it names them, by the depth of their numbers, else by their looks.
func levels(found []*doc.Block, usual body, marks map[string]int) {
	if len(found) == 0 {
		return
	}
	var classes []class
	for _, b := range found {
		if c := usual.classOf(b.Style); !slices.Contains(classes, c) {
			classes = append(classes, c)
		}
	}
	weight := func(c class) int {
		n := c.weight
		if c.caps {
			n += 100
		}
		if c.italic {
			n -= 50
		}
		return n
	}
	slices.SortFunc(classes, func(a, b class) int {
		return cmp.Or(cmp.Compare(b.size, a.size), cmp.Compare(weight(b), weight(a)), cmp.Compare(a.color, b.color))
	})
	titled := title(found, usual, classes[0])
	rank := map[class]int{}
	next := 2
	for _, c := range classes {
		if titled && c == classes[0] {
			continue
		}
		rank[c] = min(next, 6)
		next++
	}
	shallowest := map[class]int{} // depth of the numbers of a class
	for _, b := range found {
		if d := numberDepth(b.Text); d > 0 {
			c := usual.classOf(b.Style)
			if s := shallowest[c]; s == 0 || d < s {
				shallowest[c] = d
			}
		}
	}
	for _, b := range found {
		c := usual.classOf(b.Style)
		if titled && c == classes[0] {
			b.Type, b.Level = doc.Title, 0
			continue
		}
		b.Level = rank[c]
		if d := numberDepth(b.Text); d > 0 {
			b.Level = min(max(rank[c]+d-shallowest[c], d+1), 6)
		}
		if l, ok := marks[folded(b.Text)]; ok {
			b.Level = min(l+1, 6)
		}
	}
}

// title reports whether the largest class is the title of the document: on the first page with headings, at most twice,
// and larger than the others or the only one without a number.
func title(found []*doc.Block, usual body, c class) bool {
	n := 0
	for _, b := range found {
		if usual.classOf(b.Style) != c {
			continue
		}
		if n++; n > 2 || b.Page != found[0].Page || b.Style.Low || numberDepth(b.Text) > 0 {
			return false
		}
	}
	return true
}
