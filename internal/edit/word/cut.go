package word

import (
	"cmp"
	"slices"
	"strings"
)

// cut is a change to a stretch of a paragraph's text. One without length only puts something in.
type cut struct {
	from, to int
	drop     bool                // the stretch is taken out
	put      func(l look) string // runs that come before it, in the look of the text there; may be nil
	style    func(l look) look   // how it looks from now on; nil keeps its look
}

// cuts are the patches that carry out changes to a paragraph, which do not overlap. Runs are divided where a change begins
// or ends; each part keeps the properties of its run.
func (p *paragraph) cuts(list []cut) ([]patch, error) {
	slices.SortStableFunc(list, func(a, b cut) int { return cmp.Compare(a.from, b.from) })
	var out []patch
	shown := p.shown()
	for i, at := 0, 0; i < len(shown); {
		k := i + 1
		for k < len(shown) && shown[k].run == shown[i].run {
			k++
		}
		from, to := shown[i].from, shown[k-1].to()
		if k == len(shown) {
			to++ // what is put at the end
		}
		for at < len(list) && list[at].to <= from && list[at].from < from {
			at++
		}
		if at < len(list) && list[at].from < to {
			d := &division{run: shown[i].run, list: list[at:]}
			out = append(out, patch{d.run.start, d.run.end, d.divided(shown[i:k], to)})
			if d.out.Len() > maxPart {
				return nil, tooLong()
			}
		}
		i = k
	}
	return out, nil
}

// division is a run that is written again in parts.
type division struct {
	run   *node
	look  look
	list  []cut // those that are not done yet
	out   strings.Builder
	open  bool
	style *cut // of the part that is open
}

// divided is a run with the changes to its pieces.
func (d *division) divided(pieces []piece, to int) string {
	d.look = lookOf(d.run.child("w:rPr"))
	at := 0
	for _, k := range d.run.kids {
		if k.name == "w:rPr" {
			continue
		}
		if at < len(pieces) && pieces[at].at == k {
			d.piece(&pieces[at])
			at++
			continue
		}
		d.plain(k.xml())
	}
	if end := pieces[len(pieces)-1].to(); end < to {
		d.insert(end)
	}
	d.close()
	return d.out.String()
}

// enter makes sure that a part of a look is open.
func (d *division) enter(c *cut) {
	if d.open && d.style == c {
		return
	}
	d.close()
	properties := ""
	if pr := d.run.child("w:rPr"); pr != nil {
		properties = pr.xml()
	}
	if c != nil && c.style != nil {
		properties = c.style(d.look).xml()
	}
	d.out.WriteString(d.run.open() + properties)
	d.open, d.style = true, c
}

func (d *division) close() {
	if d.open {
		d.out.WriteString(d.run.shut())
	}
	d.open = false
}

// plain writes what is no text.
func (d *division) plain(xml string) {
	if !d.open {
		d.enter(nil)
	}
	d.out.WriteString(xml)
}

// insert writes what is put in at a place, and leaves behind the changes that end there.
func (d *division) insert(at int) {
	for len(d.list) > 0 {
		c := &d.list[0]
		if c.from == at && c.put != nil {
			d.close()
			d.out.WriteString(c.put(d.look))
			c.put = nil
		}
		if c.from > at || c.to > at {
			return
		}
		d.list = d.list[1:]
	}
}

// piece writes a piece of text, divided where changes begin and end.
func (d *division) piece(p *piece) {
	for at := p.from; at < p.to() && d.out.Len() <= maxPart; { // every part repeats the properties of the run
		d.insert(at)
		next, here := p.to(), (*cut)(nil)
		if len(d.list) > 0 {
			if c := &d.list[0]; c.from > at {
				next = min(next, c.from)
			} else {
				here, next = c, min(next, c.to)
			}
		}
		if here == nil || !here.drop {
			d.enter(here)
			d.out.WriteString(p.slice(at, next))
		}
		at = next
	}
}

// slice is the part of a piece between two places of its paragraph.
func (p *piece) slice(from, to int) string {
	if from == p.from && to == p.to() {
		return p.at.xml()
	}
	return words(p.text[from-p.from : to-p.from])
}
