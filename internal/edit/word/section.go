package word

import (
	"fmt"
	"path"
	"strings"

	"github.com/octavo-dev/octavo/internal/ooxml"
)

// margin is a kind of part that stands on every page.
type margin struct {
	kind string // of its relation: header or footer
	root string
}

var (
	header = margin{"header", "w:hdr"}
	footer = margin{"footer", "w:ftr"}
)

// margins are the names of all headers or footers. What a page lacks is made: the usual one, and those of first and of left
// pages where the document has such.
func (f *File) margins(m margin) ([]string, error) {
	for _, kind := range []string{"default", "first", "even"} {
		if err := f.ensure(m, kind); err != nil {
			return nil, err
		}
	}
	root, err := f.root(f.main)
	if err != nil {
		return nil, err
	}
	links, err := f.relations()
	if err != nil {
		return nil, err
	}
	var out []string
	seen := map[string]bool{}
	root.each(func(n *node) bool {
		if n.name == "w:"+m.kind+"Reference" {
			if l, ok := links.ID(n.attr("r:id")); ok && !l.External && !seen[strings.ToLower(l.Target)] {
				seen[strings.ToLower(l.Target)] = true
				out = append(out, l.Target)
			}
		}
		return n.name != "w:tbl"
	})
	return out, nil
}

// ensure makes a header or footer of a kind for the first section where pages need one and none has it. Sections that name
// none take that of the section before.
func (f *File) ensure(m margin, kind string) error {
	root, err := f.root(f.main)
	if err != nil {
		return err
	}
	needed := kind == "default"
	if kind == "even" {
		if needed, err = f.setting("w:evenAndOddHeaders"); err != nil {
			return err
		}
	}
	var first *node
	has := false
	root.child("w:body").each(func(n *node) bool {
		if n.name == "w:sectPr" && n.up.name != "w:sectPrChange" {
			if kind == "first" && n.child("w:titlePg").on() {
				needed = true
			}
			if first == nil {
				first = n
				for _, k := range n.kids {
					has = has || k.name == "w:"+m.kind+"Reference" && k.attrOr("w:type", "default") == kind
				}
			}
		}
		return n.name != "w:tbl"
	})
	if !needed || has {
		return nil
	}
	id, err := f.newMargin(m)
	if err != nil {
		return err
	}
	spaces := ""
	if !strings.Contains(root.open(), `xmlns:r="`) {
		spaces = ` xmlns:r="` + f.relationSpace(root) + `"`
	}
	reference := `<w:` + m.kind + `Reference` + spaces + ` w:type="` + kind + `" r:id="` + id + `"/>`
	if first == nil {
		body := root.child("w:body")
		return f.patch(f.main, []patch{{body.outer, body.outer, "<w:sectPr>" + reference + usualPage + "</w:sectPr>"}})
	}
	return f.patch(f.main, []patch{{first.start, first.inner, first.open() + reference + closing(first)}})
}

// usualPage is the page of a document that says nothing about it.
const usualPage = `<w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/>`

// closing is the end tag of an element that is a single tag.
func closing(n *node) string {
	if n.inner == n.end {
		return n.shut()
	}
	return ""
}

// newMargin makes an empty header or footer and gives the id of its relation.
func (f *File) newMargin(m margin) (string, error) {
	root, err := f.root(f.main)
	if err != nil {
		return "", err
	}
	folder := path.Dir(f.main)
	name := ""
	for i := 1; ; i++ {
		name = path.Join(folder, fmt.Sprintf("%s%d.xml", m.kind, i))
		if !f.pkg.Has(name) && f.parts[strings.ToLower(name)] == nil {
			break
		}
	}
	space := mainSpace
	if f.strict(root) {
		space = strictSpace
	}
	f.add(name, `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`+"\n<"+m.root+` xmlns:w="`+space+`"><w:p/></`+m.root+`>`)
	if err := f.append("[Content_Types].xml", "Override", `PartName="/`+escaped(name)+`" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.`+m.kind+`+xml"`); err != nil {
		return "", err
	}
	links, err := f.relations()
	if err != nil {
		return "", err
	}
	id := ""
	for i := len(links) + 1; ; i++ {
		id = fmt.Sprintf("rId%d", i)
		if _, taken := links.ID(id); !taken {
			break
		}
	}
	rels := relationsOf(f.main)
	if p, err := f.part(rels); err != nil {
		return "", err
	} else if p == nil {
		f.add(rels, `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`+"\n"+`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>`)
	}
	return id, f.append(rels, "Relationship", `Id="`+id+`" Type="`+f.relationSpace(root)+`/`+m.kind+`" Target="`+path.Base(name)+`"`)
}

// relationsOf is the name of the part with the relations of another.
func relationsOf(name string) string {
	return path.Join(path.Dir(name), "_rels", path.Base(name)+".rels")
}

func (f *File) strict(root *node) bool { return strings.Contains(root.open(), strictSpace) }

func (f *File) relationSpace(root *node) string {
	if f.strict(root) {
		return "http://purl.oclc.org/ooxml/officeDocument/relationships"
	}
	return "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
}

// append adds an element to the root of a part, with the prefix that the root has.
func (f *File) append(name, element, attrs string) error {
	root, err := f.root(name)
	if err != nil {
		return err
	}
	if root == nil {
		return ooxml.Corrupt(nil, "a part of it is missing")
	}
	prefix := ""
	if tag := root.shut()[len("</"):]; strings.Contains(tag, ":") {
		prefix = tag[:strings.IndexByte(tag, ':')+1]
	}
	one := "<" + prefix + element + " " + attrs + "/>"
	if root.inner == root.end {
		return f.patch(name, []patch{{root.start, root.end, root.open() + one + root.shut()}})
	}
	return f.patch(name, []patch{{root.outer, root.outer, one}})
}

// relations are the relations of the main part, with those that were added.
func (f *File) relations() (ooxml.Relations, error) {
	root, err := f.root(relationsOf(f.main))
	if root == nil || err != nil {
		return f.links, err
	}
	out := append(ooxml.Relations(nil), f.links...)
	for _, k := range root.kids {
		if _, known := out.ID(k.attr("Id")); !known && k.name == "rel:Relationship" {
			out = append(out, ooxml.Relation{ID: k.attr("Id"), Kind: path.Base(k.attr("Type")), Target: path.Join(path.Dir(f.main), k.attr("Target")), External: k.attr("TargetMode") == "External"})
		}
	}
	f.links = out
	return out, nil
}

// setting reads a switch of the settings.
func (f *File) setting(name string) (bool, error) {
	part := f.links.Part("settings")
	if part == "" {
		return false, nil
	}
	root, err := f.root(part)
	if root == nil || err != nil {
		return false, err
	}
	return root.child(name).on(), nil
}
