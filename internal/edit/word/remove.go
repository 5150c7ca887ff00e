package word

import (
	"bytes"
	"path"
	"strings"

	"github.com/octavo-dev/octavo/internal/edit"
	"github.com/octavo-dev/octavo/internal/markup"
	"github.com/octavo-dev/octavo/internal/ooxml"
)

// remove takes a text out of the file: out of what is read, and out of everything else that keeps it.
func (f *File) remove(a edit.Action) (string, error) {
	if a.Pages != nil {
		places, why, err := f.find(a)
		if why != "" || err != nil {
			return why, err
		}
		return "", f.change(places, func(p place) ([]patch, error) {
			return p.p.replaced(p.p.shown(), tidied(p.p.text(), p.found), ""), nil
		})
	}
	for _, loose := range []bool{false, true} {
		finder := edit.NewFinder(a.Find, loose)
		found, err := f.removeFromStories(finder)
		if err != nil {
			return "", err
		}
		more, err := f.sweep(finder)
		if err != nil {
			return "", err
		}
		if found || more {
			f.warn()
			return "", nil
		}
	}
	return edit.NotFound(a.Find), nil
}

// removeFromStories takes a text out of paragraphs, in which it may run over several elements: of what is shown, of what was
// there before tracked changes, and of both together.
func (f *File) removeFromStories(finder *edit.Finder) (bool, error) {
	found := false
	for _, name := range f.readable() {
		for i, view := range []func(piece) bool{
			func(c piece) bool { return !c.deleted && !c.code },
			func(c piece) bool { return !c.inserted && !c.code },
			func(c piece) bool { return !c.code },
			func(c piece) bool { return c.code },
		} {
			root, err := f.root(name)
			if root == nil || err != nil {
				return found, err
			}
			var patches []patch
			for _, p := range root.paragraphs() {
				patches = append(patches, p.removed(finder, view, i == 0)...)
			}
			found = found || len(patches) > 0
			if err := f.patch(name, patches); err != nil {
				return found, err
			}
		}
	}
	return found, nil
}

// readable are the stories and the comments.
func (f *File) readable() []string {
	out := f.stories()
	for _, l := range f.links {
		if l.Kind == "comments" && !l.External && f.pkg.Has(l.Target) {
			out = append(out, l.Target)
		}
	}
	return out
}

// removed are the patches that take a text out of one view of a paragraph; tidy takes the blank that is left over as well.
func (p *paragraph) removed(finder *edit.Finder, view func(piece) bool, tidy bool) []patch {
	var seen []piece
	var text strings.Builder
	for _, c := range p.pieces {
		if view(c) && c.text != "" {
			c.from = text.Len()
			text.WriteString(c.text)
			seen = append(seen, c)
		}
	}
	found := finder.In(text.String())
	if len(found) == 0 {
		return nil
	}
	if tidy {
		found = tidied(text.String(), found)
	}
	return p.replaced(seen, found, "")
}

// tidied are stretches with the blank that would be left over when they are gone.
func tidied(text string, found []edit.Found) []edit.Found {
	out := make([]edit.Found, len(found))
	for i, s := range found {
		before := s.From == 0 || text[s.From-1] == ' '
		switch {
		case before && s.To < len(text) && text[s.To] == ' ':
			s.To++
		case s.From > 0 && before && (s.To == len(text) || strings.ContainsRune(".,;:!?)", rune(text[s.To]))):
			if i == 0 || out[i-1].To < s.From {
				s.From--
			}
		}
		out[i] = s
	}
	return out
}

// kept are the elements and attributes beside the text that keep words of people. Texts elsewhere are settings and numbers.
var (
	keptText = map[string]bool{
		"w:t": true, "w:delText": true, "w:instrText": true, "w:delInstrText": true, "a:t": true, "m:t": true, "c:v": true, "w:pt": true,
	}
	keptAttrs = map[string]bool{
		"descr": true, "title": true, "alt": true, "string": true, "o:title": true, "w:author": true, "w15:author": true, "w:tooltip": true, "w:instr": true, "w:displayText": true,
		"w:initials": true, "w15:userId": true,
	}
	keptVals = map[string]bool{"w:alias": true, "w:tag": true, "w:statusText": true, "w:helpText": true, "w:docVar": true, "w:default": true, "w:listEntry": true, "w:listItem": true}
)

// sweep takes a text out of every part of XML: properties of the document, comments, charts, alternative texts, data that
// fields are bound to, and the addresses of links.
func (f *File) sweep(finder *edit.Finder) (bool, error) {
	found := false
	for _, name := range f.pkg.Names() {
		if ext := strings.ToLower(path.Ext(name)); ext != ".xml" && ext != ".rels" || strings.EqualFold(name, "[Content_Types].xml") {
			continue
		}
		p, err := f.part(name)
		if err != nil {
			return found, err
		}
		if p == nil {
			continue
		}
		patches, err := swept(p, finder)
		if err != nil {
			return found, ooxml.Corrupt(err, "a part of it is no sound XML")
		}
		if len(patches) == 0 {
			if !p.changed { // there may be many
				delete(f.parts, strings.ToLower(name))
			}
			continue
		}
		found = true
		p.data, p.tree, p.changed = applied(p.data, patches), nil, true
	}
	return found, nil
}

// swept are the patches that take a text out of the texts and attributes of a part that keep words.
func swept(p *part, finder *edit.Finder) ([]patch, error) {
	id := strings.ToLower(p.name)
	properties := strings.HasPrefix(id, "docprops/") || strings.HasPrefix(id, "customxml/") && !strings.Contains(id, "_rels/") && !strings.Contains(id, "itemprops")
	relations := strings.HasSuffix(id, ".rels")
	r := markup.NewReader(bytes.NewReader(p.data), names)
	var out []patch
	name := ""
	for {
		kind, err := r.Next()
		if err != nil {
			if r.Err() == nil {
				return out, nil
			}
			return nil, err
		}
		from, to := r.Span()
		switch kind {
		case markup.Start:
			name = r.Name()
			if by, ok := sweptTag(r, p.data[from:to], name, properties, relations, finder); ok {
				out = append(out, patch{from, to, by})
			}
		case markup.End:
			name = ""
		case markup.Text:
			if !properties && !keptText[name] {
				continue
			}
			if text, ok := cleared(string(r.Text()), finder); ok {
				out = append(out, patch{from, to, escaped(text)})
			}
		}
	}
}

// cleared is a text without another; false where it does not hold it.
func cleared(text string, finder *edit.Finder) (string, bool) {
	found := finder.In(text)
	if len(found) == 0 {
		return "", false
	}
	var b strings.Builder
	at := 0
	for _, s := range tidied(text, found) {
		b.WriteString(text[at:s.From])
		at = s.To
	}
	b.WriteString(text[at:])
	return b.String(), true
}

// warn tells what cannot be searched.
func (f *File) warn() {
	if f.searched == nil {
		f.searched = map[string]bool{}
	}
	for _, name := range f.pkg.Names() {
		id := strings.ToLower(name)
		note := ""
		switch {
		case strings.Contains(id, "/embeddings/"):
			note = "files embedded in the document were not searched"
		case strings.Contains(id, "/media/"):
			note = "pictures in the document were not searched"
		case strings.HasPrefix(id, "docprops/thumbnail"):
			f.parts[id] = &part{name: name, gone: true}
			_ = f.dropRelation(name)
		}
		if note != "" && !f.searched[note] {
			f.searched[note] = true
			f.notes = append(f.notes, note)
		}
	}
}

// dropRelation takes out the relation of the package to a part that is gone.
func (f *File) dropRelation(target string) error {
	root, err := f.root("_rels/.rels")
	if root == nil || err != nil {
		return err
	}
	for _, k := range root.kids {
		if strings.EqualFold(strings.TrimPrefix(k.attr("Target"), "/"), target) {
			return f.patch("_rels/.rels", []patch{{from: k.start, to: k.end}})
		}
	}
	return nil
}
