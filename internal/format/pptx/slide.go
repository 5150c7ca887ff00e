package pptx

import (
	"errors"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/markup"
	"github.com/octavo-dev/octavo/internal/ooxml"
)

// Bounds of a slide.
const (
	maxShapes = 20_000
	maxGroups = 50 // one in another
	maxText   = 1 << 20
)

// slide is one slide while it is read.
type slide struct {
	deck      *deck
	number    int
	part      string
	room      int // parts that may still be read; 0 at the start is no bound
	relations map[string]ooxml.Relation
	layout    *layout
	shapes    []shape
	later     []func() error // parts that are read once the slide is
}

// shape is something on a slide with its blocks.
type shape struct {
	place  rect
	holder string // kind of placeholder, empty for none
	blocks []doc.Block
}

// about is what a shape says of itself.
type about struct {
	alt    string
	hidden bool
}

func readAbout(r *markup.Reader) about {
	return about{alt: fold(r.Attr("descr")), hidden: r.Attr("hidden") == "1" || r.Attr("hidden") == "true"}
}

// read gives the blocks of the slide in reading order, then its notes and comments.
func (s *slide) read() ([]doc.Block, error) {
	relations, err := s.deck.pack.Relations(s.part)
	if err != nil {
		return nil, err
	}
	s.relations = relations.Map()
	if s.layout, err = s.deck.layoutOf(s.part, "slideLayout"); err != nil {
		return nil, err
	}
	err = s.deck.pack.Read(s.part, func(r *markup.Reader, _ string) error {
		for child := range r.Children() {
			if child != "p:cSld" {
				continue
			}
			for inner := range r.Children() {
				if inner == "p:spTree" {
					s.tree(r, slideFrame, 0)
				}
			}
		}
		return nil
	})
	if errors.Is(err, ooxml.ErrMissing) {
		err = ooxml.Corrupt(err, "a slide is missing")
	}
	if err != nil {
		return nil, err
	}
	for _, read := range s.later {
		if err := read(); err != nil {
			return nil, err
		}
	}
	if s.room < 0 {
		return nil, format.TooLarge("the number of parts of a slide", int64(len(s.shapes)), maxShapes)
	}
	blocks := s.ordered()
	notes, err := s.notes(relations)
	if err != nil {
		return nil, err
	}
	comments, err := s.comments(relations)
	if err != nil {
		return nil, err
	}
	blocks = append(append(blocks, notes...), comments...)
	for i := range blocks {
		blocks[i].Page, blocks[i].Confidence = s.number, 1
	}
	return blocks, nil
}

// tree reads the shapes of a slide or group.
func (s *slide) tree(r *markup.Reader, f frame, depth int) {
	if depth > maxGroups {
		return
	}
	for child := range r.Children() {
		if len(s.shapes) == maxShapes {
			s.room = -1
			return
		}
		switch child {
		case "p:grpSpPr": // of the group itself: comes before its shapes
			for inner := range r.Children() {
				if inner == "a:xfrm" {
					out, in := readTransform(r)
					f = f.inside(out, in)
				}
			}
		case "p:grpSp":
			s.tree(r, f, depth+1)
		case "p:sp":
			s.text(r, f)
		case "p:pic":
			s.picture(r, f)
		case "p:graphicFrame":
			s.graphic(r, f)
		}
	}
}

// text reads a shape with text.
func (s *slide) text(r *markup.Reader, f frame) {
	var t textReader
	var place rect
	placed := false
	var what about
	for child := range r.Children() {
		switch child {
		case "p:nvSpPr":
			t.holder, t.index, what = readHolder(r)
		case "p:spPr":
			for inner := range r.Children() {
				if inner == "a:xfrm" {
					place, _ = readTransform(r)
					placed = true
				}
			}
		case "p:txBody":
			t.slide = s
			t.read(r)
		}
	}
	if !placed && t.holder != "" {
		place, _ = s.layout.place(t.holder, t.index)
	}
	if what.hidden || len(t.paragraphs) == 0 {
		return
	}
	place = f.place(place)
	s.shapes = append(s.shapes, shape{place: place, holder: t.holder, blocks: t.blocks(s.deck.box(place))})
}

// picture reads a picture.
func (s *slide) picture(r *markup.Reader, f frame) {
	var place rect
	var what about
	holder, index := "", ""
	placed := false
	for child := range r.Children() {
		switch child {
		case "p:nvPicPr":
			holder, index, what = readHolder(r)
		case "p:spPr":
			for inner := range r.Children() {
				if inner == "a:xfrm" {
					place, _ = readTransform(r)
					placed = true
				}
			}
		}
	}
	if !placed && holder != "" {
		place, _ = s.layout.place(holder, index)
	}
	if what.hidden {
		return
	}
	if what.alt == "" {
		what.alt = "picture"
	}
	place = f.place(place)
	s.shapes = append(s.shapes, shape{place: place, blocks: []doc.Block{{Type: doc.Figure, Text: what.alt, Box: s.deck.box(place)}}})
}
