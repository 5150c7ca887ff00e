package block

import (
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/ocr"
)

// patch is a part of the page as a network saw it, in the frame of the sheet. Geometry and patches are weighed together:
// each is one more reason for or against what the other says.
type patch struct {
	kind  ocr.Kind
	score float64
	box   engine.Box
	order int
}

// seePatches brings the regions of the page into the frame of the sheet.
func (s *sheet) seePatches() {
	for i, r := range s.Regions {
		s.patches = append(s.patches, patch{r.Kind, r.Score, s.level(r.Box), i})
	}
}

// patchOf is the patch that holds most of a box, the smaller one where they lie in each other; nil where none does.
func (s *sheet) patchOf(b engine.Box) *patch {
	var best *patch
	for i := range s.patches {
		z := &s.patches[i]
		if area(common(z.box, b)) > area(b)/2 && (best == nil || area(z.box) < area(best.box)) {
			best = z
		}
	}
	return best
}

// pictured reports kinds whose words are part of what they show.
func (z *patch) pictured() bool {
	return z.kind == ocr.PictureRegion || z.kind == ocr.ChartRegion || z.kind == ocr.SealRegion
}

// atEdge reports kinds that run along the edges of pages.
func (z *patch) atEdge() bool {
	return z.kind == ocr.HeaderRegion || z.kind == ocr.FooterRegion || z.kind == ocr.NumberRegion
}

// patchFigures makes groups of pictures that only pixels tell of: a scan draws nothing but itself.
func (s *sheet) patchFigures() {
	for i := range s.patches {
		z := &s.patches[i]
		if !z.pictured() || s.inTable(z.box) || s.overTable(z.box) || s.prose(z.box) {
			continue
		}
		known := false
		for k := range s.groups {
			g := &s.groups[k]
			both := area(common(g.box, z.box))
			known = known || g.figure && 2*both > min(area(g.box), area(z.box))
		}
		if !known && min(z.box.X1-z.box.X0, z.box.Y1-z.box.Y0) >= leastFigure*s.em {
			s.addFigure(z.box, s.labels(z.box, false))
		}
	}
}

// Weights of what a patch says, for a patch that is quite sure.
var patchWeights = struct {
	heading, noHeading float64 // of a block
	lettered           float64 // against a heading where the file tells what the letters look like
	edge, noEdge       float64 // of a row at the edge of a page
	parted, whole      float64 // between two rows of different patches, or of one
	beside, across     float32 // for a gutter between patches, against one through a patch
}{
	heading: 8, noHeading: -2.5, lettered: -0.5, edge: 4, noEdge: -4, parted: 2.5, whole: -1.5, beside: 1, across: 2,
}

// patchHeading is the log-odds that patches add to rows being a heading.
func (s *sheet) patchHeading(rows []row) float64 {
	sum, n := 0.0, 0
	against := patchWeights.noHeading
	if s.words(rows[0].pieces[0].parts[0])[0].Font >= 0 {
		against = patchWeights.lettered
	}
	for i := range rows {
		for k := range rows[i].pieces {
			p := &rows[i].pieces[k]
			n += p.chars
			if z := p.patch; z != nil {
				weight := against
				if z.kind == ocr.HeadingRegion || z.kind == ocr.TitleRegion {
					weight = patchWeights.heading
				}
				sum += weight * z.score * float64(p.chars)
			}
		}
	}
	return sum / float64(max(n, 1))
}

// patchEdge is the log-odds that patches add to a row being a running line.
func patchEdge(row []piece) float64 {
	sum := 0.0
	for i := range row {
		switch z := row[i].patch; {
		case z == nil:
		case z.atEdge():
			sum += patchWeights.edge * z.score
		default:
			sum += patchWeights.noEdge * z.score
		}
	}
	return sum / float64(len(row))
}

// patchBreak is the log-odds that patches add to a paragraph beginning between two rows.
func patchBreak(a, b *row) float64 {
	x, y := a.pieces[0].patch, b.pieces[0].patch
	switch {
	case x == nil || y == nil:
		return 0
	case x == y && x.kind == ocr.TextRegion:
		return patchWeights.whole * x.score
	case x == y:
		return 0
	}
	return patchWeights.parted * min(x.score, y.score)
}

// patchSides is what patches say, by the rows of a band, for reading the two sides of a gutter one after the other.
func patchSides(pieces []piece, p *piece, middle float32) float32 {
	for i := range pieces {
		o := &pieces[i]
		if o.row != p.row || p.patch == nil || o.patch == nil || sideOf(o, middle) != left {
			continue
		}
		switch {
		case o.patch == p.patch:
			return -patchWeights.across
		case o.patch.order < p.patch.order:
			return patchWeights.beside
		}
		return -patchWeights.beside
	}
	return 0
}
