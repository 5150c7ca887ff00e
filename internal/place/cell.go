package place

import "github.com/octavo-dev/octavo/internal/doc"

// band is a stretch of a row or a column.
type band struct {
	from, to float64
	known    bool
}

func (b *band) add(from, to float64) {
	if !b.known {
		*b = band{from, to, true}
		return
	}
	b.from, b.to = min(b.from, from), max(b.to, to)
}

// setCells gives every cell a box: as wide as the words of its column reach and as high as those of its row, so that
// empty cells have theirs too. Rows on further pages are told apart by Table.PageAt.
func (s *spot) setCells(b *doc.Block, p *paper) {
	t := *b.Table
	t.Cells = append([]doc.Cell(nil), t.Cells...)
	b.Table = &t
	rows, cols := make([]band, t.Rows), make([]band, t.Cols)
	page := s.rowPages(&t)
	for i, piece := range s.pieces {
		c := &t.Cells[s.parts[i]]
		if !inside(c, &t) || page[c.Row] != piece.page {
			continue
		}
		if c.RowSpan == 1 {
			rows[c.Row].add(piece.box.Top, piece.box.Top+piece.box.Height)
		}
		if c.ColSpan == 1 {
			cols[c.Col].add(piece.box.Left, piece.box.Left+piece.box.Width)
		}
	}
	guess(cols, s.box.Left, s.box.Left+s.box.Width)
	for from := 0; from < t.Rows; {
		to := from + 1
		for to < t.Rows && page[to] == page[from] {
			to++
		}
		top, bottom := s.box.Top, s.box.Top+s.box.Height
		if page[from] != s.page {
			top, bottom = 0, 1
		}
		guess(rows[from:to], top, bottom)
		from = to
	}
	spread := false
	for i := range t.Cells {
		c := &t.Cells[i]
		if !inside(c, &t) {
			continue
		}
		down := c.Row
		for down+1 < c.Row+c.RowSpan && page[down+1] == page[c.Row] {
			down++
		}
		across := cols[c.Col+c.ColSpan-1]
		c.Box = &doc.Box{
			Left: cols[c.Col].from, Top: rows[c.Row].from,
			Width: across.to - cols[c.Col].from, Height: rows[down].to - rows[c.Row].from,
		}
		spread = spread || page[c.Row] != s.page
	}
	t.PageAt = nil
	if spread {
		for _, n := range page {
			t.PageAt = append(t.PageAt, p.pages[n].Number)
		}
	}
}

func inside(c *doc.Cell, t *doc.Table) bool {
	return c.Row >= 0 && c.Col >= 0 && c.RowSpan >= 1 && c.ColSpan >= 1 && c.Row+c.RowSpan <= t.Rows && c.Col+c.ColSpan <= t.Cols
}

// rowPages is the page of each row: that of the first of its words, and never one before that of the row above.
func (s *spot) rowPages(t *doc.Table) []int {
	seen := make([]int, t.Rows)
	for i := range seen {
		seen[i] = -1
	}
	for i, piece := range s.pieces {
		if c := &t.Cells[s.parts[i]]; inside(c, t) && (seen[c.Row] < 0 || piece.page < seen[c.Row]) {
			seen[c.Row] = piece.page
		}
	}
	last := s.last.page
	for r := t.Rows - 1; r >= 0; r-- { // a word that was mistaken does not take the rows below along
		if seen[r] > last || seen[r] >= 0 && seen[r] < s.page {
			seen[r] = -1
		} else if seen[r] >= 0 {
			last = seen[r]
		}
	}
	at := s.page
	for r := range seen {
		if seen[r] >= 0 {
			at = seen[r]
		}
		seen[r] = at
	}
	return seen
}

// guess gives bands that nothing is known of a share of the gap they lie in, and parts those that overlap.
func guess(bands []band, from, to float64) {
	for i := 0; i < len(bands); {
		if bands[i].known {
			i++
			continue
		}
		end := i
		for end < len(bands) && !bands[end].known {
			end++
		}
		low, high := from, to
		if i > 0 {
			low = bands[i-1].to
		}
		if end < len(bands) {
			high = bands[end].from
		}
		high = max(high, low)
		share := (high - low) / float64(end-i)
		for k := i; k < end; k++ {
			bands[k] = band{low + float64(k-i)*share, low + float64(k-i+1)*share, true}
		}
		i = end
	}
	for i := 1; i < len(bands); i++ {
		if bands[i].from < bands[i-1].to {
			middle := min(max((bands[i].from+bands[i-1].to)/2, bands[i-1].from), max(bands[i].to, bands[i-1].from))
			bands[i-1].to, bands[i].from = middle, middle
			bands[i].to = max(bands[i].to, middle)
		}
	}
}
