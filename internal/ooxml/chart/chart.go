// Package chart reads the charts of office files: the numbers they were drawn from, which the file keeps beside the
// drawing.
package chart

import (
	"sort"
	"strconv"
	"strings"

	"github.com/octavo-dev/octavo/internal/markup"
	"github.com/octavo-dev/octavo/internal/ooxml"
)

// Chart is one chart.
type Chart struct {
	Kinds  []string // as the file names them, in lower case: "bar", "bar3d", "line"; several in one drawing
	Title  string
	Series []Series
}

// Series is one row of numbers.
type Series struct {
	Name       string
	Categories []string // what each value belongs to: names, dates, or numbers along the other axis
	Values     []string
}

// Bounds of a chart.
const (
	maxSeries = 1_000
	maxPoints = 100_000
	maxText   = 32 << 10
)

// Read reads the part of a chart.
func Read(p *ooxml.Package, part string) (*Chart, error) {
	c := &Chart{}
	err := p.Read(part, func(r *markup.Reader, _ string) error {
		for child := range r.Children() {
			if child == "c:chart" {
				c.read(r)
			}
		}
		return nil
	})
	return c, err
}

func (c *Chart) read(r *markup.Reader) {
	for child := range r.Children() {
		switch child {
		case "c:title":
			c.Title = fold(texts(r))
		case "c:plotArea":
			for plot := range r.Children() {
				if kind, ok := strings.CutSuffix(plot, "Chart"); ok {
					c.Kinds = append(c.Kinds, strings.ToLower(strings.TrimPrefix(kind, "c:")))
					c.readPlot(r)
				}
			}
		}
	}
}

func (c *Chart) readPlot(r *markup.Reader) {
	for child := range r.Children() {
		if child == "c:ser" && len(c.Series) < maxSeries {
			c.Series = append(c.Series, readSeries(r))
		}
	}
}

func readSeries(r *markup.Reader) Series {
	var s Series
	for child := range r.Children() {
		switch child {
		case "c:tx":
			s.Name = fold(strings.Join(values(r), " "))
		case "c:cat", "c:xVal":
			s.Categories = values(r)
		case "c:val", "c:yVal":
			s.Values = values(r)
		}
	}
	return s
}

// texts joins the runs of a rich text.
func texts(r *markup.Reader) string {
	var b strings.Builder
	var walk func()
	walk = func() {
		for child := range r.Children() {
			switch child {
			case "a:t", "c:v":
				b.WriteString(r.String(maxText))
			case "a:p":
				walk()
				b.WriteByte(' ')
			default:
				walk()
			}
		}
	}
	walk()
	return b.String()
}

// values reads the points that are kept beside a reference, by their places. Of several levels of names the innermost,
// which comes first, is taken.
func values(r *markup.Reader) []string {
	points := map[int]string{}
	count, level := 0, 0
	var walk func()
	walk = func() {
		for child := range r.Children() {
			switch child {
			case "c:f", "c:formatCode", "c:extLst":
			case "c:ptCount":
				if n, err := strconv.Atoi(r.Attr("val")); err == nil && n > 0 {
					count = min(n, maxPoints)
				}
			case "c:lvl":
				if level++; level == 1 {
					walk()
				}
			case "c:pt":
				at, err := strconv.Atoi(r.Attr("idx"))
				for inner := range r.Children() {
					if inner == "c:v" && err == nil && at >= 0 && at < maxPoints {
						points[at] = fold(r.String(maxText))
					}
				}
			case "c:v":
				points[len(points)] = r.String(maxText)
			default:
				walk()
			}
		}
	}
	walk()
	return inOrder(points, count)
}

// inOrder lists points by their places; a place without a point is empty.
func inOrder(points map[int]string, count int) []string {
	at := make([]int, 0, len(points))
	for n := range points {
		at = append(at, n)
	}
	sort.Ints(at)
	if len(at) > 0 {
		count = max(count, at[len(at)-1]+1)
	}
	if len(at) == 0 || count > 4*len(at)+1_000 { // a lie about the size is not filled up
		count = len(at)
		for i, n := range at {
			points[i] = points[n]
		}
	}
	out := make([]string, count)
	for n, v := range points {
		if n < count {
			out[n] = v
		}
	}
	return out
}

func fold(s string) string { return strings.Join(strings.Fields(s), " ") }
