package docx

import (
	"errors"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/ooxml"
	"github.com/octavo-dev/octavo/internal/ooxml/chart"
)

// drawing reads what is drawn beside or inside a line: pictures, text boxes, charts, diagrams. Pictures stay in the file.
func (s *story) drawing(string) {
	s.shapes("")
}

// shapes reads the parts of a drawing; alt is the text that stands for it.
func (s *story) shapes(alt string) {
	for name := range s.r.Children() {
		switch name {
		case "wp:docPr":
			alt = described(s.r.Attr("descr"), s.r.Attr("title"))
			if hidden := s.r.Attr("hidden"); hidden == "1" || hidden == "true" {
				return
			}
		case "pic:pic":
			s.picture(alt)
		case "w:txbxContent":
			s.float(s.within()...)
		case "c:chart":
			s.chart()
		case "dgm:relIds":
			s.diagram()
		case "v:imagedata":
			s.float(doc.Block{Type: doc.Figure, Text: described(alt, s.r.Attr("o:title"))})
		case "v:textpath":
			s.wordArt()
		case "v:shape", "v:rect", "v:roundrect", "v:oval", "v:group", "v:line", "v:polyline":
			s.shapes(described(s.r.Attr("alt"), ""))
		case "wp:inline", "wp:anchor", "a:graphic", "a:graphicData", "wpg:wgp", "wpg:grpSp", "wpc:wpc", "wps:wsp", "wps:txbx",
			"wpg:graphicFrame", "v:textbox", "w:drawing", "w:pict":
			s.shapes(alt)
		}
	}
}

// described is the text that stands for a picture, in one line.
func described(texts ...string) string {
	for _, t := range texts {
		if t = strings.Join(strings.Fields(t), " "); t != "" {
			return t
		}
	}
	return ""
}

// float anchors blocks in the paragraph.
func (s *story) float(blocks ...doc.Block) {
	if s.p == nil {
		return
	}
	for i := range blocks {
		blocks[i].Confidence = 1
	}
	s.p.floats = append(s.p.floats, blocks...)
}

// picture adds a figure. Inside a group a picture may have a text of its own.
func (s *story) picture(alt string) {
	for name := range s.r.Children() {
		if name != "pic:nvPicPr" {
			continue
		}
		for inner := range s.r.Children() {
			if inner == "pic:cNvPr" {
				alt = described(alt, s.r.Attr("descr"))
			}
		}
	}
	s.float(doc.Block{Type: doc.Figure, Text: alt})
}

// wordArt is text drawn as a picture. In headers it is how watermarks are made.
func (s *story) wordArt() {
	if text := described(s.r.Attr("string")); text != "" {
		s.float(doc.Block{Type: doc.Text, Text: text, Watermark: s.running})
	}
}

// chart adds a chart with its numbers.
func (s *story) chart() {
	to, ok := s.relations[s.r.Attr("r:id")]
	if !ok || to.External {
		return
	}
	c, err := chart.Read(s.pkg, to.Target)
	switch {
	case errors.Is(err, ooxml.ErrMissing):
		return
	case err != nil:
		s.r.Fail(err)
		return
	}
	for _, b := range c.Blocks() {
		if b.Table != nil {
			s.spend(0, len(b.Table.Cells))
		}
		s.float(b)
	}
}

// diagram adds the words of a diagram as items of a list.
func (s *story) diagram() {
	to, ok := s.relations[s.r.Attr("r:dm")]
	if !ok || to.External {
		return
	}
	err := s.part(to.Target, func(in *story, _ string) {
		for list := range in.r.Children() {
			if list != "dgm:ptLst" {
				continue
			}
			for point := range in.r.Children() {
				if point == "dgm:pt" {
					s.point(in)
				}
			}
		}
	})
	if err != nil {
		s.r.Fail(err)
	}
}

// point reads one point of a diagram.
func (s *story) point(in *story) {
	for name := range in.r.Children() {
		if name != "dgm:t" {
			continue
		}
		var lines []string
		for p := range in.r.Children() {
			if p == "a:p" {
				if line := strings.TrimSpace(drawn(in.r)); line != "" {
					lines = append(lines, line)
				}
			}
		}
		if text := strings.Join(lines, "\n"); text != "" {
			s.float(doc.Block{Type: doc.ListItem, Level: 1, Text: text})
		}
	}
}
