package ooxml

import (
	"errors"
	"path"
	"strings"

	"github.com/octavo-dev/octavo/internal/markup"
)

// Relation leads from one part to another, or out of the package.
type Relation struct {
	ID       string
	Kind     string // the end of its type: "image", "hyperlink"
	Target   string // name of a part, or what the file says where External
	External bool   // Target is never fetched
}

// Relations are those of one part, in the order of the file.
type Relations []Relation

// maxRelations bounds the relations of a part: sheets have one for each link.
const maxRelations = 200_000

// Relations reads the relations of a part; those of the package itself are of the part "".
func (p *Package) Relations(of string) (Relations, error) {
	var out Relations
	folder := path.Dir("/" + of)
	name := path.Join(folder, "_rels", path.Base("/"+of)+".rels")
	if of == "" {
		name = "_rels/.rels"
	}
	err := p.Read(name, func(r *markup.Reader, _ string) error {
		for child := range r.Children() {
			if child != "rel:Relationship" || len(out) == maxRelations {
				continue
			}
			one := Relation{
				ID: r.Attr("Id"), Kind: path.Base(r.Attr("Type")), Target: r.Attr("Target"),
				External: strings.EqualFold(r.Attr("TargetMode"), "External"),
			}
			if !one.External {
				one.Target = resolve(folder, one.Target)
			}
			out = append(out, one)
		}
		return nil
	})
	if errors.Is(err, ErrMissing) {
		return nil, nil
	}
	return out, err
}

// resolve finds the part a target names from a folder. No target leads above the root.
func resolve(folder, target string) string {
	target, _, _ = strings.Cut(strings.ReplaceAll(target, `\`, "/"), "#")
	if !strings.HasPrefix(target, "/") {
		target = folder + "/" + target
	}
	return strings.TrimPrefix(path.Clean("/"+target), "/")
}

// ID finds a relation by its id.
func (r Relations) ID(id string) (Relation, bool) {
	for _, one := range r {
		if one.ID == id {
			return one, true
		}
	}
	return Relation{}, false
}

// Part is the name of the first part inside the package that is related in that way, empty when there is none.
func (r Relations) Part(kind string) string {
	for _, one := range r {
		if one.Kind == kind && !one.External {
			return one.Target
		}
	}
	return ""
}

// Map is the relations by their ids, for parts that have many.
func (r Relations) Map() map[string]Relation {
	out := make(map[string]Relation, len(r))
	for _, one := range r {
		out[one.ID] = one
	}
	return out
}

// Main is the name of the part the package is about.
func (p *Package) Main() (string, error) {
	all, err := p.Relations("")
	if err != nil {
		return "", err
	}
	name := all.Part("officeDocument")
	if name == "" || !p.Has(name) {
		return "", Corrupt(nil, "its main part is missing")
	}
	return name, nil
}
