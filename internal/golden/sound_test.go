package golden

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/doc"
)

// sound holds what is true of every document: all that is seen is in its blocks once, in a place on its page, and
// tables are rectangles.
func sound(t failing, d *doc.Document) {
	t.Helper()
	seen, said := map[rune]int{}, map[rune]int{}
	for _, p := range d.Pages {
		for _, w := range p.Words {
			count(seen, w.Text)
			within(t, w.Text, w.Box)
		}
		for _, l := range p.Lines {
			within(t, l.Text, l.Box)
		}
	}
	page := 0
	for i := range d.Blocks {
		b := &d.Blocks[i]
		for _, text := range texts(b) {
			count(said, text)
		}
		if b.Page < page || !slices.ContainsFunc(d.Pages, func(p doc.Page) bool { return p.Number == b.Page }) {
			t.Fatal(fmt.Sprintf("a block of page %d follows one of page %d", b.Page, page))
		}
		page = b.Page
		shape(t, b)
	}
	if !maps.Equal(seen, said) {
		t.Fatal(fmt.Sprintf("characters of the page that blocks lack: %s; that they have too often: %s", more(seen, said), more(said, seen)))
	}
}

// count counts letters and digits. Hyphens at the ends of lines and the bullets of lists are no part of what is said.
func count(all map[rune]int, text string) {
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			all[r]++
		}
	}
}

func more(a, b map[rune]int) string {
	var out strings.Builder
	for _, r := range slices.Sorted(maps.Keys(a)) {
		out.WriteString(strings.Repeat(string(r), max(a[r]-b[r], 0)))
	}
	return out.String()
}

// texts is everything a block says. The caption of a table stands in a block of its own.
func texts(b *doc.Block) []string {
	out := []string{b.Marker}
	if b.Table == nil {
		out = append(out, b.Text)
	} else {
		for i := range b.Table.Cells {
			out = append(out, b.Table.Cells[i].Text)
		}
	}
	for _, p := range b.Pairs {
		out = append(out, p.Key, p.Value)
	}
	if b.Type == doc.Figure {
		out = append(out, b.Caption)
	}
	return out
}

// shape holds a block to its page and a table to its grid.
func shape(t failing, b *doc.Block) {
	t.Helper()
	name := fmt.Sprintf("%s %.30q", b.Type, b.Text)
	within(t, name, b.Box)
	if b.Confidence < 0 || b.Confidence > 1 {
		t.Fatal(fmt.Sprintf("%s has confidence %v", name, b.Confidence))
	}
	for _, p := range b.Pairs {
		within(t, name, p.Box)
	}
	if (b.Type == doc.TableBlock) != (b.Table != nil) {
		t.Fatal(name + " has a grid and is no table, or the other way round")
	}
	if b.Table == nil {
		return
	}
	if !b.Table.Consistent() || b.Table.Rows < 1 || b.Table.Cols < 1 || b.Table.HeaderRows < 0 || b.Table.HeaderRows > b.Table.Rows {
		t.Fatal(fmt.Sprintf("the table is no grid: %+v", b.Table))
	}
	for i := range b.Table.Cells {
		if c := &b.Table.Cells[i]; c.Box != nil {
			within(t, c.Text, *c.Box)
		}
	}
}

// within holds a box to the page.
func within(t failing, name string, b doc.Box) {
	t.Helper()
	const slack = 1e-6
	if b.Left < -slack || b.Top < -slack || b.Width < 0 || b.Height < 0 || b.Left+b.Width > 1+slack || b.Top+b.Height > 1+slack {
		t.Fatal(fmt.Sprintf("%s lies at %+v", name, b))
	}
}
