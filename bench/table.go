package main

import (
	"fmt"
	"io"
	"strings"
)

// table is a Markdown table that is printed when it is complete.
type table struct {
	head []string
	rows [][]string
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

func (t *table) print(out io.Writer) {
	line := func(cells []string) { fmt.Fprintf(out, "| %s |\n", strings.Join(cells, " | ")) }
	line(t.head)
	rule := make([]string, len(t.head))
	for i := range rule {
		rule[i] = "---"
	}
	fmt.Fprintf(out, "|%s|\n", strings.Join(rule, "|"))
	for _, r := range t.rows {
		line(r)
	}
	fmt.Fprintln(out)
}
