package distill

import (
	"fmt"
	"strings"

	"github.com/octavo-dev/octavo/internal/record"
)

// Confidence in a value by where it stands, and what raises it. No set of documents with answers of models is at hand to
// fit them to, so they say no more than their order.
const (
	sureNamed  = 0.92 // word for word in the block that the model named
	sureFound  = 0.85 // elsewhere and nowhere else, or in another notation
	sureAlike  = 0.6  // something like it, or in one of several places
	sureAnswer = 0.75 // a choice or yes and no, which need not be written
	sureLost   = 0.3
)

// rate gives every value its confidence.
func (e *extractor) rate(d *draft, checked *verdict) {
	hinted := map[string]string{}
	if e.o.Hints != nil {
		e.o.Hints.Walk(func(path string, n *record.Node) { hinted[path] = plainText(n.Value) })
	}
	d.root.Walk(func(path string, n *record.Node) {
		n.Confidence = d.sure(n)
		if text, ok := hinted[path]; ok && text == plainText(n.Value) {
			n.Confidence = raised(n.Confidence)
		}
		if checked != nil {
			n.Confidence = checked.sure(n)
		}
	})
}

// raised is the confidence in what two agree on.
func raised(c float64) float64 { return 1 - (1-c)/2 }

func (d *draft) sure(n *record.Node) float64 {
	c := d.claims[n]
	switch {
	case c == nil:
		return 0
	case c.spot != nil && c.spot.Likeness < almost:
		return sureAlike
	case c.spot != nil && c.spot.Block == c.block:
		return sureNamed
	case c.spot != nil && !c.alone:
		return sureAlike
	case c.spot != nil, c.typed:
		return sureFound
	case c.block >= 0 && chosen(n):
		return sureAnswer
	}
	return sureLost
}

// almost is how alike a spot is that differs in signs, case and blanks alone.
const almost = 0.9

// chosen reports whether a value is picked from a few and need not be written as it is.
func chosen(n *record.Node) bool {
	_, yesNo := n.Value.(bool)
	return yesNo || n.Field != nil && len(n.Field.Enum) > 0
}

func plainText(v any) string {
	return strings.ToLower(strings.Join(strings.Fields(fmt.Sprint(v)), " "))
}

// maxHints bounds what is told of the built-in engine.
const maxHints = 200

// hints are the values of the built-in engine, one a line.
func (e *extractor) hints() []string {
	if e.o.Hints == nil {
		return nil
	}
	first := make([]int, len(e.docs))
	for i := range e.docs[:max(len(e.docs)-1, 0)] {
		first[i+1] = first[i] + len(e.docs[i].Blocks)
	}
	var out []string
	e.o.Hints.Walk(func(path string, n *record.Node) {
		if len(out) >= maxHints {
			return
		}
		line := fmt.Sprintf("%s: %v", path, n.Value)
		if len(n.Sources) > 0 && n.Sources[0].Document < len(first) {
			line += fmt.Sprintf(" [%d]", first[n.Sources[0].Document]+n.Sources[0].Block)
		}
		out = append(out, line)
	})
	return out
}
