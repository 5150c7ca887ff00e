package sqlstore

import (
	"strconv"
	"strings"
)

// params collects the arguments of a statement while its text is written. In a list of VALUES PostgreSQL takes
// an argument without a cast for text.
type params struct{ args []any }

func (p *params) add(v any) string {
	p.args = append(p.args, v)
	return "$" + strconv.Itoa(len(p.args))
}

func (p *params) int(v int64) string     { return "CAST(" + p.add(v) + " AS BIGINT)" }
func (p *params) float(v float64) string { return "CAST(" + p.add(v) + " AS DOUBLE PRECISION)" }

// list is the inside of an IN.
func (p *params) list(vs []string) string {
	marks := make([]string, len(vs))
	for i, v := range vs {
		marks[i] = p.add(v)
	}
	return strings.Join(marks, ", ")
}

// rows writes n rows of VALUES.
func rows(n int, row func(i int) []string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteByte('(')
		b.WriteString(strings.Join(row(i), ", "))
		b.WriteByte(')')
	}
	return b.String()
}
