package distill

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/record"
	"github.com/octavo-dev/octavo/internal/window"
)

// Bounds of checking.
const (
	maxRounds  = 4
	maxClaims  = 100 // in one call
	maxUnsaid  = 200 // letters of evidence beside a claim
	maxReasons = 3
)

// verdict is what became of the checks.
type verdict struct {
	leaves    []checkedLeaf
	confirmed map[*record.Node]bool
	why       map[*record.Node]string
	rounds    int
}

// checkedLeaf is a leaf with its path; those that hold nothing are checked as well.
type checkedLeaf struct {
	path string
	node *record.Node
}

// verify has every value checked against the documents and corrected, again as long as something changes.
func (e *extractor) verify(ctx context.Context, d *draft) (*verdict, error) {
	v := &verdict{leaves: leavesOf(d.root, "", nil), confirmed: map[*record.Node]bool{}, why: map[*record.Node]string{}}
	base, err := e.checkRequest()
	if err != nil {
		return nil, err
	}
	room, err := e.limits().Room(base)
	if err != nil {
		return nil, err
	}
	runs := window.Runs(e.pages, room*3/4, 0) // the claims take their part
	for v.rounds < maxRounds && len(v.open()) > 0 {
		v.rounds++
		changed := false
		for _, w := range runs {
			for batch := range slices.Chunk(e.seen(d, v.open(), w, len(runs)), maxClaims) {
				if e.session.Spend() != nil {
					return v, nil
				}
				again, err := e.check(ctx, d, v, base, w, batch)
				if err != nil {
					return nil, err
				}
				changed = changed || again
			}
		}
		if !changed {
			break
		}
	}
	return v, nil
}

// leavesOf lists the leaves of a tree.
func leavesOf(n *record.Node, path string, out []checkedLeaf) []checkedLeaf {
	if n.Field != nil && n.Field.IsLeaf() && len(n.Members) == 0 && len(n.Items) == 0 {
		return append(out, checkedLeaf{path, n})
	}
	for _, m := range n.Members {
		out = leavesOf(m.Node, strings.TrimPrefix(path+"."+m.Name, "."), out)
	}
	for i, it := range n.Items {
		out = leavesOf(it, fmt.Sprintf("%s[%d]", path, i), out)
	}
	return out
}

func (v *verdict) open() []checkedLeaf {
	var out []checkedLeaf
	for _, l := range v.leaves {
		if !v.confirmed[l.node] {
			out = append(out, l)
		}
	}
	return out
}

// seen are the leaves that a run of pages can settle: those taken from it, and those that hold nothing.
func (e *extractor) seen(d *draft, open []checkedLeaf, w []window.Page, runs int) []checkedLeaf {
	if runs == 1 {
		return open
	}
	shown := e.numbers(w)
	return slices.DeleteFunc(slices.Clone(open), func(l checkedLeaf) bool {
		at, ok := e.standing(d, l.node)
		return ok && !shown[at]
	})
}

// standing is the number of the block that a leaf was taken from.
func (e *extractor) standing(d *draft, n *record.Node) (int, bool) {
	c := d.claims[n]
	switch {
	case n.Value == nil || c == nil:
		return 0, false
	case c.spot != nil:
		return c.spot.Block, true
	}
	return c.block, c.block >= 0
}

var checks = &infer.Shape{Type: "object", Properties: []infer.Property{{Name: "checks", Shape: &infer.Shape{Type: "array", Items: &infer.Shape{
	Type: "object", Properties: []infer.Property{
		{Name: "claim", Shape: &infer.Shape{Type: "integer", Description: "Its number."}},
		{Name: "verdict", Shape: &infer.Shape{Type: "string", Enum: []any{"right", "wrong", "unsure"}}},
		{Name: partValue, Shape: &infer.Shape{Type: "string", Nullable: true}},
		{Name: partBlock, Shape: &infer.Shape{Type: "integer", Nullable: true}},
		{Name: "reason", Shape: &infer.Shape{Type: "string", Nullable: true}},
	},
}}}}}

func (e *extractor) checkRequest() (infer.Request, error) {
	system, err := e.prompts.Text("verify", e.o)
	return infer.Request{System: system, Shape: checks, Name: "checks"}, err
}

// check asks about some claims and corrects those that are wrong. What is too much at once is asked in parts.
func (e *extractor) check(ctx context.Context, d *draft, v *verdict, base infer.Request, w []window.Page, batch []checkedLeaf) (changed bool, err error) {
	list, err := e.judged(ctx, d, base, w, batch)
	half := len(batch) / 2
	switch {
	case fault.Is(err, fault.OutputLimitExceeded) && half > 0 && e.session.Spend() == nil && e.session.Spend() == nil:
		first, err := e.check(ctx, d, v, base, w, batch[:half])
		if err != nil {
			return false, err
		}
		second, err := e.check(ctx, d, v, base, w, batch[half:])
		return first || second, err
	case fault.Is(err, fault.ContextWindowExceeded) && len(w) > 1:
		for _, part := range window.Halves(w) {
			if some := e.seen(d, batch, part, 2); len(some) > 0 && e.session.Spend() == nil {
				again, err := e.check(ctx, d, v, base, part, some)
				if err != nil {
					return false, err
				}
				changed = changed || again
			}
		}
		return changed, nil
	case err != nil:
		return false, err
	}
	for _, one := range list {
		given, _ := one.(map[string]any)
		number, _ := given["claim"].(json.Number)
		i, err := strconv.Atoi(number.String())
		if err != nil || i < 0 || i >= len(batch) {
			continue
		}
		changed = e.apply(d, v, batch[i].node, given, w) || changed
	}
	return changed, nil
}

// judged is what the model says to some claims beside a run of pages.
func (e *extractor) judged(ctx context.Context, d *draft, base infer.Request, w []window.Page, batch []checkedLeaf) ([]any, error) {
	lines := make([]string, len(batch))
	for i, l := range batch {
		lines[i] = e.line(d, i, l)
	}
	text, err := e.prompts.Text("claims", lines)
	if err != nil {
		return nil, err
	}
	base.Parts = append(window.Parts(w), infer.Part{Text: text})
	answer, err := e.session.Ask(ctx, base)
	whole, _ := answer.(map[string]any)
	list, _ := whole["checks"].([]any)
	return list, err
}

// line is a claim as it is shown.
func (e *extractor) line(d *draft, number int, l checkedLeaf) string {
	out := fmt.Sprintf("%d. %s", number, l.path)
	if text := about(l.node.Field); text != "" {
		out += " (" + text + ")"
	}
	c := d.claims[l.node]
	if l.node.Value == nil || c == nil {
		return out + ": empty"
	}
	out += fmt.Sprintf(": %q", c.text)
	if at, ok := e.standing(d, l.node); ok {
		evidence := []rune(strings.Join(strings.Fields(l.node.Sources[0].Text), " "))
		out += fmt.Sprintf(", from block %d: %q", at, string(evidence[:min(len(evidence), maxUnsaid)]))
	}
	return out
}

// apply takes one check to a leaf. It reports whether the leaf changed, and so has to be checked again.
func (e *extractor) apply(d *draft, v *verdict, n *record.Node, given map[string]any, w []window.Page) bool {
	if reason, ok := given["reason"].(string); ok && reason != "" {
		v.why[n] = strings.Join(strings.Fields(reason), " ")
	}
	switch given["verdict"] {
	case "right":
		v.confirmed[n] = true
		return false
	case "wrong":
	default:
		return false
	}
	was, old := n.Value, d.claims[n]
	delete(d.claims, n)
	n.Value, n.Sources = nil, nil
	if c := said(given, e.numbers(w)); c != nil {
		d.claims[n] = c
		(&placer{e, d, map[[2]int]bool{}}).together([]*record.Node{n})
	}
	if n.Value == nil && given[partValue] != nil && old != nil {
		// What it was corrected to is none that the field takes: the first one stays, unconfirmed.
		n.Value, d.claims[n] = was, old
		e.settle(n, old)
	}
	return n.Value != was
}

// counts reports whether a leaf decides over the whole: those that are required, all where none is.
func (v *verdict) counts() []checkedLeaf {
	var out []checkedLeaf
	for _, l := range v.leaves {
		if l.node.Field.Required {
			out = append(out, l)
		}
	}
	if len(out) == 0 {
		return v.leaves
	}
	return out
}

// summary says whether all that counts was confirmed, and why not.
func (v *verdict) summary() (bool, string) {
	count := v.counts()
	var lost []string
	for _, l := range count {
		if !v.confirmed[l.node] {
			text := l.path
			if why := v.why[l.node]; why != "" {
				text += " (" + why + ")"
			}
			lost = append(lost, text)
		}
	}
	if len(lost) == 0 {
		return true, fmt.Sprintf("all %d values that count were confirmed in %d rounds", len(count), v.rounds)
	}
	rest := ""
	if len(lost) > maxReasons {
		lost, rest = lost[:maxReasons], fmt.Sprintf(" and %d more", len(lost)-maxReasons)
	}
	return false, fmt.Sprintf("not confirmed in %d rounds: %s%s", v.rounds, strings.Join(lost, ", "), rest)
}

// sure is the confidence in a value after it was checked.
func (v *verdict) sure(n *record.Node) float64 {
	if v.confirmed[n] {
		return raised(n.Confidence)
	}
	return min(n.Confidence, 0.5)
}
