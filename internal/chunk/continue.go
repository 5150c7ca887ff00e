package chunk

import "github.com/octavo-dev/octavo/internal/doc"

// continued is added to the heading of a section that goes on in another chunk.
const continued = " (cont.)"

// continueSections puts the headings of sections before the chunks that start inside them. What is put there is not
// counted in the length of a chunk and belongs to none of its blocks.
func continueSections(chunks []Chunk, groups [][]item, o Options) {
	var open *item // the last heading before the group
	for i, g := range groups {
		c := &chunks[i]
		if h := open; h != nil && h.text != "" && c.Content != "" && startsInside(g, h.Document) {
			c.Content = h.text + continued + "\n\n" + c.Content
			if c.Embed != "" {
				c.Embed = h.embed + continued + embedGap(o) + c.Embed
			}
		}
		for k := range g {
			if g[k].IsHeading() {
				open = &g[k]
			}
		}
	}
}

// startsInside reports whether a group begins in the middle of a section of a document. Running lines are of no section.
func startsInside(g []item, document int) bool {
	for i := range g {
		switch {
		case g[i].text == "" || g[i].Type == doc.Header || g[i].Type == doc.Footer || g[i].Type == doc.PageNumber:
			continue
		default:
			return !g[i].IsHeading() && g[i].Document == document
		}
	}
	return false
}

func embedGap(o Options) string {
	if o.Optimize {
		return " "
	}
	return "\n\n"
}
