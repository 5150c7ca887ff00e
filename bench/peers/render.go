package main

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
)

// Between these lines of a file stand the tables.
const (
	opening = "<!-- peers: written by make peers -->"
	closing = "<!-- /peers -->"
)

// rewrite puts the tables into a file.
func rewrite(path string, r *result) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	out, err := splice(string(text), r)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.WriteFile(path, []byte(out), 0o644)
}

// splice replaces what stands between the lines.
func splice(text string, r *result) (string, error) {
	before, rest, ok := strings.Cut(text, opening)
	_, after, closed := strings.Cut(rest, closing)
	if !ok || !closed {
		return "", fmt.Errorf("there is no %s … %s", opening, closing)
	}
	return before + opening + "\n" + strings.Join(r.tables(), "\n") + closing + after, nil
}

// tables are the figures as Markdown.
func (r *result) tables() []string {
	return []string{r.pagesTable(), r.tablesTable(), r.speedTable()}
}

func (r *result) pagesTable() string {
	rows := r.having(func(e entry) bool { return e.Parse != nil }, func(e entry) float64 { return -e.Parse.Overall })
	t := table{[]string{"", "overall", "NID", "TEDS", "MHS"}}
	for _, e := range rows {
		t = append(t, []string{e.title(), points(e.Parse.Overall), points(e.Parse.NID), points(e.Parse.TEDS), points(e.Parse.MHS)})
	}
	return fmt.Sprintf("Pages: %d one-page PDFs of an open benchmark.\n\n%s", r.Files["parse"], t.best(1, 2, 3, 4))
}

func (r *result) tablesTable() string {
	rows := r.having(func(e entry) bool { return e.ICDAR != nil && e.SciTSR != nil }, func(e entry) float64 { return -e.ICDAR.TEDS - e.SciTSR.TEDS })
	t := table{[]string{"", "ICDAR, TEDS", "without words", "SciTSR, TEDS", "without words"}}
	for _, e := range rows {
		t = append(t, []string{e.title(), points(e.ICDAR.TEDS), points(e.ICDAR.TEDSS), points(e.SciTSR.TEDS), points(e.SciTSR.TEDSS)})
	}
	return fmt.Sprintf("Tables: %d documents of the ICDAR 2013 competition and %d tables of SciTSR.\n\n%s", r.Files["icdar"], r.Files["scitsr"], t.best(1, 2, 3, 4))
}

func (r *result) speedTable() string {
	rows := r.having(func(e entry) bool { return e.Speed != nil }, func(e entry) float64 { return e.Speed.Against })
	t := table{[]string{"", "what comes out", "CPU a page", "Octavo = 1", "rounds", "largest size", "words"}}
	for _, e := range rows {
		s := e.Speed
		t = append(t, []string{e.title(), e.Gives, fmt.Sprintf("%.1f ms", s.CPU), fmt.Sprintf("%.2f", s.Against), fmt.Sprintf("%.2f – %.2f", s.Lowest, s.Highest),
			fmt.Sprintf("%.0f MiB", s.Size), count(s.Words)})
	}
	var load string
	if len(r.Load) == 3 {
		load = fmt.Sprintf("; load average %s before, %s after", r.Load[1], r.Load[2])
	}
	return fmt.Sprintf("Processor time: %d PDFs with %d pages, all of them in one run, median of %d rounds (%s, %s%s).\n\n%s",
		r.Files["bench-pdfs"], r.Pages, r.Rounds, r.Date, r.Machine, load, t)
}

// having are the rows that a table has, in its order.
func (r *result) having(has func(entry) bool, order func(entry) float64) []entry {
	rows := slices.DeleteFunc(slices.Clone(r.Peers), func(e entry) bool { return !has(e) })
	slices.SortStableFunc(rows, func(a, b entry) int { return compare(order(a), order(b), a.Name, b.Name) })
	return rows
}

func compare(a, b float64, x, y string) int { return cmp.Or(cmp.Compare(a, b), cmp.Compare(x, y)) }

// title is the first cell of a row.
func (e entry) title() string {
	switch {
	case e.Version == "":
		return "**" + e.Name + "**"
	case e.Quoted:
		return e.Name + " " + e.Version + " °"
	}
	return e.Name + " " + e.Version
}

// count is a number of words; where there is no text it is none.
func count(words int) string {
	if words == 0 {
		return "–"
	}
	return fmt.Sprint(words)
}

func points(v float64) string { return fmt.Sprintf("%.3f", v) }

// table is rows of cells; the first is the head.
type table [][]string

// best makes the highest figure of columns bold.
func (t table) best(columns ...int) table {
	for _, c := range columns {
		most := ""
		for _, row := range t[1:] {
			most = max(most, row[c])
		}
		for _, row := range t[1:] {
			if row[c] == most {
				row[c] = "**" + most + "**"
			}
		}
	}
	return t
}

func (t table) String() string {
	var out strings.Builder
	for i, row := range t {
		fmt.Fprintf(&out, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			out.WriteString(strings.Repeat("|---", len(row)) + "|\n")
		}
	}
	return strings.Replace(out.String(), "|  |", "| |", 1)
}
