package word

import (
	"bytes"
	"errors"
	"io"
	"maps"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/markup"
	"github.com/octavo-dev/octavo/internal/ooxml"
)

// node is an element and where it stands in its part.
type node struct {
	name         string // with its known prefix: "w:p"
	raw          []byte // the part
	start, inner int    // its start tag
	outer, end   int    // its end tag; all but start are equal for a single tag
	up           *node
	kids         []*node
	attrs        []attr // those that are looked at
	chars        string // of the elements that hold text
}

type attr struct{ name, value string }

// maxNodes bounds the elements of a part.
const maxNodes = 1_000_000

// names are those of office files, but all of several alternatives are seen: what is changed is changed in each.
var names = func() *markup.Names {
	spaces := maps.Clone(ooxml.Names.Spaces)
	for space, prefix := range spaces {
		if prefix == "mc" {
			spaces[space] = "alt"
		}
	}
	return &markup.Names{Spaces: spaces}
}()

// looked are the attributes that are kept, by element; of others it is w:val.
var looked = map[string][]string{
	"w:fldChar": {"w:fldCharType"}, "w:br": {"w:type"}, "w:headerReference": {"w:type", "r:id"}, "w:footerReference": {"w:type", "r:id"},
	"w:listItem": {"w:value", "w:displayText"}, "w:sym": {"w:font", "w:char"}, "w:fldSimple": {"w:instr"}, "w14:checked": {"w14:val"},
	"w14:checkedState": {"w14:val", "w14:font"}, "w14:uncheckedState": {"w14:val", "w14:font"}, "w:t": {"xml:space"},
	"rel:Relationship": {"Id", "Target", "TargetMode", "Type"}, "w:date": {"w:fullDate"},
}

var value = []string{"w:val"}

// texts are the elements whose text is kept.
var texts = map[string]bool{"w:t": true, "w:delText": true, "w:instrText": true, "w:delInstrText": true}

// scan reads a part into a tree.
func scan(data []byte) (*node, error) {
	r := markup.NewReader(bytes.NewReader(data), names)
	root := &node{raw: data}
	at, count := root, 0
	for {
		kind, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		from, to := r.Span()
		switch kind {
		case markup.Start:
			if count++; count > maxNodes {
				return nil, fault.New(fault.DocumentTooLarge, "a part of the document has more than %d elements", maxNodes)
			}
			n := &node{name: r.Name(), raw: data, start: from, inner: to, outer: to, end: to, up: at}
			n.look(r)
			at.kids = append(at.kids, n)
			at = n
		case markup.End:
			if from < to {
				at.outer, at.end = from, to
			}
			at = at.up
		case markup.Text:
			if texts[at.name] {
				at.chars += string(r.Text())
			}
		}
	}
	root.kids[0].up = nil
	return root.kids[0], nil
}

func (n *node) look(r *markup.Reader) {
	list, ok := looked[n.name]
	if !ok {
		list = value
	}
	for _, name := range list {
		if v, ok := r.Lookup(name); ok {
			n.attrs = append(n.attrs, attr{name, v})
		}
	}
}

// attr is an attribute, empty where there is none.
func (n *node) attr(name string) string {
	for _, a := range n.attrs {
		if a.name == name {
			return a.value
		}
	}
	return ""
}

// on reads a switch: an element that is there is on, unless it says otherwise.
func (n *node) on() bool {
	if n == nil {
		return false
	}
	switch n.attr("w:val") {
	case "0", "false", "off", "none":
		return false
	}
	return true
}

// child is the first child of a name along a path, nil where there is none.
func (n *node) child(path ...string) *node {
	for _, name := range path {
		if n == nil {
			return nil
		}
		var found *node
		for _, k := range n.kids {
			if k.name == name {
				found = k
				break
			}
		}
		n = found
	}
	return n
}

// xml is the element as it is written.
func (n *node) xml() string { return string(n.raw[n.start:n.end]) }

// open is its start tag, made one that something can follow.
func (n *node) open() string {
	tag := n.raw[n.start:n.inner]
	if bytes.HasSuffix(tag, []byte("/>")) {
		return string(bytes.TrimRight(tag[:len(tag)-2], " \t\r\n")) + ">"
	}
	return string(tag)
}

// shut is its end tag.
func (n *node) shut() string {
	if n.outer < n.end {
		return string(n.raw[n.outer:n.end])
	}
	name := n.raw[n.start+1 : n.inner]
	if i := bytes.IndexAny(name, " \t\r\n/>"); i >= 0 {
		name = name[:i]
	}
	return "</" + string(name) + ">"
}

// within reports whether an element stands inside one of some names.
func (n *node) within(names ...string) bool {
	for up := n.up; up != nil; up = up.up {
		for _, name := range names {
			if up.name == name {
				return true
			}
		}
	}
	return false
}

// each visits an element and all below it; where visit returns false it goes no deeper.
func (n *node) each(visit func(*node) bool) {
	if !visit(n) {
		return
	}
	for _, k := range n.kids {
		k.each(visit)
	}
}
