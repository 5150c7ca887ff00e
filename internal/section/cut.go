package section

import (
	"slices"

	"github.com/octavo-dev/octavo/internal/doc"
)

// Cut leaves the first rows of every table, in its cells and among the words of its page; 0 leaves all.
func Cut(docs []*doc.Document, rows int) []*doc.Document {
	if rows <= 0 {
		return docs
	}
	out := make([]*doc.Document, len(docs))
	for i, d := range docs {
		out[i] = cutDocument(d, rows)
	}
	return out
}

func cutDocument(d *doc.Document, rows int) *doc.Document {
	out := *d
	out.Blocks, out.Pages = slices.Clone(d.Blocks), slices.Clone(d.Pages)
	gone := map[int][]doc.Box{} // by page, what is not looked at
	for i := range out.Blocks {
		b := &out.Blocks[i]
		if b.Table == nil || b.Table.Rows <= rows {
			continue
		}
		t, bottom := cutTable(b.Table, rows)
		b.Table = t
		if low := b.Box.Top + b.Box.Height; bottom > 0 && bottom < low {
			gone[b.Page] = append(gone[b.Page], doc.Box{Left: b.Box.Left, Top: bottom, Width: b.Box.Width, Height: low - bottom})
			b.Box.Height = bottom - b.Box.Top
		}
	}
	for i := range out.Pages {
		if p := &out.Pages[i]; len(gone[p.Number]) > 0 {
			hidden := func(box doc.Box) bool { return slices.ContainsFunc(gone[p.Number], holdsMiddle(box)) }
			p.Words = slices.DeleteFunc(slices.Clone(p.Words), func(w doc.Word) bool { return hidden(w.Box) })
			p.Lines = slices.DeleteFunc(slices.Clone(p.Lines), func(l doc.Line) bool { return hidden(l.Box) })
		}
	}
	return &out
}

// cutTable is a table without the rows behind the first, and where these end; 0 where that is not known.
func cutTable(t *doc.Table, rows int) (*doc.Table, float64) {
	out := *t
	out.Rows, out.HeaderRows, out.Cells = rows, min(t.HeaderRows, rows), nil
	bottom := 0.0
	for _, c := range t.Cells {
		if c.Row >= rows {
			continue
		}
		c.RowSpan = min(c.RowSpan, rows-c.Row)
		out.Cells = append(out.Cells, c)
		if c.Box != nil && c.Row+c.RowSpan <= rows {
			bottom = max(bottom, c.Box.Top+c.Box.Height)
		}
	}
	out.RowAt, out.Deleted, out.PageAt = head(t.RowAt, rows), head(t.Deleted, rows), head(t.PageAt, rows)
	return &out, bottom
}

func head[T any](all []T, n int) []T { return all[:min(n, len(all))] }

// holdsMiddle reports of a box whether the middle of another lies in it.
func holdsMiddle(of doc.Box) func(doc.Box) bool {
	x, y := of.Left+of.Width/2, of.Top+of.Height/2
	return func(b doc.Box) bool {
		return x >= b.Left && x <= b.Left+b.Width && y >= b.Top && y <= b.Top+b.Height
	}
}
