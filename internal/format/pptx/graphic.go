package pptx

import (
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/markup"
	"github.com/octavo-dev/octavo/internal/ooxml/chart"
)

// graphic reads a frame that holds a table, a chart or a diagram.
func (s *slide) graphic(r *markup.Reader, f frame) {
	g := graphic{slide: s}
	for child := range r.Children() {
		switch child {
		case "p:nvGraphicFramePr":
			g.holder, g.index, g.what = readHolder(r)
		case "p:xfrm":
			g.place, _ = readTransform(r)
			g.placed = true
		case "a:graphic":
			for inner := range r.Children() {
				if inner == "a:graphicData" {
					g.data(r)
				}
			}
		}
	}
	if !g.placed && g.holder != "" {
		g.place, _ = s.layout.place(g.holder, g.index)
	}
	if g.what.hidden || g.blocks == nil && g.part == "" {
		return
	}
	g.place = f.place(g.place)
	at := len(s.shapes)
	s.shapes = append(s.shapes, shape{place: g.place})
	box := s.deck.box(g.place)
	if g.blocks != nil {
		s.shapes[at].blocks = g.blocks(box)
		return
	}
	s.later = append(s.later, func() error {
		blocks, err := g.read(box)
		s.shapes[at].blocks = blocks
		return err
	})
}

// graphic is what a frame holds.
type graphic struct {
	slide         *slide
	holder, index string
	what          about
	place         rect
	placed        bool
	blocks        func(doc.Box) []doc.Block // of what is on the slide itself
	part          string                    // or the part that holds it
	read          func(doc.Box) ([]doc.Block, error)
}

func (g *graphic) data(r *markup.Reader) {
	for child := range r.Children() {
		switch child {
		case "a:tbl":
			t := &tableReader{slide: g.slide}
			t.read(r)
			if t.table.Rows > 0 && t.table.Cols > 0 {
				g.blocks = t.block
			}
		case "c:chart":
			g.part, g.read = g.slide.relations[r.Attr("r:id")].Target, g.chart
		case "dgm:relIds":
			g.part, g.read = g.slide.relations[r.Attr("r:dm")].Target, g.diagram
		}
	}
}

// chart reads the numbers of a chart.
func (g *graphic) chart(box doc.Box) ([]doc.Block, error) {
	c, err := chart.Read(g.slide.deck.pack, g.part)
	if err != nil {
		return nil, err
	}
	blocks := c.Blocks()
	for i := range blocks {
		blocks[i].Box = box
	}
	return blocks, nil
}

// diagram reads the texts of a diagram as a list.
func (g *graphic) diagram(box doc.Box) ([]doc.Block, error) {
	t := textReader{slide: g.slide}
	err := g.slide.deck.read(g.part, func(r *markup.Reader) {
		for child := range r.Children() {
			if child != "dgm:ptLst" {
				continue
			}
			for range r.Children() {
				for inner := range r.Children() {
					if inner == "dgm:t" && len(t.paragraphs) < maxShapes {
						t.read(r)
					}
				}
			}
		}
	})
	for i := range t.paragraphs {
		t.paragraphs[i].bullet = bullet{known: true, shown: true}
	}
	if len(t.paragraphs) == 0 {
		return nil, err
	}
	return t.blocks(box), err
}
