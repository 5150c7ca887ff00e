package region

import (
	"cmp"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/ocr"
)

// classes are what the network tells apart, in its order.
var classes = [...]ocr.Kind{
	ocr.TextRegion,     // abstract
	ocr.TextRegion,     // algorithm
	ocr.AsideRegion,    // aside text
	ocr.ChartRegion,    // chart
	ocr.TextRegion,     // content
	ocr.FormulaRegion,  // display formula
	ocr.TitleRegion,    // document title
	ocr.CaptionRegion,  // figure title
	ocr.FooterRegion,   // footer
	ocr.FooterRegion,   // footer image
	ocr.FootnoteRegion, // footnote
	ocr.FormulaRegion,  // formula number
	ocr.HeaderRegion,   // header
	ocr.HeaderRegion,   // header image
	ocr.PictureRegion,  // image
	ocr.FormulaRegion,  // inline formula
	ocr.NumberRegion,   // number
	ocr.HeadingRegion,  // paragraph title
	ocr.TextRegion,     // reference
	ocr.TextRegion,     // reference content
	ocr.SealRegion,     // seal
	ocr.TableRegion,    // table
	ocr.TextRegion,     // text
	ocr.TextRegion,     // vertical text
	ocr.FootnoteRegion, // footnote of a picture
}

// inline is the class of formulas inside lines, which are no region of a page.
const inline = 15

// How rows are read: a class, a score, a box and a place in the order.
const (
	columns   = 7
	threshold = 0.4
	same      = 0.6 // part of both together that two boxes of one thing share
	nested    = 0.9 // part of a box inside another that makes it a part of that
	mostRows  = 300
)

// candidate is a row of the output.
type candidate struct {
	ocr.Region
	order float32
}

// pick keeps the sure regions, each once, in reading order.
func pick(rows []float32) []ocr.Region {
	var all []candidate
	for ; len(rows) >= columns && len(all) < mostRows; rows = rows[columns:] {
		if !(rows[0] >= 0 && rows[0] < float32(len(classes))) {
			continue
		}
		class := int(rows[0])
		b := engine.Box{X0: rows[2], Y0: rows[3], X1: rows[4], Y1: rows[5]}
		if class == inline || !(rows[1] >= threshold) || !(b.X1 > b.X0 && b.Y1 > b.Y0) {
			continue
		}
		all = append(all, candidate{ocr.Region{Kind: classes[class], Score: min(float64(rows[1]), 1), Box: b}, rows[6]})
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(b.Score, a.Score) })
	var kept []candidate
	for _, c := range all {
		if !slices.ContainsFunc(kept, func(k candidate) bool { return k.again(c) }) {
			kept = append(kept, c)
		}
	}
	kept = slices.DeleteFunc(slices.Clone(kept), func(c candidate) bool {
		return slices.ContainsFunc(kept, func(k candidate) bool {
			return k.Kind == c.Kind && area(k.Box) > area(c.Box) && share(k.Box, c.Box) > nested*area(c.Box)
		})
	})
	slices.SortStableFunc(kept, func(a, b candidate) int { return cmp.Compare(a.order, b.order) })
	out := make([]ocr.Region, len(kept))
	for i := range kept {
		out[i] = kept[i].Region
	}
	return out
}

// again reports whether another candidate is the same thing: of the same kind, or on nearly the same place.
func (c candidate) again(o candidate) bool {
	both := share(c.Box, o.Box)
	of := both / (area(c.Box) + area(o.Box) - both)
	return of > nested || c.Kind == o.Kind && of > same
}

func area(b engine.Box) float32 { return (b.X1 - b.X0) * (b.Y1 - b.Y0) }

func share(a, b engine.Box) float32 {
	w, h := min(a.X1, b.X1)-max(a.X0, b.X0), min(a.Y1, b.Y1)-max(a.Y0, b.Y0)
	if w <= 0 || h <= 0 {
		return 0
	}
	return w * h
}
