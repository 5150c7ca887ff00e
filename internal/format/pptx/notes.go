package pptx

import (
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/markup"
	"github.com/octavo-dev/octavo/internal/ooxml"
)

// notesTitle stands above what a speaker noted.
const notesTitle = "Notes"

// whole is the box of what belongs to a slide and has no place on it.
var whole = doc.Box{Width: 1, Height: 1}

// notes reads what the speaker noted, under a heading of its own.
func (s *slide) notes(relations ooxml.Relations) ([]doc.Block, error) {
	part := relations.Part("notesSlide")
	if part == "" {
		return nil, nil
	}
	var t textReader
	err := s.deck.read(part, func(r *markup.Reader) {
		for child := range r.Children() {
			if child != "p:cSld" {
				continue
			}
			for inner := range r.Children() {
				if inner == "p:spTree" {
					readNotes(r, &t)
				}
			}
		}
	})
	if err != nil || len(t.paragraphs) == 0 {
		return nil, err
	}
	out := []doc.Block{{Type: doc.SectionHeader, Level: 3, Text: notesTitle, Box: whole}}
	for _, b := range t.blocks(whole) {
		b.Box = whole
		out = append(out, b)
	}
	return out, nil
}

// readNotes reads the text of the placeholder for notes; the others repeat the slide.
func readNotes(r *markup.Reader, t *textReader) {
	for child := range r.Children() {
		if child != "p:sp" {
			continue
		}
		kind := ""
		for inner := range r.Children() {
			switch {
			case inner == "p:nvSpPr":
				kind, _, _ = readHolder(r)
			case inner == "p:txBody" && kind == "body":
				t.read(r)
			}
		}
	}
}
