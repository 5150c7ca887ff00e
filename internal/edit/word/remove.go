package word

import (
	"strings"

	"github.com/octavo-dev/octavo/internal/edit"
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
