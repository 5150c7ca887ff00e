package chart

import (
	"fmt"
	"math"
	"strings"
)

// Summary says in one or two sentences what the chart shows.
func (c *Chart) Summary() string {
	var b strings.Builder
	kind := map[string]string{Bar: "Bar chart", Line: "Line chart", Scatter: "Scatter plot", Pie: "Pie chart", Area: "Area chart"}[c.Kind]
	b.WriteString(kind)
	if c.Title != "" {
		fmt.Fprintf(&b, " “%s”", c.Title)
	}
	n := 0
	var names []string
	for _, s := range c.Series {
		n += len(s.Points)
		if s.Name != "" {
			names = append(names, s.Name)
		}
	}
	if len(c.Series) > 1 {
		fmt.Fprintf(&b, " with %d series", len(c.Series))
		if len(names) > 0 && len(names) <= 6 {
			fmt.Fprintf(&b, " (%s)", strings.Join(names, ", "))
		}
		b.WriteString(" and")
	} else {
		b.WriteString(" with")
	}
	fmt.Fprintf(&b, " %d points.", n)
	b.WriteString(c.extremes())
	return b.String()
}

// extremes says between which values the points lie and where the ends are.
func (c *Chart) extremes() string {
	value, name := func(p Point) any { return p.Y }, func(p Point) any { return p.X }
	axis := c.Y
	if c.lyingBars() {
		value, name, axis = name, value, c.X
	}
	low, high := math.Inf(1), math.Inf(-1)
	var least, most string
	for _, s := range c.Series {
		for _, p := range s.Points {
			v, ok := value(p).(float64)
			if !ok {
				continue
			}
			if v < low {
				low, least = v, where(s, name(p))
			}
			if v > high {
				high, most = v, where(s, name(p))
			}
		}
	}
	if low > high {
		return ""
	}
	what, unit := "Values", ""
	if axis != nil {
		if axis.Label != "" {
			what = axis.Label
		}
		if unit = axis.Unit; unit != "" && !strings.Contains(what, unit) {
			unit = " " + unit
		} else {
			unit = ""
		}
	}
	return fmt.Sprintf(" %s: from %s%s%s to %s%s%s.", what, plain(low), unit, least, plain(high), unit, most)
}

// where names a point in brackets.
func where(s Series, at any) string {
	name := s.Name
	switch x := at.(type) {
	case string:
		name = strings.TrimSpace(name + ", " + x)
	case float64:
		name = strings.TrimSpace(name + ", " + plain(x))
	}
	if name = strings.TrimPrefix(name, ", "); name == "" {
		return ""
	}
	return " (" + name + ")"
}

func (c *Chart) lyingBars() bool { return c.Kind == Bar && c.Y != nil && c.Y.Type == Category }
