package pdfgen

import (
	"fmt"
	"strings"
)

// Sheet is a page that is described by what stands where on it. Places are points from the top left corner; text
// stands on its baseline. Everything is drawn Scale times as large and moved by DX and DY to the right and down.
type Sheet struct {
	Width, Height float64
	Scale, DX, DY float64
	More          string // more entries of the page
	Resources     string // more entries of the resource dictionary
	Annots        []string

	Font  Font
	Size  float64
	Pitch float64 // of the lines of paragraphs, in sizes
	Color Color

	file    *File
	content strings.Builder
	spelled []rune // characters beyond Latin-1, in the order of their codes
}

// Color is red, green and blue, each from 0 to 1.
type Color [3]float64

// Some colours.
var (
	Black = Color{}
	White = Color{1, 1, 1}
	Grey  = Color{0.85, 0.85, 0.85}
	Blue  = Color{0.1, 0.2, 0.6}
)

// NewSheet begins a page of a file: 612 by 792 points, regular letters of 10 points.
func NewSheet(f *File) *Sheet {
	return &Sheet{Width: 612, Height: 792, Scale: 1, Size: 10, Pitch: 1.2, Font: Regular, file: f}
}

// With changes the letters and gives back how to undo that.
func (s *Sheet) With(font Font, size float64) (undo func()) {
	before, was := s.Font, s.Size
	s.Font, s.Size = font, size
	return func() { s.Font, s.Size = before, was }
}

// Raw adds operators in PDF's own coordinates, which point upwards.
func (s *Sheet) Raw(operators string) { s.content.WriteString(operators + "\n") }

func (s *Sheet) draw(format string, args ...any) { fmt.Fprintf(&s.content, format+"\n", args...) }

// Text writes from x on.
func (s *Sheet) Text(x, y float64, text string) { s.Turned(x, y, 0, text) }

// Right writes up to x.
func (s *Sheet) Right(x, y float64, text string) { s.Text(x-s.Measure(text), y, text) }

// Centre writes to both sides of x.
func (s *Sheet) Centre(x, y float64, text string) { s.Text(x-s.Measure(text)/2, y, text) }

// Lines writes lines below each other and gives the baseline of the next.
func (s *Sheet) Lines(x, y float64, lines ...string) float64 {
	for _, l := range lines {
		s.Text(x, y, l)
		y += s.Pitch * s.Size
	}
	return y
}

// Paragraph breaks text into lines of a width and gives the baseline of the next. All lines but the last fill it.
func (s *Sheet) Paragraph(x, y, width float64, text string) float64 {
	lines := s.broken(width, text)
	for i, l := range lines {
		if gaps := strings.Count(l, " "); i < len(lines)-1 && gaps > 0 {
			s.draw("%g Tw", (width-s.Measure(l))/float64(gaps))
		}
		s.Text(x, y, l)
		s.draw("0 Tw")
		y += s.Pitch * s.Size
	}
	return y
}

// Ragged is a paragraph whose lines end where their words do.
func (s *Sheet) Ragged(x, y, width float64, text string) float64 {
	return s.Indented(x, y, width, 0, text)
}

// Indented is a ragged paragraph whose first line begins further to the right.
func (s *Sheet) Indented(x, y, width, indent float64, text string) float64 {
	first := s.broken(width-indent, text)[0]
	s.Text(x+indent, y, first)
	y += s.Pitch * s.Size
	if rest := strings.TrimSpace(strings.TrimPrefix(text, first)); rest != "" {
		return s.Lines(x, y, s.broken(width, rest)...)
	}
	return y
}

func (s *Sheet) broken(width float64, text string) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		next := strings.TrimSpace(line + " " + word)
		if line != "" && s.Measure(next) > width {
			lines, next = append(lines, line), word
		}
		line = next
	}
	return append(lines, line)
}

// Line draws a line half a point wide.
func (s *Sheet) Line(x0, y0, x1, y1 float64) {
	s.draw("%s RG 0.5 w %g %g m %g %g l S", s.Color, x0, s.Height-y0, x1, s.Height-y1)
}

// Box draws the outline of a rectangle.
func (s *Sheet) Box(x, y, width, height float64) {
	s.draw("%s RG 0.5 w %g %g %g %g re S", s.Color, x, s.Height-y-height, width, height)
}

// Fill draws a rectangle.
func (s *Sheet) Fill(x, y, width, height float64, c Color) {
	s.draw("%s rg %g %g %g %g re f", c, x, s.Height-y-height, width, height)
}

// Image draws an image that the file has.
func (s *Sheet) Image(x, y, width, height float64, ref string) {
	name := fmt.Sprintf("I%d", strings.Count(s.Resources, "/I"))
	if s.Resources == "" {
		s.Resources = "/XObject<<>>"
	}
	s.Resources = strings.Replace(s.Resources, "/XObject<<", fmt.Sprintf("/XObject<</%s %s", name, ref), 1)
	s.draw("q %g 0 0 %g %g %g cm /%s Do Q", width, height, x, s.Height-y-height, name)
}

// Picture draws a grey picture of one pixel.
func (s *Sheet) Picture(x, y, width, height float64) {
	s.Image(x, y, width, height, s.file.AddStream("/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8", []byte{150}))
}

// Link makes a place lead to an address.
func (s *Sheet) Link(x, y, width, height float64, address string) {
	s.Annots = append(s.Annots, s.file.Add(fmt.Sprintf("<</Type/Annot/Subtype/Link/Border[0 0 0]/Rect[%g %g %g %g]/A<</S/URI/URI%s>>>>",
		x, s.Height-y-height, x+width, s.Height-y, Text(address))))
}

// Add puts the page into the file.
func (s *Sheet) Add() string {
	page := Page{Width: s.Width * s.Scale, Height: s.Height * s.Scale, Resources: s.Resources, Annots: s.Annots, More: s.More}
	page.Content = fmt.Sprintf("%g 0 0 %g %g %g cm\n%s", s.Scale, s.Scale, s.Scale*s.DX, -s.Scale*s.DY, s.content.String())
	if len(s.spelled) > 0 {
		page.Fonts = "/" + string(spelledFont) + " " + s.file.spelling(s.spelled)
	}
	return s.file.AddPage(page)
}

func (c Color) String() string { return fmt.Sprintf("%g %g %g", c[0], c[1], c[2]) }
