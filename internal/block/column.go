package block

import (
	"slices"
	"unicode"
)

// Weights of the decision to read a stretch of a page column by column. Rows count as many as both sides have.
var columnWeights = struct{ cost, row, gap, coupled, alone, after, torn float32 }{
	cost:    1.6,  // of one more stretch of columns
	row:     0.9,  // a row with text on both sides
	gap:     0.5,  // at most, for a wide gutter
	coupled: 2.2,  // off for a row whose sides belong together: a label and its number
	alone:   0.12, // a row with text on one side that goes on closely
	torn:    1.2,  // off when the stretch begins or ends within a paragraph
	after:   -0.9, // a row with text on one side after a wide space
}

// columns is a stretch of bands that is read column by column.
type columns struct {
	from, to int
	x        float32
}

// choose picks the stretches of columns whose scores sum up to the most.
func (s *sheet) choose(pieces []piece, bands []band, gutters []gutter, f frame) []columns {
	type step struct {
		score  float32
		from   int
		gutter int
	}
	best := make([]step, len(bands)+1)
	value := make([][]value, len(gutters))
	for g := range gutters {
		value[g] = s.values(pieces, bands, gutters[g], f)
	}
	torn := s.torn(pieces, bands)
	for j := 1; j <= len(bands); j++ {
		best[j] = step{best[j-1].score, j - 1, -1}
		for g := range gutters {
			sum := -columnWeights.cost*s.reluctance - torn[j]
			var sides side
			for i := j - 1; i >= 0 && value[g][i].score > closed; i-- {
				sum += value[g][i].score
				sides |= value[g][i].sides
				if got := best[i].score + sum - torn[i]; sides == left|right && got > best[j].score {
					best[j] = step{got, i, g}
				}
			}
		}
	}
	var out []columns
	for j := len(bands); j > 0; j = best[j].from {
		if g := best[j].gutter; g >= 0 {
			out = append(out, columns{best[j].from, j, f.x0 + f.bin*float32(gutters[g].from+gutters[g].to)/2})
		}
	}
	slices.Reverse(out)
	return out
}

// side tells where something stands at a gutter.
type side uint8

// The sides of a gutter.
const (
	left side = 1 << iota
	right
)

// sideOf tells on which side of a gutter a piece stands.
func sideOf(p *piece, x float32) side {
	if (p.box.X0+p.box.X1)/2 < x {
		return left
	}
	return right
}

// value is what a band adds to a stretch of columns.
type value struct {
	score float32
	sides side
}

// torn is the cost, before each band and at the end, of a stretch that begins or ends there in the middle of a paragraph.
func (s *sheet) torn(pieces []piece, bands []band) []float32 {
	out := make([]float32, len(bands)+1)
	for k := 1; k < len(bands); k++ {
		above, below := pieces[bands[k-1].from:bands[k-1].to], pieces[bands[k].from:bands[k].to]
		for i := range above {
			for j := range below {
				a, b := &above[i], &below[j]
				shared := min(a.box.X1, b.box.X1) - max(a.box.X0, b.box.X0)
				if a.group == nil && b.group == nil && near(a.size, b.size, 0.06) && b.baseline-a.baseline < 1.2*s.pitch && 2*shared > min(a.box.X1-a.box.X0, b.box.X1-b.box.X0) {
					out[k] = columnWeights.torn
				}
			}
		}
	}
	return out
}

// closed is the value of a band that something crosses the gutter in.
const closed = -1e6

// values score each band for being part of a stretch of columns at the gutter.
func (s *sheet) values(pieces []piece, bands []band, g gutter, f frame) []value {
	w := columnWeights
	middle := f.x0 + f.bin*float32(g.from+g.to)/2
	wide := min(f.bin*float32(g.to-g.from)/s.em/4, 1)
	out := make([]value, len(bands))
	for k := range bands {
		b := &bands[k]
		if !b.cover.open(g.from, g.to, g.to-g.from) {
			out[k].score = closed
			continue
		}
		var lefts, rights, coupled, seen float32
		for i := b.from; i < b.to; i++ {
			p := &pieces[i]
			rows := max(1, (p.box.Y1-p.box.Y0)/s.pitch)
			where := sideOf(p, middle)
			out[k].sides |= where
			if where == left {
				lefts += rows
			} else {
				rights += rows
				coupled += s.coupled(pieces[b.from:b.to], p, middle)
				seen += patchSides(pieces[b.from:b.to], p, middle)
			}
		}
		both := min(lefts, rights)
		switch {
		case both > 0:
			out[k].score = both*(w.row+w.gap*wide) - w.coupled*min(coupled, both) + seen
		case k > 0:
			// Between close and far lies no edge that rounding could decide at.
			far := clip(float64((b.top-bands[k-1].base)/s.pitch)/0.4-3, 0, 1)
			out[k].score = w.alone + (w.after-w.alone)*float32(far)
		default:
			out[k].score = w.alone
		}
	}
	return out
}

// coupled tells how much a piece belongs to what stands left of the gutter on the same baseline.
func (s *sheet) coupled(pieces []piece, p *piece, middle float32) float32 {
	for i := range pieces {
		o := &pieces[i]
		if o.row != p.row || p.group != nil || sideOf(o, middle) != left {
			continue
		}
		short := min(o.stack, p.stack) / s.em
		switch {
		case short < 3 || short < 12 && (s.numeric(p) || s.numeric(o)):
			return 1
		case short < 7:
			return 0.6
		case short < 12:
			return 0.3
		}
		return 0
	}
	return 0
}

// numeric reports whether a piece has more digits than letters.
func (s *sheet) numeric(p *piece) bool {
	if p.parts == nil || p.chars > 16 {
		return false
	}
	d, l := 0, 0
	for _, part := range p.parts {
		for _, w := range s.words(part) {
			for _, r := range w.Text {
				if unicode.IsDigit(r) {
					d++
				} else if unicode.IsLetter(r) {
					l++
				}
			}
		}
	}
	return d > l
}
