package section

import (
	"context"
	"fmt"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/match"
	"github.com/octavo-dev/octavo/internal/schema"
)

// part is a part of a section: the units of one or several stretches.
type part struct {
	name  string
	units []int
}

// Unknown is the name of pages whose identifier is not found.
const Unknown = "unknown"

// divide divides the sections that have a key by its values, and others by their documents where that is wanted.
func (b *book) divide(ctx context.Context) error {
	b.parts = make([][]part, len(b.wants))
	of := make([][]run, len(b.wants))
	for _, r := range b.runs() {
		if r.kind < len(b.wants) {
			of[r.kind] = append(of[r.kind], r)
		}
	}
	for i, w := range b.wants {
		var err error
		switch {
		case len(of[i]) == 0:
			if w.Key != "" {
				b.parts[i] = []part{}
			}
		case w.Key != "":
			b.parts[i], err = b.keyed(ctx, w.Key, of[i])
		case b.options.Deep && b.options.Divide && len(of[i]) > 1:
			b.parts[i] = b.titled(of[i])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// keyed divides stretches by the values of an identifier. A stretch without one goes with what stands before it.
func (b *book) keyed(ctx context.Context, key string, runs []run) ([]part, error) {
	var out []part
	at := map[string]int{}
	last := -1
	for _, r := range runs {
		pieces, err := b.values(ctx, key, r)
		if err != nil {
			return nil, err
		}
		for _, p := range pieces {
			name := p.name
			if name == "" {
				if last >= 0 {
					out[last].units = append(out[last].units, p.units...)
					continue
				}
				name = Unknown
			}
			i, known := at[folded(name)]
			if !known {
				i = len(out)
				at[folded(name)] = i
				out = append(out, part{name: name})
			}
			out[i].units = append(out[i].units, p.units...)
			last = i
		}
	}
	return out, nil
}

// folded makes names alike that differ in case and spaces only.
func folded(name string) string { return strings.Join(strings.Fields(strings.ToLower(name)), " ") }

// What must speak for another document inside a stretch, where a page has another value than those before it.
const (
	anotherOdds = -2.0 // that a document begins there
	anotherSure = 0.7  // that the value is one;
	plainlyOdds = -4.5 // less where the value
	plainlySure = 0.75 // is plain to see
)

// values are the parts of one stretch, in order; a name is empty where no value is found. A stretch is one document, unless
// a page that may begin another has a value of its own.
func (b *book) values(ctx context.Context, key string, r run) ([]part, error) {
	var out []part
	from := r.from
	for u := r.from + 1; u <= r.to; u++ {
		another, err := b.another(ctx, key, from, u, r.to)
		if err != nil {
			return nil, err
		}
		if !another {
			continue
		}
		name, _, err := b.identify(ctx, key, from, u)
		if err != nil {
			return nil, err
		}
		p := part{name: name}
		for ; from < u; from++ {
			p.units = append(p.units, from)
		}
		out = append(out, p)
	}
	return out, nil
}

// another reports whether the document that begins with from ends before u: at the end of its stretch, or because u has
// another value.
func (b *book) another(ctx context.Context, key string, from, u, to int) (bool, error) {
	if u == to {
		return true, nil
	}
	odds := b.units[u].odds
	if odds < plainlyOdds {
		return false, nil
	}
	name, sure, err := b.identify(ctx, key, u, u+1)
	if err != nil || name == "" || sure < anotherSure || sure < plainlySure && odds < anotherOdds {
		return false, err
	}
	before, _, err := b.identify(ctx, key, from, u)
	return before != "" && folded(before) != folded(name), err
}

// headSure is how sure it is that a document is about the person who heads it.
const headSure = 0.76

// identify finds the value of an identifier on units, as it is printed.
func (b *book) identify(ctx context.Context, key string, from, to int) (name string, sure float64, err error) {
	field := &schema.Field{Kind: schema.Object, Properties: []*schema.Field{{Name: key, Kind: schema.String}}}
	found, err := match.Extract(ctx, []*doc.Document{b.joined(from, to)}, field, match.Options{Embed: b.options.Embed})
	if err != nil {
		return "", 0, fmt.Errorf("find %q: %w", key, err)
	}
	leaf := found.Members[0].Node
	if leaf.Value == nil {
		if asksPerson(key) {
			return b.units[from].person(), headSure, nil
		}
		return "", 0, nil
	}
	name = fmt.Sprint(leaf.Value)
	if len(leaf.Sources) > 0 && leaf.Sources[0].Text != "" {
		name = leaf.Sources[0].Text
	}
	return strings.Join(strings.Fields(name), " "), leaf.Confidence, nil
}

// joined are units as one document.
func (b *book) joined(from, to int) *doc.Document {
	out := *b.units[from].one
	out.Pages, out.Blocks = nil, nil
	for u := from; u < to; u++ {
		one := b.units[u].one
		if !b.units[u].opening && u > from {
			out.Pages[len(out.Pages)-1] = b.units[u].leaf.one.Pages[0]
		} else {
			out.Pages = append(out.Pages, one.Pages[0])
		}
		out.Blocks = append(out.Blocks, one.Blocks...)
	}
	return &out
}

// titled names the documents of a section by what stands at their top.
func (b *book) titled(runs []run) []part {
	var out []part
	seen := map[string]int{}
	for i, r := range runs {
		name := b.units[r.from].heading()
		if name == "" {
			name = fmt.Sprintf("%s %d", b.wants[r.kind].Name, i+1)
		}
		seen[name]++
		if n := seen[name]; n > 1 {
			name = fmt.Sprintf("%s (%d)", name, n)
		}
		p := part{name: name}
		for u := r.from; u < r.to; u++ {
			p.units = append(p.units, u)
		}
		out = append(out, p)
	}
	return out
}

// nameBytes is how long a heading that names a part may be.
const nameBytes = 80

// heading is the first heading of a unit.
func (u *unit) heading() string {
	for i := range u.one.Blocks {
		if b := &u.one.Blocks[i]; b.IsHeading() && b.Text != "" && len(b.Text) <= nameBytes {
			return strings.Join(strings.Fields(b.Text), " ")
		}
	}
	return ""
}
