package word

import (
	"bytes"
	"path"
	"strings"

	"github.com/octavo-dev/octavo/internal/edit"
	"github.com/octavo-dev/octavo/internal/markup"
	"github.com/octavo-dev/octavo/internal/ooxml"
)

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
