package pptx

import (
	"strconv"

	"github.com/octavo-dev/octavo/internal/markup"
)

// layout is what slides inherit: where placeholders stand and which of their levels have bullets.
type layout struct {
	holders []holder
	body    levels  // of the master's texts
	parent  *layout // the master of a layout
}

// holder is a placeholder of a layout or master.
type holder struct {
	kind, index string
	place       rect
	placed      bool
	levels      levels
}

// levels tell for each level of a text whether it has bullets.
type levels [9]bullet

// bullet is the marker of a paragraph.
type bullet struct {
	known bool   // said here, not inherited
	shown bool   // there is one
	auto  string // kind of numbers, empty for a sign
	start int    // first number
}

// layoutOf reads what a slide or layout inherits from, once.
func (k *deck) layoutOf(part, kind string) (*layout, error) {
	relations, err := k.pack.Relations(part)
	if err != nil {
		return nil, err
	}
	name := relations.Part(kind)
	if name == "" {
		return &layout{}, nil
	}
	if l := k.layouts[name]; l != nil {
		return l, nil
	}
	l := &layout{}
	k.layouts[name] = l
	err = k.read(name, func(r *markup.Reader) {
		for child := range r.Children() {
			switch child {
			case "p:cSld":
				for inner := range r.Children() {
					if inner == "p:spTree" {
						l.readTree(r)
					}
				}
			case "p:txStyles":
				for inner := range r.Children() {
					if inner == "p:bodyStyle" {
						l.body = readLevels(r)
					}
				}
			}
		}
	})
	if err == nil && kind == "slideLayout" {
		l.parent, err = k.layoutOf(name, "slideMaster")
	}
	return l, err
}

func (l *layout) readTree(r *markup.Reader) {
	for child := range r.Children() {
		if child != "p:sp" {
			continue
		}
		var h holder
		for inner := range r.Children() {
			switch inner {
			case "p:nvSpPr":
				h.kind, h.index, _ = readHolder(r)
			case "p:spPr":
				for part := range r.Children() {
					if part == "a:xfrm" {
						h.place, _ = readTransform(r)
						h.placed = true
					}
				}
			case "p:txBody":
				for part := range r.Children() {
					if part == "a:lstStyle" {
						h.levels = readLevels(r)
					}
				}
			}
		}
		if h.kind != "" && len(l.holders) < maxShapes {
			l.holders = append(l.holders, h)
		}
	}
}

// readHolder reads which placeholder a shape is, empty for none, and what the shape says of itself.
func readHolder(r *markup.Reader) (kind, index string, about about) {
	for child := range r.Children() {
		switch child {
		case "p:cNvPr":
			about = readAbout(r)
		case "p:nvPr":
			for inner := range r.Children() {
				if inner == "p:ph" {
					kind, index = r.Attr("type"), r.Attr("idx")
					if kind == "" {
						kind = "obj"
					}
				}
			}
		}
	}
	return kind, index, about
}

// readLevels reads the bullets of the levels of a text style.
func readLevels(r *markup.Reader) levels {
	var out levels
	for child := range r.Children() {
		// a:lvl1pPr to a:lvl9pPr
		if len(child) != len("a:lvl1pPr") || child[:5] != "a:lvl" || child[6:] != "pPr" || child[5] < '1' || child[5] > '9' {
			continue
		}
		out[child[5]-'1'] = readBullet(r)
	}
	return out
}

// readBullet reads what a paragraph style says of bullets.
func readBullet(r *markup.Reader) bullet {
	var b bullet
	for child := range r.Children() {
		switch child {
		case "a:buNone":
			b = bullet{known: true}
		case "a:buChar", "a:buBlip":
			b = bullet{known: true, shown: true}
		case "a:buAutoNum":
			b = bullet{known: true, shown: true, auto: r.Attr("type"), start: 1}
			if n, err := strconv.Atoi(r.Attr("startAt")); err == nil && n > 0 {
				b.start = n
			}
		}
	}
	return b
}

// find is the placeholder that a slide's placeholder inherits from: of the same index, or else of the same kind.
func (l *layout) find(kind, index string) *holder {
	if l == nil {
		return nil
	}
	for i := range l.holders {
		if h := &l.holders[i]; index != "" && h.index == index {
			return h
		}
	}
	for i := range l.holders {
		if h := &l.holders[i]; like(h.kind) == like(kind) {
			return h
		}
	}
	return nil
}

// like folds kinds of placeholders that inherit from each other.
func like(kind string) string {
	switch kind {
	case "ctrTitle":
		return "title"
	case "subTitle", "obj", "tbl", "chart", "pic", "dgm", "media", "clipArt":
		return "body"
	}
	return kind
}

// place is where a placeholder without a place of its own stands.
func (l *layout) place(kind, index string) (rect, bool) {
	for at := l; at != nil; at = at.parent {
		if h := at.find(kind, index); h != nil {
			if h.placed {
				return h.place, true
			}
			kind = h.kind
		}
	}
	return rect{}, false
}

// bullet is what a placeholder's level inherits.
func (l *layout) bullet(kind, index string, level int) bullet {
	body := like(kind) == "body"
	for at := l; at != nil; at = at.parent {
		if h := at.find(kind, index); h != nil {
			if b := h.levels[level]; b.known {
				return b
			}
		}
		if at.parent == nil && body && kind != "subTitle" {
			return at.body[level]
		}
	}
	return bullet{}
}
