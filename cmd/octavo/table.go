package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/octavo-dev/octavo/internal/record"
)

// table prints what was found for people: a line for every value, and a table for every list of objects.
func table(out io.Writer, found *record.Node, files []string, places bool) error {
	t := &printer{files: files, places: places, w: tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)}
	t.object("", found)
	t.lists()
	return t.w.Flush()
}

// printer prints lines in columns. Lists of objects come behind all other values.
type printer struct {
	w      *tabwriter.Writer
	files  []string
	places bool
	later  []list
}

type list struct {
	name  string
	items []*record.Node
}

func (t *printer) object(path string, n *record.Node) {
	for _, m := range n.Members {
		name := m.Name
		if path != "" {
			name = path + "." + m.Name
		}
		t.value(name, m.Node)
	}
}

func (t *printer) value(name string, n *record.Node) {
	switch {
	case n.Members != nil:
		t.object(name, n)
	case len(n.Items) > 0 && n.Items[0].Members != nil:
		t.later = append(t.later, list{name, n.Items})
	case n.Items != nil:
		for i, item := range n.Items {
			t.value(fmt.Sprintf("%s[%d]", name, i), item)
		}
	default:
		t.line(name, shown(n), t.place(n))
	}
}

// lists prints the lists of objects, a row for each and a column for each property.
func (t *printer) lists() {
	for len(t.later) > 0 {
		l := t.later[0]
		t.later = t.later[1:]
		_, _ = fmt.Fprintf(t.w, "\n%s\n", l.name)
		var names []string
		for _, m := range l.items[0].Members {
			names = append(names, m.Name)
		}
		t.line(names...)
		for i, item := range l.items {
			cells := make([]string, 0, len(item.Members))
			for _, m := range item.Members {
				cells = append(cells, t.cell(fmt.Sprintf("%s[%d].%s", l.name, i, m.Name), m.Node))
			}
			t.line(cells...)
		}
	}
}

// cell is the value of a property; what is more than one value is printed later.
func (t *printer) cell(name string, n *record.Node) string {
	switch {
	case len(n.Items) > 0 && n.Items[0].Members != nil:
		t.later = append(t.later, list{name, n.Items})
		return "…"
	case n.Members != nil:
		t.later = append(t.later, list{name, []*record.Node{n}})
		return "…"
	case n.Items != nil:
		var all []string
		for _, item := range n.Items {
			all = append(all, shown(item))
		}
		return strings.Join(all, ", ")
	}
	return strings.TrimSpace(shown(n) + " " + t.place(n))
}

// line prints cells, in which nothing of a document can break the line or speak to the terminal.
func (t *printer) line(cells ...string) {
	for i, c := range cells {
		cells[i] = clean(c)
	}
	_, _ = fmt.Fprintln(t.w, strings.TrimRight(strings.Join(cells, "\t"), "\t"))
}

func shown(n *record.Node) string {
	if n.Value == nil {
		return "-"
	}
	return fmt.Sprint(n.Value)
}

// place says where a value was found and how sure that is.
func (t *printer) place(n *record.Node) string {
	if !t.places || len(n.Sources) == 0 {
		return ""
	}
	s := n.Sources[0]
	file := ""
	if len(t.files) > 1 && s.Document >= 0 {
		file = filepath.Base(t.files[s.Document]) + ", "
	}
	return fmt.Sprintf("(%spage %d, %.2f)", file, s.Page, n.Confidence*s.Confidence)
}
