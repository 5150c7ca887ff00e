package word

import (
	"github.com/octavo-dev/octavo/internal/edit"
)

// place is where a text stands.
type place struct {
	part  string
	p     *paragraph
	found []edit.Found
}

// find lists where a text stands in the stories: as it is written, or without regard to case where it is nowhere as
// written. Why says why nothing was found.
func (f *File) find(a edit.Action) (places []place, why string, err error) {
	if a.Pages != nil {
		if why, err := f.paged(a.Pages); why != "" || err != nil {
			return nil, why, err
		}
	}
	for _, loose := range []bool{false, true} {
		finder := edit.NewFinder(a.Find, loose)
		for _, name := range f.stories() {
			if a.Pages != nil && name != f.main {
				continue // what is repeated on every page is on none alone
			}
			root, err := f.root(name)
			if root == nil || err != nil {
				return nil, "", err
			}
			pages := f.pageFilter(root, a.Pages)
			for _, p := range root.paragraphs() {
				if found := finder.In(p.text()); len(found) > 0 && pages(p.start) {
					places = append(places, place{name, p, found})
				}
			}
		}
		if len(places) > 0 {
			return places, "", bounded(places, a.Value)
		}
	}
	return nil, edit.NotFound(a.Find), nil
}

// bounded refuses to write a text so often that the document becomes too large.
func bounded(places []place, text string) error {
	count := 0
	for _, p := range places {
		count += len(p.found)
	}
	if count*len(text) > maxPart {
		return tooLong()
	}
	return nil
}

// change patches all places of a text.
func (f *File) change(places []place, patches func(place) ([]patch, error)) error {
	byPart := map[string][]patch{}
	var order []string
	size := 0
	for _, p := range places {
		more, err := patches(p)
		if err != nil {
			return err
		}
		for _, c := range more {
			size += len(c.by)
		}
		if size > maxPart {
			return tooLong()
		}
		if byPart[p.part] == nil {
			order = append(order, p.part)
		}
		byPart[p.part] = append(byPart[p.part], more...)
	}
	for _, name := range order {
		if err := f.patch(name, byPart[name]); err != nil {
			return err
		}
	}
	return nil
}
