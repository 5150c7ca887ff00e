package distill

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/octavo-dev/octavo/internal/cite"
	"github.com/octavo-dev/octavo/internal/record"
	"github.com/octavo-dev/octavo/internal/schema"
	"github.com/octavo-dev/octavo/internal/value"
	"github.com/octavo-dev/octavo/internal/window"
)

// draft is a tree of values with what is known of each beyond the record.
type draft struct {
	root   *record.Node
	claims map[*record.Node]*claim
}

// claim is what the model said of one leaf.
type claim struct {
	text  string     // the value as it was given
	block int        // where it is said to stand; -1 where that is nowhere
	spot  *cite.Spot // where it does stand; nil while that is not known
	alone bool       // it can stand nowhere else, by itself or beside another that cannot
	typed bool       // it stands in its block in another notation
}

// build makes a tree of an answer and finds its values again.
func (e *extractor) build(v any, w []window.Page) *draft {
	d := &draft{claims: map[*record.Node]*claim{}}
	d.root = d.node(e.root, v, e.numbers(w))
	e.place(d)
	return d
}

// numbers are the blocks that were shown: what is said to stand in others is not believed.
func (e *extractor) numbers(w []window.Page) map[int]bool {
	out := map[int]bool{}
	for _, p := range w {
		for _, n := range p.Blocks {
			out[n] = true
		}
	}
	return out
}

// node makes the part of the tree that belongs to a field. What was not found is there as well.
func (d *draft) node(f *schema.Field, v any, shown map[int]bool) *record.Node {
	switch {
	case f.Kind == schema.Object:
		return d.object(f, v, shown)
	case f.Kind == schema.Array:
		n := &record.Node{Field: f}
		list, _ := v.([]any)
		for _, item := range list {
			if it := d.node(items(f), item, shown); !d.empty(it) {
				n.Items = append(n.Items, it)
			}
		}
		return n
	case !plain(f):
		return d.choice(f, v, shown)
	}
	n := &record.Node{Field: f}
	if c := said(v, shown); c != nil {
		d.claims[n] = c
	}
	return n
}

func (d *draft) object(f *schema.Field, v any, shown map[int]bool) *record.Node {
	n := &record.Node{Field: f}
	members, _ := v.(map[string]any)
	known := map[string]bool{}
	for _, p := range f.Properties {
		known[p.Name] = true
		n.Members = append(n.Members, record.Member{Name: p.Name, Node: d.node(p, members[p.Name], shown)})
	}
	if f.Extra == nil {
		return n
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if !known[name] {
			n.Members = append(n.Members, record.Member{Name: name, Node: d.node(f.Extra, members[name], shown)})
		}
	}
	return n
}

// choice takes the first alternative in which the answer says something.
func (d *draft) choice(f *schema.Field, v any, shown map[int]bool) *record.Node {
	for _, c := range f.Choices {
		if n := d.node(c, v, shown); !d.empty(n) {
			return n
		}
	}
	return &record.Node{Field: f}
}

func (d *draft) empty(n *record.Node) bool {
	if d.claims[n] != nil {
		return false
	}
	for _, m := range n.Members {
		if !d.empty(m.Node) {
			return false
		}
	}
	for _, it := range n.Items {
		if !d.empty(it) {
			return false
		}
	}
	return true
}

// said reads the value of a leaf out of an answer; nil where there is none.
func said(v any, shown map[int]bool) *claim {
	given, _ := v.(map[string]any)
	c := &claim{block: -1}
	switch text := given[partValue].(type) {
	case string:
		c.text = strings.TrimSpace(text)
	case json.Number:
		c.text = text.String()
	case bool:
		c.text = strconv.FormatBool(text)
	}
	if n, ok := given[partBlock].(json.Number); ok {
		if at, err := strconv.Atoi(n.String()); err == nil && shown[at] {
			c.block = at
		}
	}
	if c.text == "" {
		return nil
	}
	return c
}

// read is the value that a claim stands for; nil where it is none that the field takes. A text that the document has not
// is in the notation of the model, which has its own.
func (e *extractor) read(f *schema.Field, c *claim) any {
	if f.Kind == schema.Boolean && (c.text == "true" || c.text == "false") {
		return c.text == "true"
	}
	locales := []value.Locale{e.locale}
	if c.spot == nil {
		locales = []value.Locale{{DayFirst: true}, e.locale}
	}
	for _, l := range locales {
		if v, ok := value.Read(c.text, f, l); ok {
			return v
		}
	}
	return nil
}
