// Package chart reads the numbers that a chart on a page shows, from its outlines or its pixels.
package chart

import (
	"errors"
	"math"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
)

// The kinds of charts.
const (
	Bar     = "bar"
	Line    = "line"
	Scatter = "scatter"
	Pie     = "pie"
	Area    = "area"
)

// The kinds of axes.
const (
	Category = "category"
	Linear   = "linear"
	Log      = "log"
	Time     = "time"
)

// Source is a figure on a page and what there is to read it from.
type Source struct {
	Page   *engine.Page
	Lines  []layout.Line  // of the page, with what was recognised in its pictures
	Box    engine.Box     // of the figure
	Raster *engine.Raster // of the page; nil where outlines have to do
}

// Chart is what a chart shows.
type Chart struct {
	Kind   string
	Title  string
	X, Y   *Axis // nil where there is none
	Series []Series
	// Verified says that the points, placed by their numbers on the axes, fall on the marks of the source, that their
	// names are whole labels, and that nothing drawn or printed in the plot is left over.
	Verified bool

	stacked bool // bars stand on each other
	marks   []spot
	plot    box
}

// Axis is one direction of a chart.
type Axis struct {
	Label, Type, Unit string
}

// Series is one line, one colour of bars or marks, or one pie.
type Series struct {
	Name   string
	Points []Point
}

// Point is one mark. X and Y are numbers, or strings for categories and times, or nil where the source does not tell.
type Point struct {
	X, Y  any
	Label string // what is written beside the mark
}

// Errors of reading.
var (
	ErrNone  = errors.New("the figure is no chart")
	ErrMarks = errors.New("the marks of the chart cannot be told apart")
	ErrAxes  = errors.New("the axes of the chart do not agree with each other")
)

// Is reports whether a figure is a chart: it has an axis of numbers with marks beside it, or it is a pie.
func Is(src Source) bool {
	_, err := read(src)
	return !errors.Is(err, ErrNone)
}

// NeedsPixels reports whether a figure may be a chart whose marks only its pixels show: a picture with labels.
func NeedsPixels(src Source) bool {
	s, err := begin(src)
	return err == nil && len(s.labels) > 1 && pictured(src)
}

// Read reads a chart. The error is ErrNone for a figure that is none.
func Read(src Source) (*Chart, error) { return read(src) }

// read tries the outlines of a figure first; pixels are looked at where they do not show a chart.
func read(src Source) (*Chart, error) {
	s, err := begin(src)
	if err != nil {
		return nil, err
	}
	vector := *s
	vector.labels = append([]label{}, s.labels...)
	vector.addPaths(src.Page)
	c, err := vector.solve()
	if err == nil || src.Raster == nil || !pictured(src) {
		return c, err
	}
	if s.addPixels(src.Page, src.Raster) {
		if found, other := s.solve(); !errors.Is(other, ErrNone) {
			return found, other
		}
	}
	return c, err
}

// pictured reports whether a good part of the figure is pictures.
func pictured(src Source) bool {
	figure := boxOf(src.Box)
	covered := 0.0
	for i := range src.Page.Images {
		covered += figure.common(boxOf(src.Page.Images[i].Visible)).area()
	}
	return covered > figure.area()/2
}

func finite(values ...float64) bool {
	for _, v := range values {
		if math.IsNaN(v) || math.Abs(v) > 1e6 {
			return false
		}
	}
	return true
}
