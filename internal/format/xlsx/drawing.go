package xlsx

import (
	"strconv"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/markup"
	"github.com/octavo-dev/octavo/internal/ooxml"
	"github.com/octavo-dev/octavo/internal/ooxml/chart"
)

// maxDrawn bounds what lies on a sheet.
const maxDrawn = 10_000

// readDrawings reads the pictures, charts and text boxes that lie on the sheet.
func (s *reader) readDrawings() ([]doc.Block, error) {
	part := s.relations.Part("drawing")
	if part == "" {
		return nil, nil
	}
	relations, err := s.book.pack.Relations(part)
	if err != nil {
		return nil, err
	}
	d := drawing{sheet: s, relations: relations}
	err = s.book.read(part, func(r *markup.Reader) {
		for child := range r.Children() {
			if strings.HasSuffix(child, "Anchor") && len(d.blocks) < maxDrawn {
				d.anchor(r)
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return d.blocks, d.readCharts()
}

// drawing is what lies on a sheet while it is read.
type drawing struct {
	sheet     *reader
	relations ooxml.Relations
	blocks    []doc.Block
	charts    []placed
}

// placed is a chart whose part is read once the drawing is.
type placed struct {
	part string
	box  doc.Box
}

// anchor reads one object with the cells it lies on.
func (d *drawing) anchor(r *markup.Reader) {
	box := doc.Box{Left: 1, Top: 1, Width: 1, Height: 1}
	for child := range r.Children() {
		switch child {
		case "xdr:from":
			box.Left, box.Top = corner(r)
		case "xdr:to":
			right, bottom := corner(r)
			box.Width, box.Height = max(1, right-box.Left+1), max(1, bottom-box.Top+1)
		default:
			d.object(r, child, box)
		}
	}
}

// corner is a cell, counted from 1.
func corner(r *markup.Reader) (col, row float64) {
	col, row = 1, 1
	for child := range r.Children() {
		n, err := strconv.Atoi(strings.TrimSpace(r.String(maxNumber)))
		if err != nil || n < 0 {
			continue
		}
		switch child {
		case "xdr:col":
			col = float64(min(n, maxCol-1) + 1)
		case "xdr:row":
			row = float64(min(n, maxRow-1) + 1)
		}
	}
	return col, row
}

func (d *drawing) object(r *markup.Reader, name string, box doc.Box) {
	block := doc.Block{Page: d.sheet.number, Box: box, Confidence: 1}
	switch name {
	case "xdr:grpSp":
		for child := range r.Children() {
			d.object(r, child, box)
		}
	case "xdr:pic":
		if d.sheet.opts.Sheet.SkipEmbeddedImages {
			return
		}
		if block.Text = d.alternative(r); block.Text == "" {
			block.Text = "picture"
		}
		block.Type = doc.Figure
		d.blocks = append(d.blocks, block)
	case "xdr:sp":
		if block.Text = boxText(r); block.Text != "" {
			block.Type = doc.Text
			d.blocks = append(d.blocks, block)
		}
	case "xdr:graphicFrame":
		d.frame(r, box)
	}
}

// alternative is the text that stands for a picture.
func (d *drawing) alternative(r *markup.Reader) string {
	text := ""
	for child := range r.Children() {
		if child != "xdr:nvPicPr" {
			continue
		}
		for inner := range r.Children() {
			if inner == "xdr:cNvPr" {
				text = clean(r.Attr("descr"))
			}
		}
	}
	return text
}

// boxText is the text of a shape, a line for each paragraph.
func boxText(r *markup.Reader) string {
	var lines []string
	for child := range r.Children() {
		if child != "xdr:txBody" {
			continue
		}
		for inner := range r.Children() {
			if inner == "a:p" {
				if line := clean(r.String(maxCellText)); line != "" {
					lines = append(lines, line)
				}
			}
		}
	}
	return strings.Join(lines, "\n")
}

// frame finds the chart of a frame.
func (d *drawing) frame(r *markup.Reader, box doc.Box) {
	for child := range r.Children() {
		switch child {
		case "a:graphic", "a:graphicData":
			d.frame(r, box)
		case "c:chart":
			if rel, ok := d.relations.ID(r.Attr("r:id")); ok && !rel.External {
				d.charts = append(d.charts, placed{rel.Target, box})
			}
		}
	}
}

func (d *drawing) readCharts() error {
	for _, p := range d.charts {
		c, err := chart.Read(d.sheet.book.pack, p.part)
		if err != nil {
			return err
		}
		for _, b := range c.Blocks() {
			b.Page, b.Box = d.sheet.number, p.box
			d.blocks = append(d.blocks, b)
		}
	}
	return nil
}
